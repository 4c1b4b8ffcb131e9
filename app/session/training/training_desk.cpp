#include "app/session/training/training_desk.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <filesystem>
#include <set>
#include <sstream>

#include "app/document/files/memory_limit.h"
#include "app/document/files/problem_line.h"
#include "app/document/files/utf8.h"
#include "app/document/numbers/numbers.h"
#include "app/document/tasks/task_file.h"
#include "engine/base/clamped.h"
#include "engine/base/problem.h"
#include "engine/base/text.h"
#include "engine/tasks/first_network.h"
#include "engine/train/learned_numbers.h"

namespace attn {
namespace {

constexpr Index kLeastGoal = 500, kExamples = 3;
constexpr double kMostKeptBytes = 192e6;
constexpr double kMostPoint = 100;  // bound of typed numbers
constexpr std::size_t kMostBefore = 20, kMostGhosts = 5, kMostPictures = 40;

/// Splits `text` into tokens: at spaces, or, if there are none and each token is one letter, into
/// letters.
std::vector<std::string> words_of(const std::string& text, const LearningTask& task) {
  std::vector<std::string> words;
  std::istringstream in(text);
  for (std::string word; in >> word;) words.push_back(word);
  const bool are_letters =
      std::ranges::all_of(task.vocabulary, [](const std::string& one) { return one.size() == 1; });
  if (words.size() != 1 || !are_letters) return words;
  std::vector<std::string> letters;
  for (const char letter : words.front()) letters.emplace_back(1, letter);
  return letters;
}

TrainingPlan plan_to_begin_with() {
  TrainingPlan plan = first_plan(*find_task("reverse"));
  plan.settings.seed = 7;
  return plan;
}

}  // namespace

TrainingDesk::TrainingDesk() : TrainingDesk(plan_to_begin_with(), 0) {}

TrainingDesk::TrainingDesk(const TrainingPlan& plan, Index goal) : plan_(plan), first_goal_(goal) {
  begin_again();
}

TrainingDesk::~TrainingDesk() = default;

void TrainingDesk::forget_pictures() {
  pictures_.clear();
  picture_of_ = nullptr;
  gradient_of_ = nullptr;
  gradient_.reset();
}

void TrainingDesk::begin(std::optional<TrainingState> from) {
  if (run_) {
    run_->end();
    leaving_.push_back(std::move(run_));
  }
  allowed_ = from ? from->steps : 0;
  run_ = std::make_unique<TrainingRun>(plan_, std::move(from));
  run_->allow(allowed_);
  rests_ = false;
  problem_.clear();
}

/// Starts with the plan's first network; its task may have changed.
void TrainingDesk::begin_again() {
  is_playing_ = false;
  leave_layer_after(-1);
  history_ = {};
  ghosts_.clear();
  latest_ = looked_at_ = nullptr;
  goal_ = first_goal_ > 0 ? first_goal_ : std::max(kLeastGoal, plan_.task->usual_steps);
  seconds_per_step_ = 0;
  first_ = first_network(plan_);
  is_fast_ = LearnedNumbers::takes(first_);
  seconds_expected_ = seconds_of_step(plan_, first_);
  head.layer = std::min(head.layer, plan_.sizes.layers - 1);
  head.head = std::min(head.head, plan_.sizes.heads - 1);
  examples_.clear();
  const FiniteSequences* const all = plan_.task->finite.get();
  const Index count = all == nullptr ? kExamples : std::min(kExamples, all->tests());
  for (Index n = 0; n < count; ++n) {
    examples_.push_back(attn::example(*plan_.task, plan_.settings.seed, Sequences::kTest,
                                      static_cast<std::uint64_t>(n)));
  }
  forget_pictures();
  take_example(examples_.front());
  begin(std::nullopt);
}

void TrainingDesk::set_speed_for(Index steps, double seconds) {
  const double wanted = static_cast<double>(steps) / seconds;
  const auto distance = [&](int speed) { return std::abs(std::log(speed / wanted)); };
  speed_ = static_cast<int>(std::ranges::min_element(kSpeeds, {}, distance) - kSpeeds.begin());
}

/// Allows the steps of the time since the last frame. What a slow machine could not do is dropped.
void TrainingDesk::allow_by_clock() {
  constexpr double kLongestFrame = 0.1;  // seconds
  const auto now = std::chrono::steady_clock::now();
  const std::chrono::duration<double> gone = now - std::exchange(followed_at_, now);
  if (speed_ >= kFastest) {
    allowed_ = goal_;
  } else {
    const double rate = kSpeeds[static_cast<std::size_t>(speed_)];
    const double most = std::max(1.0, rate * kLongestFrame);
    earned_ = std::min(earned_ + rate * std::min(gone.count(), kLongestFrame), most);
    const auto whole = static_cast<Index>(earned_);
    earned_ -= static_cast<double>(whole);
    const Index taken = history_.last_step();
    const Index ahead = taken + static_cast<Index>(most);
    allowed_ = std::min({goal_, std::max(allowed_, taken) + whole, ahead});
  }
  run_->allow(allowed_);
}

void TrainingDesk::follow() {
  follow_reading();
  if (is_playing_ && !looked_at_) {
    if (history_.last_step() >= goal_ || history_.failed_at) {
      is_playing_ = false;
    } else {
      allow_by_clock();
    }
  }
  std::erase_if(leaving_, [](const auto& run) { return run->has_ended(); });
  const TrainingNews news = run_->take_news();
  history_.add(news, plan_.sizes.heads);
  if (news.latest) latest_ = news.latest;
  if (news.seconds_per_step > 0) seconds_per_step_ = news.seconds_per_step;
  if (news.failed_at) {
    is_playing_ = false;
    show_last_good();
  }
  if (problem_.empty()) problem_ = run_->problem();
  if (!problem_.empty()) is_playing_ = false;
  if (!is_playing_ && allowed_ > history_.last_step()) {
    // Steps already allowed are still taken, no more.
    allowed_ = std::min(allowed_, history_.last_step() + 1);
    run_->allow(allowed_);
  }
}

/// Numbers may be too large to show for some steps before the loss is not finite.
void TrainingDesk::show_last_good() {
  const auto is_good = [&](const SharedSnapshot& one) {
    return std::isfinite(one->test.loss) && picture_at(one) != nullptr;
  };
  if (!latest_ || is_good(latest_)) return;
  const auto& all = history_.snapshots;
  const auto good = std::find_if(all.rbegin(), all.rend(), is_good);
  if (good == all.rend()) return;
  latest_ = *good;
  history_.forget_networks_after(latest_->step());
}

bool TrainingDesk::is_awaited() const {
  if (is_playing_ || is_reading()) return true;
  if (history_.failed_at || !problem_.empty()) return false;
  return !latest_ || latest_->step() < std::max(allowed_, history_.last_step());
}

void TrainingDesk::play() {
  if (history_.failed_at) return;
  look_live();
  while (history_.last_step() >= goal_) goal_ *= 2;
  if (!is_playing_) earned_ = 1;  // the first step at once
  is_playing_ = true;
}

void TrainingDesk::step_once() {
  is_playing_ = false;
  if (history_.failed_at) return;
  look_live();
  goal_ = std::max(goal_, history_.last_step() + 1);
  allowed_ = history_.last_step() + 1;
  run_->allow(allowed_);
}

TrainingDesk::Before TrainingDesk::present(std::string words) const {
  return {std::move(words), plan_, history_, latest_, ghosts_, opened_};
}

void TrainingDesk::remember(std::string words, bool is_left) {
  after_.clear();
  before_.push_back(present(std::move(words)));
  before_.back().is_left = is_left;
  if (before_.size() > kMostBefore) before_.erase(before_.begin());
  limit_memory();
}

/// Drops the oldest of ghosts, redo and undo entries if networks use too much memory. The nearest
/// of each is kept.
void TrainingDesk::limit_memory() {
  std::set<SharedSnapshot> kept(history_.snapshots.begin(), history_.snapshots.end());
  const auto most = static_cast<std::size_t>(std::min(kMostKeptBytes, history_limit()));
  std::size_t bytes = 0;
  const auto fits = [&](const TrainingHistory& history) {
    std::size_t more = 0;
    for (const SharedSnapshot& one : history.snapshots) {
      if (!kept.contains(one)) more += one->bytes();
    }
    if (bytes + more > most) return false;
    bytes += more;
    kept.insert(history.snapshots.begin(), history.snapshots.end());
    return true;
  };
  std::size_t n = ghosts_.size();
  while (n > 0 && fits(ghosts_[n - 1].history)) --n;
  ghosts_.erase(ghosts_.begin(), ghosts_.begin() + static_cast<std::ptrdiff_t>(n));
  const auto is_kept = [&](const Before& before) {
    bool all_fit = fits(before.history);
    for (const Ghost& ghost : before.ghosts) all_fit = fits(ghost.history) && all_fit;
    return all_fit;
  };
  for (std::vector<Before>* all : {&after_, &before_}) {
    n = all->size();
    while (n > 0 && (is_kept((*all)[n - 1]) || n == all->size())) --n;
    all->erase(all->begin(), all->begin() + static_cast<std::ptrdiff_t>(n));
  }
}

/// Keeps the current run as a ghost that branches off after step `from`.
void TrainingDesk::add_ghost(Index from) {
  ghosts_.push_back({history_, from});
  if (ghosts_.size() > kMostGhosts) ghosts_.erase(ghosts_.begin());
  limit_memory();
}

void TrainingDesk::leave_layer_after(Index step) {
  if (opened_ && opened_->at.steps > step) opened_->was_left = true;
}

void TrainingDesk::reset() {
  if (history_.last_step() > 0) remember("Start again", true);
  begin_again();
}

void TrainingDesk::train_on_from_here() {
  if (!looked_at_) return play();
  const SharedSnapshot from = looked_at_;
  remember("Train on from step " + std::to_string(from->step()));
  add_ghost(from->step());
  leave_layer_after(from->step());
  history_ = history_.until(from->step());
  latest_ = from;
  looked_at_ = nullptr;
  begin(from->state);
  goal_ = std::max(goal_, from->step() + 1);
  is_playing_ = true;
}

void TrainingDesk::choose_ghost(std::size_t n) {
  if (history_.snapshots.empty()) return;  // the current one was not measured yet
  remember("Choose another run");
  is_playing_ = false;
  Ghost chosen = std::move(ghosts_[n]);
  ghosts_[n] = {history_, chosen.from};
  leave_layer_after(chosen.from);
  history_ = std::move(chosen.history);
  latest_ = history_.snapshots.back();
  looked_at_ = nullptr;
  history_ = history_.until(latest_->step());
  begin(latest_->state);
}

void TrainingDesk::go_on_with_half_the_rate() {
  if (!history_.failed_at || history_.snapshots.empty()) return;
  remember("Half the learning rate");
  plan_.settings.step.learning_rate /= 2;
  latest_ = history_.snapshots.back();
  leave_layer_after(latest_->step());
  looked_at_ = nullptr;
  history_ = history_.until(latest_->step());
  history_.add_mark(latest_->step(), "half the rate");
  begin(latest_->state);
  is_playing_ = true;
}

void TrainingDesk::change(const TrainingPlan& plan, const std::string& words) {
  refusal_.clear();
  const auto batch_before = static_cast<double>(plan_.settings.batch);
  if (starts_again(plan_, plan)) {
    refusal_ = problem_of(plan);
    if (!refusal_.empty()) return;
    remember(words, true);
    plan_ = plan;
    const Sizes& sizes = plan_.sizes;
    const bool is_there =
        plan_.painted && target_of(*plan_.painted, sizes.is_causal, 1)
                             .is_of(plan_.task->length, sizes.layers, sizes.heads);
    if (!is_there) plan_.painted = nullptr, plan_.is_aimed = false;
    aim(plan_);
    return begin_again();
  }
  plan_ = plan;
  aim(plan_);
  seconds_expected_ *= static_cast<double>(plan_.settings.batch) / batch_before;
  run_->use(plan_.settings);
  // A drag of a knob is one mark.
  const Index now = history_.last_step();
  const bool is_marked = !history_.marks.empty() && history_.marks.back().step == now &&
                         history_.marks.back().words == words;
  if (now > 0 && !is_marked) history_.add_mark(now, words);
}

void TrainingDesk::take_task(const LearningTask& task) {
  TrainingPlan plan = &task == own_task_.get() ? first_plan(own_task_) : first_plan(task);
  plan.settings.seed = plan_.settings.seed;
  change(plan, "Another task");
}

TrainingDesk::ReadTask TrainingDesk::task_in(const std::string& path) {
  const std::string name = attn::shown(valid_utf8(path.substr(path.rfind('/') + 1)));
  try {
    std::error_code ignored;
    // Reading a pipe would wait for its writer.
    if (std::filesystem::is_other(std::filesystem::status(path, ignored))) {
      throw TaskFileError("not a regular file");
    }
    return {std::make_shared<const LearningTask>(read_task(path)), ""};
  } catch (const TaskFileError& error) {
    return {nullptr, error.about(name)};
  } catch (const std::exception& error) {
    return {nullptr, problem_line(name, "", error_message(error))};
  }
}

void TrainingDesk::open_task(std::string path) { wanted_file_ = std::move(path); }

/// If several files were requested, the last one counts.
void TrainingDesk::follow_reading() {
  if (reading_.valid()) {
    if (reading_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    ReadTask read = reading_.get();
    if (wanted_file_.empty() && read.task) {
      own_task_ = std::move(read.task);
      take_task(*own_task_);
    } else if (wanted_file_.empty()) {
      told_ = std::move(read.problem);
    }
  }
  if (wanted_file_.empty()) return;
  const std::string path = std::exchange(wanted_file_, "");
  reading_ = std::async(std::launch::async, [path] { return task_in(path); });
}

void TrainingDesk::undo() { walk(before_, after_); }

void TrainingDesk::redo() { walk(after_, before_); }

/// Undoes or redoes a step; the current state goes to the other list.
void TrainingDesk::walk(std::vector<Before>& from, std::vector<Before>& to) {
  if (from.empty()) return;
  Before before = std::move(from.back());
  from.pop_back();
  to.push_back(present(before.words));
  to.back().is_of_target = before.is_of_target;
  to.back().is_left = before.is_left;
  restore(std::move(before));
  limit_memory();
}

void TrainingDesk::restore(Before before) {
  if (before.is_of_target) {
    plan_.painted = before.plan.painted;
    plan_.is_aimed = before.plan.is_aimed;
    aim(plan_);
    return run_->use(plan_.settings);
  }
  plan_ = before.plan;
  std::optional<OpenedLayer> now = std::move(opened_);
  opened_.reset();
  begin_again();
  opened_ = std::move(before.opened);
  // The scene's present numbers are not taken back again.
  if (opened_ && now) opened_->scene = std::move(now->scene);
  history_ = std::move(before.history);
  ghosts_ = std::move(before.ghosts);
  if (history_.snapshots.empty()) return;
  latest_ = history_.snapshots.back();
  if (before.latest && before.latest->step() > latest_->step()) latest_ = before.latest;
  const bool has_failed = history_.failed_at.has_value();
  if (!has_failed) history_ = history_.until(latest_->step());
  while (goal_ < history_.last_step()) goal_ *= 2;
  begin(latest_->state);
}

TrainingWork TrainingDesk::work() const {
  TrainingHistory curves = history_;
  curves.snapshots.clear();
  return {plan_, std::move(curves), latest_};
}

void TrainingDesk::bring(TrainingWork work) {
  if (work.latest) work.history.snapshots = {work.latest};
  own_task_ = work.plan.own;
  restore({"", std::move(work.plan), std::move(work.history), work.latest, {}, {}});
}

/// Indices in before_, the latest first.
std::vector<std::size_t> TrainingDesk::places_left() const {
  std::vector<std::size_t> places;
  for (std::size_t n = before_.size(); n-- > 0;) {
    const Before& one = before_[n];
    if (one.is_left && one.latest && one.history.last_step() > 0) places.push_back(n);
  }
  return places;
}

std::vector<std::string> TrainingDesk::left_networks() const {
  std::vector<std::string> labels;
  for (const std::size_t n : places_left()) {
    const Before& one = before_[n];
    labels.push_back(std::string(one.plan.task->label) + " · step " +
                     std::to_string(one.latest->step()) + " · loss " +
                     brief(one.latest->test.loss, 3));
  }
  return labels;
}

void TrainingDesk::bring_back(std::size_t n) {
  const auto at = before_.begin() + static_cast<std::ptrdiff_t>(places_left()[n]);
  Before chosen = std::move(*at);
  before_.erase(at);
  remember("Another network", true);
  restore(std::move(chosen));
}

void TrainingDesk::look_at(Index step) {
  is_playing_ = false;
  const bool is_end = history_.snapshots.empty() || step >= history_.last_step();
  looked_at_ = is_end ? nullptr : history_.nearest(step);
  if (looked_at_ && latest_ && looked_at_->step() >= latest_->step()) looked_at_ = nullptr;
}

void TrainingDesk::look_by(Index snapshots) {
  if (history_.snapshots.empty()) return;
  const auto step_of = [](const SharedSnapshot& one) { return one->step(); };
  const auto at = std::ranges::lower_bound(history_.snapshots, step(), {}, step_of);
  const Index last = std::ssize(history_.snapshots) - 1;
  const Index n = clamped<Index>((at - history_.snapshots.begin()) + snapshots, 0, last);
  if (snapshots > 0 && n == last) return look_live();
  look_at(history_.snapshots[static_cast<std::size_t>(n)]->step());
}

void TrainingDesk::look_at_mark(int direction) {
  const TrainingMark* found = nullptr;
  for (const TrainingMark& mark : history_.marks) {
    if (direction > 0 ? mark.step <= step() : mark.step >= step()) continue;
    found = &mark;
    if (direction > 0) break;
  }
  if (found != nullptr) look_at(found->step);
}

void TrainingDesk::look_live() { looked_at_ = nullptr; }

std::string TrainingDesk::typed() const {
  std::string text;
  if (plan_.task->is_of_points) {
    for (std::size_t n = 0; n + 1 < sequence_.inputs.size(); ++n) {
      if (n > 0) text += n % 2 == 0 ? ", " : " ";
      text += fixed(static_cast<double>(sequence_.inputs[n]), 2);
    }
    return text;
  }
  return joined(token_names(*plan_.task, tokens()), {}, " ");
}

/// Parses numbers separated by spaces or commas.
void TrainingDesk::type_points(const std::string& text) {
  std::string spaced = text;
  std::ranges::replace(spaced, ',', ' ');
  std::istringstream in(spaced);
  std::vector<double> numbers;
  for (std::string word; in >> word;) {
    const auto number = parsed<double>(word);
    if (!number || !(std::abs(*number) <= kMostPoint)) {
      complaint_ = attn::shown(word) + " is not a number from −100 to 100";
      return;
    }
    numbers.push_back(*number);
  }
  const auto most = static_cast<std::size_t>(2 * plan_.task->length - 1);
  if (numbers.size() < 3 || numbers.size() > most || numbers.size() % 2 == 0) {
    complaint_ = "expected x y, x y, … and one more x: 3, 5 … " + std::to_string(most) +
                 " numbers, found " + std::to_string(numbers.size());
    return;
  }
  take_example(points_of_line(numbers));
}

void TrainingDesk::type(const std::string& text) {
  const LearningTask& task = *plan_.task;
  if (task.is_of_points) return type_points(text);
  const auto words = words_of(text, task);
  std::vector<Index> tokens;
  for (const std::string& word : words) {
    const auto found = std::ranges::find(task.vocabulary, word);
    if (found == task.vocabulary.end()) {
      complaint_ = attn::shown(word) + " is not among " + task.vocabulary.front() + " … " +
                   task.vocabulary.back();
      return;
    }
    tokens.push_back(found - task.vocabulary.begin());
  }
  if (tokens.empty() || std::ssize(tokens) > task.length) {
    complaint_ = "expected 1 to " + std::to_string(task.length) + " tokens, found " +
                 std::to_string(tokens.size());
    return;
  }
  complaint_.clear();
  if (tokens == sequence_.tokens) return;
  std::vector<Index> targets = targets_of(task, tokens);
  take_example({std::move(tokens), std::move(targets)});
}

void TrainingDesk::take_example(const Example& example) {
  sequence_ = example;
  const bool is_told =
      std::ranges::any_of(targets(), [](Index target) { return target != kNoTarget; });
  if (!is_told) sequence_.targets.clear();
  complaint_.clear();
  if (query && *query >= std::ssize(tokens())) query.reset();
  forget_pictures();
}

void TrainingDesk::change_target(std::string words,
                                 const std::function<void(TrainingPlan&)>& change,
                                 bool is_remembered) {
  if (is_remembered) {
    remember(std::move(words));
    before_.back().is_of_target = true;
  }
  change(plan_);
  aim(plan_);
  run_->use(plan_.settings);
}

void TrainingDesk::paint(const PaintStroke& stroke) {
  PaintedHead painted{.layer = head.layer, .head = head.head, .cells = {}};
  if (has_painted()) painted = *plan_.painted;
  if (painted.cells.size() == 0) {
    painted.cells = Matrix::Zero(plan_.task->length, plan_.task->length);
  }
  attn::paint(painted, stroke, plan_.sizes.is_causal);
  const auto put = [&](TrainingPlan& plan) {
    plan.painted = std::make_shared<const PaintedHead>(std::move(painted));
  };
  change_target("Painted target", put, stroke.begins);
}

void TrainingDesk::clear_painted() {
  if (!has_painted()) return;
  const auto clear = [](TrainingPlan& plan) { plan.painted = nullptr, plan.is_aimed = false; };
  change_target("Painted target", clear, true);
}

void TrainingDesk::train_to_painted(bool is_aimed) {
  if (is_aimed == plan_.is_aimed || (is_aimed && !has_painted())) return;
  change_target(
      "Train to the target", [&](TrainingPlan& plan) { plan.is_aimed = is_aimed; }, true);
  const Index now = history_.last_step();
  if (now > 0) history_.add_mark(now, is_aimed ? "towards the target" : "without the target");
}

WeightTarget TrainingDesk::painted_target() const {
  if (!has_painted()) return {};
  return target_of(*plan_.painted, plan_.sizes.is_causal, static_cast<float>(plan_.aim));
}

std::shared_ptr<const Evaluation> TrainingDesk::open_layer(Index layer) {
  const NetworkPicture* made = picture();
  if (made == nullptr) return nullptr;
  pause();
  const auto& opened = made->layers[static_cast<std::size_t>(layer)];
  opened_ =
      OpenedLayer{.layer = layer, .at = shown()->state, .scene = opened->scene, .was_left = false};
  return opened;
}

std::string TrainingDesk::take_back(const Scene& scene) {
  if (!opened_ || scene == opened_->scene) return "";
  const Scene before = std::exchange(opened_->scene, scene);
  const bool is_same = static_cast<const Attention&>(before) == scene &&
                       before.embeddings == scene.embeddings && before.values == scene.values;
  if (is_same) return "";  // only title or view differ
  if (opened_->was_left) {
    return "The run no longer has the step of this layer: changes stay in the scene";
  }
  Network network = network_at(first_, opened_->at.numbers);
  const bool is_whole = put_back(scene, opened_->layer, network);
  std::vector<float> numbers = LearnedNumbers(network).numbers;
  if (numbers != opened_->at.numbers) go_on_with(std::move(numbers));
  if (!is_whole)
    return "Only trainable numbers go back to the network: other changes stay in the scene";
  if (before.embeddings == scene.embeddings) return "";
  return "The network computes the inputs of a layer: changed inputs stay in the scene";
}

/// Continues from the step of the opened layer, with other numbers.
void TrainingDesk::go_on_with(std::vector<float> numbers) {
  const std::string words = "changed by hand";
  remember("Numbers changed by hand");
  is_playing_ = false;
  const Index step = opened_->at.steps;
  if (!history_.snapshots.empty() && history_.snapshots.back()->step() > step) add_ghost(step);
  opened_->at.numbers = std::move(numbers);
  history_ = history_.until(step);
  // Another network takes the place of the last.
  history_.forget_networks_after(history_.last_step() - 1);
  history_.add_mark(step, words);
  latest_ = looked_at_ = nullptr;
  forget_pictures();
  begin(opened_->at);
}

const NetworkPicture* TrainingDesk::picture_at(const SharedSnapshot& snapshot) {
  if (!snapshot) return nullptr;
  if (const auto found = pictures_.find(snapshot); found != pictures_.end()) return &found->second;
  if (pictures_.size() >= kMostPictures) {
    std::erase_if(pictures_, [&](const auto& one) { return one.first != picture_of_; });
  }
  Network network = network_at(first_, snapshot->state.numbers);
  put_sequence(*plan_.task, sequence_, network);
  try {
    return &pictures_.emplace(snapshot, picture_of(std::move(network))).first->second;
  } catch (const SceneError&) {
    return nullptr;  // a number is too large: the run reports it
  }
}

const NetworkPicture* TrainingDesk::picture() {
  picture_of_ = shown();
  return picture_at(picture_of_);
}

const Network* TrainingDesk::gradient() {
  if (!shown()) return nullptr;
  if (std::exchange(gradient_of_, shown()) != shown() || !gradient_) {
    gradient_ = network_at(first_, shown()->gradient);
  }
  return &*gradient_;
}

}  // namespace attn
