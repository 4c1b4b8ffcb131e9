#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "app/document/files/file_stamp.h"
#include "app/document/lessons/lesson_check.h"
#include "app/document/shelf/lesson_shelf.h"

namespace attn {

/// Result of opening.
struct OpenedLesson {
  std::optional<SoundLesson> lesson;  ///< none if there is no valid one
  std::string id;
  std::size_t step = 0;
  FileIdentity file{};  ///< of its file, before it was read; all 0 for a built-in lesson
  std::optional<LessonShelf> shelf;  ///< of a dropped folder
  std::string message;               ///< problems, or skipped lessons
};

/// Reads and checks lessons in the background, so that the window never waits for a file or a
/// lesson. Not thread-safe.
class LessonOpening {
 public:
  /// `wake` is called on another thread when take_opened() has a result; without it calls block.
  explicit LessonOpening(std::function<void()> wake) : wake_(std::move(wake)) {}
  /// Cancels the work in the background, and waits for it.
  ~LessonOpening();
  LessonOpening(const LessonOpening&) = delete;
  LessonOpening& operator=(const LessonOpening&) = delete;

  /// Starts opening a lesson at `step`, or `path`: a lesson, or a folder, whose first valid lesson
  /// is opened. Cancels earlier work.
  void open(ShelvedLesson lesson, std::size_t step);
  void open(std::string path, std::size_t step = 0);
  /// Cancels the work in the background.
  void cancel();
  /// Seconds since the work started; 0: none.
  double seconds_busy() const;
  bool has_answer() const;
  /// Returns the result once, when it has ended.
  std::optional<OpenedLesson> take_opened();

 private:
  using Work = std::function<OpenedLesson(const Progress&)>;
  /// Work in the background: shared with its thread, which may outlive the request.
  struct Job {
    const std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
    Progress progress;
    std::mutex mutex;
    std::optional<OpenedLesson> answer;  // guarded by mutex
    bool is_over = false;                // the job has ended
    std::thread thread;
  };

  void start(Work work);
  static void run(Job& job, const Work& work, const std::function<void()>& wake);
  void join_those_over();

  std::function<void()> wake_;
  std::shared_ptr<Job> job_;                    // job of the last request
  std::deque<std::shared_ptr<Job>> cancelled_;  // still to end
};

}  // namespace attn
