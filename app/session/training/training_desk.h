#pragma once

#include <functional>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/training/network_picture.h"
#include "app/session/training/opened_layer.h"
#include "app/session/training/training_history.h"
#include "app/session/training/training_plan.h"
#include "app/session/training/training_run.h"

namespace attn {

/// One head of the network.
struct HeadPlace {
  Index layer = 0, head = 0;
  bool operator==(const HeadPlace&) const = default;
};

/// What the Train desk shows: a plan, the run of it, and the step of the run that is looked at.
class TrainingDesk {
 public:
  TrainingDesk();
  /// Stops by itself at `goal`.
  TrainingDesk(const TrainingPlan& plan, Index goal);
  ~TrainingDesk();

  const TrainingPlan& plan() const { return plan_; }
  const TrainingHistory& history() const { return history_; }
  /// Takes what the run brought since the last frame, and lets it take this frame's steps.
  void follow();

  /// Whether there is more to come from the run, which another frame would take.
  bool is_awaited() const;

  // Transport.
  bool is_playing() const { return is_playing_; }
  /// From the end on. Where the run is at its goal, that is twice as far.
  void play();
  void pause() { is_playing_ = false; }
  void step_once();
  /// Back to the first network; undo() brings the run back.
  void reset();
  /// Trains on from the step that is looked at: what came after stays as a ghost.
  void train_on_from_here();
  /// Where it stops by itself.
  Index goal() const { return goal_; }
  /// Steps a frame; at kFastest as fast as it goes.
  static constexpr int kFastest = 7;
  int speed() const { return speed_; }  ///< 2 to the power of it; kFastest
  void set_speed(int speed) { speed_ = speed; }
  double seconds_per_step() const { return seconds_per_step_; }
  /// What the run ended by, in words; empty: by nothing.
  const std::string& problem() const { return problem_; }
  /// Half the rate, and on from the last good step.
  void go_on_with_half_the_rate();

  /// Puts `plan` in place of the present one: where it starts_again(), with a new run. `words` name
  /// what was changed, for the mark and for undo. Steps of one `gesture` are one step of undo.
  void change(const TrainingPlan& plan, const std::string& words);
  /// Why the last change could not be made, in words; empty where it was.
  const std::string& refusal() const { return refusal_; }
  /// About how long a step takes, before one was taken.
  double seconds_expected() const { return seconds_expected_; }
  bool is_fast() const { return is_fast_; }  ///< computed side by side, and not by the reference
  bool can_undo() const { return !before_.empty(); }
  const std::string& undo_words() const { return before_.back().words; }
  void undo();
  /// What undo() took back, until something else is changed.
  bool can_redo() const { return !after_.empty(); }
  const std::string& redo_words() const { return after_.back().words; }
  void redo();

  // What is learned.
  /// The smallest network that learns `task`, a row of the table or own_task(), with the seed as it
  /// is.
  void take_task(const LearningTask& task);
  /// Reads a task of one's own beside the window. Its network is taken as soon as it is read; where
  /// something is wrong, take_told() says what, and all stays as it was.
  void open_task(std::string path);
  bool is_reading() const { return reading_.valid() || !wanted_file_.empty(); }
  /// The one that was read last; null: none.
  const LearningTask* own_task() const { return own_task_.get(); }
  /// To be said beside the desk: what is wrong with what was typed.
  void tell(std::string words) { told_ = std::move(words); }
  /// That, or what is wrong with a file, once: "mine.txt:3: expected …".
  std::string take_told() { return std::exchange(told_, ""); }

  // Time.
  bool is_looking_back() const { return looked_at_ != nullptr; }
  void look_at(Index step);
  void look_by(Index snapshots);  ///< so many later, or earlier
  void look_at_mark(int direction);
  void look_live();
  /// What is shown; null until the first network was measured.
  const SharedSnapshot& shown() const { return looked_at_ ? looked_at_ : latest_; }
  Index step() const { return shown() ? shown()->step() : 0; }
  /// What was left behind where it was trained on from an earlier step, the latest last.
  struct Ghost {
    TrainingHistory history;
    Index from = 0;
  };
  const std::vector<Ghost>& ghosts() const { return ghosts_; }
  /// Has that one again; the present one becomes a ghost.
  void choose_ghost(std::size_t n);

  // The sequence that is looked at.
  const Example& sequence() const { return sequence_; }
  const std::vector<Index>& tokens() const { return sequence_.tokens; }
  /// What is wanted at each place; empty where nobody can say.
  const std::vector<Index>& targets() const { return sequence_.targets; }
  std::string typed() const;
  /// Tokens with spaces between, or without where each is one letter; of points x y, x y, … and x.
  /// What is wrong is complaint().
  void type(const std::string& text);
  const std::string& complaint() const { return complaint_; }
  void take_example(const Example& example);
  /// Three of the test, or all where there are fewer.
  const std::vector<Example>& examples() const { return examples_; }

  // A target that is painted.
  /// What the brush passes, one step of undo() for a stroke. Of the head that is looked at, where
  /// nothing is painted yet.
  void paint(const PaintStroke& stroke);
  void clear_painted();
  /// Whether what is painted is learned, beside the task.
  void train_to_painted(bool is_aimed);
  bool has_painted() const { return plan_.painted && !plan_.painted->is_blank(); }
  /// The head that what is painted is for, or will be.
  HeadPlace painted_head() const {
    return has_painted() ? HeadPlace{plan_.painted->layer, plan_.painted->head} : head;
  }
  /// What each painted row is to be; no rows where nothing is painted.
  WeightTarget painted_target() const;

  // A layer as a scene.
  /// As it is shown, for take_back() to know it. Null until there is a picture.
  std::shared_ptr<const Evaluation> open_layer(Index layer);
  /// Puts what is learned of that scene, as it is now, into the network that it was opened from.
  /// Where a number changed, the run goes on from there, with a mark; undo() has the former one.
  /// Answers in words what stays in the scene alone; empty where that is nothing.
  std::string take_back(const Scene& scene);

  // What the network makes of it. Null until there is something to show.
  const NetworkPicture* picture();
  const NetworkPicture* picture_at(const SharedSnapshot& snapshot);
  /// Changes whenever picture() does.
  std::size_t picture_number() const { return picture_number_; }
  /// The gradient of what is shown, as a network of such numbers.
  const Network* gradient();
  const Network& first() const { return first_; }

  HeadPlace head{};            ///< that is looked at
  std::optional<Index> query;  ///< a place of the sequence
  Index head_count() const { return plan_.sizes.heads * plan_.sizes.layers; }

 private:
  struct Before {
    std::string words;
    TrainingPlan plan;
    TrainingHistory history;
    SharedSnapshot latest;
    std::vector<Ghost> ghosts;
    std::optional<OpenedLayer> opened;
    bool is_of_target = false;  ///< only what is painted, and whether it is learned, was changed
  };
  struct ReadTask {
    std::shared_ptr<const LearningTask> task;  ///< null: `problem` says why
    std::string problem;
  };
  void type_points(const std::string& text);
  static ReadTask task_in(const std::string& path);
  void follow_reading();
  void remember(std::string words);
  Before present(std::string words) const;
  void restore(Before before);
  void walk(std::vector<Before>& from, std::vector<Before>& to);
  void change_target(std::string words, const std::function<void(TrainingPlan&)>& change,
                     bool is_remembered);
  void add_ghost(Index from);
  void limit_memory();
  void leave_layer_after(Index step);
  void go_on_with(std::vector<float> numbers);
  void begin(std::optional<TrainingState> from);
  void show_last_good();
  void begin_again();
  void forget_pictures();

  TrainingPlan plan_;
  Network first_;
  TrainingHistory history_;
  std::vector<Ghost> ghosts_;
  std::vector<Before> before_, after_;  ///< for undo() and for redo(), the nearest last
  std::unique_ptr<TrainingRun> run_;
  std::vector<std::unique_ptr<TrainingRun>> leaving_;  ///< those that are in their last step
  SharedSnapshot latest_, looked_at_;
  std::optional<OpenedLayer> opened_;
  bool is_playing_ = false, rests_ = false;
  Index first_goal_, goal_ = 0, allowed_ = 0;
  int speed_ = 3;
  double seconds_per_step_ = 0, seconds_expected_ = 0;
  bool is_fast_ = true;
  std::string problem_, complaint_, refusal_;
  Example sequence_;
  std::vector<Example> examples_;
  std::map<SharedSnapshot, NetworkPicture> pictures_;
  std::size_t picture_number_ = 0;
  SharedSnapshot picture_of_, gradient_of_;
  std::optional<Network> gradient_;
  std::shared_ptr<const LearningTask> own_task_;
  std::string wanted_file_, told_;
  std::future<ReadTask> reading_;  // last: its end is waited for first
};

}  // namespace attn
