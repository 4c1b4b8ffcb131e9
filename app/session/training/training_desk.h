#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/training/network_picture.h"
#include "app/session/training/training_history.h"
#include "app/session/training/training_plan.h"
#include "app/session/training/training_run.h"
#include "app/session/training/training_work.h"

namespace attn {

/// Head of the network.
struct HeadPlace {
  Index layer = 0, head = 0;
  bool operator==(const HeadPlace&) const = default;
};

/// State of the Train desk: a plan, its run, and the shown step of the run.
class TrainingDesk {
 public:
  TrainingDesk();
  /// Pauses automatically at step `goal`; 0: when the task is usually learned.
  TrainingDesk(const TrainingPlan& plan, Index goal);
  ~TrainingDesk();

  const TrainingPlan& plan() const { return plan_; }
  const TrainingHistory& history() const { return history_; }
  /// Collects the results of the run since the last frame, and allows this frame's steps.
  void follow();

  /// Returns whether results of the run are pending, for another frame.
  bool is_awaited() const;

  // Playback.
  bool is_playing() const { return is_playing_; }
  /// Continues from the end. At the goal, the goal is doubled.
  void play();
  void pause() { is_playing_ = false; }
  void step_once();
  /// Restarts from the first network; undo() restores the run.
  void reset();
  /// Trains on from the shown step: later steps are kept as a ghost.
  void train_on_from_here();
  /// Step at which the run pauses automatically.
  Index goal() const { return goal_; }
  /// Speeds in steps per second; after them, at kFastest, the speed is unlimited.
  static constexpr std::array kSpeeds = {5, 15, 30, 60, 120, 240, 480, 1000, 4000};
  static constexpr int kFastest = kSpeeds.size();
  int speed() const { return speed_; }  ///< index into kSpeeds, or kFastest
  void set_speed(int speed) { speed_ = speed; }
  /// Sets the speed at which `steps` take about that long.
  void set_speed_for(Index steps, double seconds);
  double seconds_per_step() const { return seconds_per_step_; }
  /// Error that ended the run; empty: none.
  const std::string& problem() const { return problem_; }
  /// Halves the learning rate, and continues from the last good step.
  void go_on_with_half_the_rate();

  /// Replaces the plan by `plan`: with a new run if starts_again(). `words` describe the change,
  /// for the mark and for undo. Changes of one `gesture` are one undo step.
  void change(const TrainingPlan& plan, const std::string& words);
  /// Reason why the last change was refused; empty: accepted.
  const std::string& refusal() const { return refusal_; }
  /// Estimated duration of a step, before the first was taken.
  double seconds_expected() const { return seconds_expected_; }
  bool is_fast() const { return is_fast_; }  ///< uses the fast path instead of the reference
  bool can_undo() const { return !before_.empty(); }
  const std::string& undo_words() const { return before_.back().words; }
  void undo();
  /// Steps undone since the last change.
  bool can_redo() const { return !after_.empty(); }
  const std::string& redo_words() const { return after_.back().words; }
  void redo();

  // Task.
  /// Selects the smallest network that learns `task`, a row of the table or own_task(), with the
  /// current seed.
  void take_task(const LearningTask& task);
  /// Reads a task file in the background. Its network is selected once it is read; on error,
  /// take_message() returns the message, and nothing changes.
  void open_task(std::string path);
  bool is_reading() const { return reading_.valid() || !wanted_file_.empty(); }
  /// The task read last; null: none.
  const LearningTask* own_task() const { return own_task_.get(); }
  /// Sets a message for the desk: an error in typed text.
  void set_message(std::string words) { told_ = std::move(words); }
  /// Returns and clears that message, or an error in a file: "mine.txt:3: expected …".
  std::string take_message() { return std::exchange(told_, ""); }

  // Unsaved work.
  /// Returns whether the current run would be missed.
  bool has_work() const { return history_.last_step() > 0 || has_painted(); }
  /// The current run, to be continued by bring() in a later process.
  TrainingWork work() const;
  /// Returns whether work() would be equal to `work`.
  bool has(const TrainingWork& work) const {
    return latest_ == work.latest && history_.marks.size() == work.history.marks.size() &&
           same_plan(plan_, work.plan);
  }
  void bring(TrainingWork work);
  /// Trained networks that others replaced, the latest first: "Reverse · step 500 · loss 0.03".
  std::vector<std::string> left_networks() const;
  /// Continues with left network `n`; undo() restores the present one.
  void bring_back(std::size_t n);

  // Shown step.
  bool is_looking_back() const { return looked_at_ != nullptr; }
  void look_at(Index step);
  void look_by(Index snapshots);  ///< moves by this number of snapshots, < 0: backwards
  void look_at_mark(int direction);
  void look_live();
  /// Shown snapshot; null until the first network was measured.
  const SharedSnapshot& shown() const { return looked_at_ ? looked_at_ : latest_; }
  Index step() const { return shown() ? shown()->step() : 0; }
  /// Branch left when training continued from an earlier step, the latest last.
  struct Ghost {
    TrainingHistory history;
    Index from = 0;
  };
  const std::vector<Ghost>& ghosts() const { return ghosts_; }
  /// Restores ghost `n`; the current run becomes a ghost.
  void choose_ghost(std::size_t n);

  // Shown sequence.
  const Example& sequence() const { return sequence_; }
  const std::vector<Index>& tokens() const { return sequence_.tokens; }
  /// Target at each place; empty if unknown.
  const std::vector<Index>& targets() const { return sequence_.targets; }
  std::string typed() const;
  /// Parses a typed sequence: tokens separated by spaces, or not separated if each is one letter;
  /// points as "x y, x y, … x". Errors are in complaint().
  void type(const std::string& text);
  const std::string& complaint() const { return complaint_; }
  void take_example(const Example& example);
  /// Three test sequences, or all if there are fewer.
  const std::vector<Example>& examples() const { return examples_; }

  // Painted target.
  /// Paints under the brush, one undo step per stroke. Selects the shown head if nothing is painted
  /// yet.
  void paint(const PaintStroke& stroke);
  void clear_painted();
  /// Turns learning of the painted target, in addition to the task, on or off.
  void train_to_painted(bool is_aimed);
  bool has_painted() const { return plan_.painted && !plan_.painted->is_blank(); }
  /// Head of the painted target, present or future.
  HeadPlace painted_head() const {
    return has_painted() ? HeadPlace{plan_.painted->layer, plan_.painted->head} : head;
  }
  /// Target of each painted row; no rows if nothing is painted.
  WeightTarget painted_target() const;

  // Layer as a scene.
  /// Opens the layer as shown, and remembers it for take_back(). Null until there is a picture.
  std::shared_ptr<const Evaluation> open_layer(Index layer);
  /// Copies the trainable numbers of an opened layer to its network. If a number changed, the run
  /// continues from there, with a mark; undo() restores the previous run. Returns a description of
  /// changes that only the scene keeps; empty if there are none.
  std::string take_back(const Scene& scene);

  // Results of the shown network on the sequence. Null until there is something to show.
  const NetworkPicture* picture();
  const NetworkPicture* picture_at(const SharedSnapshot& snapshot);
  /// Gradient at the shown step, in the form of a network.
  const Network* gradient();
  const Network& first() const { return first_; }

  HeadPlace head{};            ///< shown head
  std::optional<Index> query;  ///< index in the sequence
  Index head_count() const { return plan_.sizes.heads * plan_.sizes.layers; }

 private:
  struct Before {
    std::string words;
    TrainingPlan plan;
    TrainingHistory history;
    SharedSnapshot latest;
    std::vector<Ghost> ghosts;
    std::optional<OpenedLayer> opened;
    bool is_of_target = false;  ///< only the painted target, or its use, was changed
    bool is_left = false;       ///< another network began
  };
  struct ReadTask {
    std::shared_ptr<const LearningTask> task;  ///< null: `problem` has the reason
    std::string problem;
  };
  void type_points(const std::string& text);
  static ReadTask task_in(const std::string& path);
  void follow_reading();
  void remember(std::string words, bool is_left = false);
  std::vector<std::size_t> places_left() const;
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
  void allow_by_clock();
  void forget_pictures();

  TrainingPlan plan_;
  Network first_;
  TrainingHistory history_;
  std::vector<Ghost> ghosts_;
  std::vector<Before> before_, after_;  ///< for undo() and redo(), the nearest last
  std::unique_ptr<TrainingRun> run_;
  std::vector<std::unique_ptr<TrainingRun>> leaving_;  ///< runs that are finishing their last step
  SharedSnapshot latest_, looked_at_;
  std::optional<OpenedLayer> opened_;
  bool is_playing_ = false, rests_ = false;
  Index first_goal_, goal_ = 0, allowed_ = 0;
  int speed_ = 6;
  double earned_ = 0;  ///< steps that the clock allows, a part of one included
  std::chrono::steady_clock::time_point followed_at_{};
  double seconds_per_step_ = 0, seconds_expected_ = 0;
  bool is_fast_ = true;
  std::string problem_, complaint_, refusal_;
  Example sequence_;
  std::vector<Example> examples_;
  std::map<SharedSnapshot, NetworkPicture> pictures_;
  SharedSnapshot picture_of_, gradient_of_;
  std::optional<Network> gradient_;
  std::shared_ptr<const LearningTask> own_task_;
  std::string wanted_file_, told_;
  std::future<ReadTask> reading_;  // last: its destructor waits first
};

}  // namespace attn
