#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "app/document/lessons/lesson_check.h"
#include "app/document/shelf/lesson_shelf.h"
#include "app/session/workspace/lesson_file_state.h"

namespace attn {

/// What came of opening.
struct OpenedLesson {
  std::optional<SoundLesson> lesson;  ///< none where none is sound
  std::string id;
  std::size_t step = 0;
  LessonFileState file{};            ///< of its file, before it was read
  std::optional<LessonShelf> shelf;  ///< of what was dropped
  std::string message;               ///< what is wrong, or left out
};

/// Reads lessons and checks them in full beside the window, which waits for nothing that a file or
/// a lesson does. For one thread.
class LessonOpening {
 public:
  /// `wake` is called on another thread when there is something to take(); without it calls wait.
  explicit LessonOpening(std::function<void()> wake) : wake_(std::move(wake)) {}
  /// Tells what is under way to stop, and waits for it.
  ~LessonOpening();
  LessonOpening(const LessonOpening&) = delete;
  LessonOpening& operator=(const LessonOpening&) = delete;

  /// Begins to open a lesson at `step`, or what stands at `path`: a lesson, or a folder of them, of
  /// which the first sound one is opened. What is under way is cancelled.
  void open(ShelvedLesson lesson, std::size_t step);
  void open(std::string path, std::size_t step = 0);
  /// What is under way comes to nothing.
  void cancel();
  /// For how many seconds something is under way; 0: nothing is.
  double seconds_busy() const;
  bool has_answer() const;
  /// Once, when it has ended.
  std::optional<OpenedLesson> take();

 private:
  using Work = std::function<OpenedLesson(const Progress&)>;
  /// What is under way: shared with its thread, which may outlast the wish for it.
  struct Job {
    const std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
    Progress progress;
    std::mutex mutex;
    std::optional<OpenedLesson> answer;  // by mutex
    bool is_over = false;                // likewise
    std::thread thread;
  };

  void start(Work work);
  static void run(Job& job, const Work& work, const std::function<void()>& wake);
  void join_those_over();

  std::function<void()> wake_;
  std::shared_ptr<Job> job_;                    // the one that is wished for
  std::deque<std::shared_ptr<Job>> cancelled_;  // that are still to end
};

}  // namespace attn
