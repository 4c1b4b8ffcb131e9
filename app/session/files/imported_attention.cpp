#include "app/session/files/imported_attention.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <new>
#include <set>
#include <thread>

#include "app/document/files/utf8.h"
#include "app/document/imports/open_dump.h"
#include "app/platform/process.h"
#include "app/session/files/watched_dump.h"
#include "engine/base/progress.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// Maximum number of heads in the overview.
constexpr std::size_t kMostImportedHeads = 1 << 14;
/// Interval for showing new results.
constexpr std::chrono::milliseconds kBetweenWakes{50};

/// Number of the next change(), of all imported attention.
std::size_t next_change() {
  static std::size_t changes = 0;
  return ++changes;
}

}  // namespace

/// State shared with the measuring thread.
struct ImportedAttention::Work {
  struct Measured {
    std::size_t head = 0;
    std::shared_ptr<const HeadSummary> summary{};
  };
  struct Join {
    JoinHeads how{};
    Index layer = 0;
    ImportWishes wishes{};
  };

  // Set before the thread starts.
  std::function<std::shared_ptr<const AttentionDump>()> open;
  std::vector<DumpLayer> layers;
  std::vector<ImportedHead> places;
  std::function<void()> wake;

  std::mutex mutex;
  std::condition_variable changes;
  // Guarded by the mutex:
  bool is_over = false, measures = false;
  std::size_t first = 0;   ///< head
  Index from = 0, to = 0;  ///< layers
  std::size_t round = 0;   ///< changes if other keys are hidden
  std::vector<bool> shown{};
  std::set<std::size_t> unmeasured{};  ///< heads
  std::optional<Join> join{};
  std::vector<Measured> fresh{};
  std::optional<Scene> joined{};
  std::string problem{};
  bool join_ends = false;

  std::thread thread;

  /// Next head to measure: a visible one, else any.
  std::optional<std::size_t> next() const {
    if (!measures || !problem.empty()) return std::nullopt;
    if (unmeasured.empty()) return std::nullopt;
    if (unmeasured.contains(first)) return first;
    const auto start = std::ranges::lower_bound(places, from, {}, &ImportedHead::layer);
    const auto visible = unmeasured.lower_bound(static_cast<std::size_t>(start - places.begin()));
    const bool is_visible = visible != unmeasured.end() && places[*visible].layer <= to;
    return is_visible ? *visible : *unmeasured.begin();
  }
  bool is_stopped() {
    const std::lock_guard lock(mutex);
    return is_over;
  }
  void tell() const {
    if (wake) wake();
  }
  void fail(std::string words) {
    const std::lock_guard lock(mutex);
    problem = std::move(words);
  }

  void run_join(const std::shared_ptr<const AttentionDump>& dump, const Join& wanted);
  void run_measure(const AttentionDump& dump, std::size_t head, const std::vector<bool>& keys,
                   std::size_t in_round);
  void run();
};

void ImportedAttention::Work::run_join(const std::shared_ptr<const AttentionDump>& dump,
                                       const Join& wanted) {
  std::string words;
  std::optional<Scene> scene;
  try {
    words = import_problem([&] {
      const auto whole = std::make_shared<WatchedDump>(dump, [this] {
        if (is_stopped()) throw Cancelled();
      });
      const auto one = joined_heads(whole, wanted.how);
      scene = imported_scene(*one, analyse_layer(*one, wanted.layer, wanted.wishes), wanted.wishes);
    });
  } catch (const Cancelled&) {
    return;
  }
  const std::lock_guard lock(mutex);
  joined = std::move(scene);
  problem = std::move(words);
  join_ends = true;
}

void ImportedAttention::Work::run_measure(const AttentionDump& dump, std::size_t head,
                                          const std::vector<bool>& keys, std::size_t in_round) {
  const ImportedHead place = places[head];
  const bool fits =
      static_cast<Index>(keys.size()) == layers[static_cast<std::size_t>(place.layer)].keys;
  HeadSummary summary;
  try {
    summary = summary_of(dump, place.layer, place.head, picture_side(std::ssize(places)),
                         fits ? keys : std::vector<bool>{});
  } catch (const ImportError& error) {
    summary.problem = error.what();
  }
  const std::lock_guard lock(mutex);
  if (round != in_round) return;
  unmeasured.erase(head);
  fresh.push_back({head, std::make_shared<const HeadSummary>(std::move(summary))});
}

void ImportedAttention::Work::run() {
  lower_thread_priority();
  std::shared_ptr<const AttentionDump> dump;
  auto woken = std::chrono::steady_clock::time_point{};
  while (true) {
    std::optional<Join> wanted;
    std::optional<std::size_t> head;
    std::vector<bool> keys;
    std::size_t in_round = 0;
    {
      std::unique_lock lock(mutex);
      const bool has_more = join || next();
      if (!has_more && !fresh.empty()) {
        lock.unlock();
        tell();
        lock.lock();
      }
      changes.wait(lock, [&] { return is_over || join || next(); });
      if (is_over) return;
      wanted = std::exchange(join, std::nullopt);
      if (!wanted) head = next();
      keys = shown;
      in_round = round;
    }
    std::string words = import_problem([&] {
      if (!dump) dump = open();
      wanted ? run_join(dump, *wanted) : run_measure(*dump, *head, keys, in_round);
    });
    const bool has_failed = !words.empty();
    if (has_failed) fail(std::move(words));
    const auto now = std::chrono::steady_clock::now();
    if (!wanted && !has_failed && now - woken < kBetweenWakes) continue;
    if (!wanted) woken = now;
    tell();
  }
}

std::string import_problem(const std::function<void()>& work) try {
  work();
  return "";
} catch (const ImportError& error) {
  return error.what();
} catch (const std::bad_alloc&) {
  return "too large for the available memory";
}

std::vector<Index> opened_with(const DumpLayer& layer, Index head) {
  const auto heads = static_cast<double>(layer.heads), width = static_cast<double>(layer.width);
  const double all =
      heads * static_cast<double>(layer.queries) * static_cast<double>(layer.keys) +
      (layer.heads > 1 ? heads * width * heads * width : 0);  // matrices that pick columns
  return all > kMostOpenedAtOnce ? std::vector{head} : std::vector<Index>();
}

ImportedAttention::ImportedAttention(std::string path, ImportChoice choice,
                                     const OpenedImport& opened, std::function<void()> wake)
    : path_(std::move(path)),
      choice_(std::move(choice)),
      dump_(opened.dump),
      wishes_(opened.wishes(valid_utf8(std::filesystem::path(path_).filename().string()), choice_)),
      work_(std::make_shared<Work>()) {
  work_->open = [path = path_, choice = choice_, file = dump_->file] {
    std::shared_ptr<const AttentionDump> dump = opened_import(dump_bytes(path), choice).dump;
    if (dump->file != file) throw ImportError("the file was changed: open it again");
    return dump;
  };
  begin(std::move(wake));
}

ImportedAttention::ImportedAttention(std::string name, std::shared_ptr<const AttentionDump> heads,
                                     std::function<void()> wake)
    : dump_(std::move(heads)),
      wishes_{.name = std::move(name), .cleans = false},
      work_(std::make_shared<Work>()) {
  work_->open = [dump = dump_] { return dump; };
  begin(std::move(wake));
}

void ImportedAttention::begin(std::function<void()> wake) {
  for (Index n = 0; n < dump_->layer_count(); ++n) {
    layers_.push_back(dump_->layer(n));
    most_heads_ = std::max(most_heads_, layers_.back().heads);
    for (Index h = 0; h < layers_.back().heads && places_.size() < kMostImportedHeads; ++h) {
      places_.push_back({n, h});
    }
  }
  summaries_.resize(places_.size());
  work_->layers = layers_;
  work_->places = places_;
  work_->wake = std::move(wake);
  hide_anew();
}

/// Heads that are opened together with that one: empty for all.
std::vector<Index> ImportedAttention::opened_with(ImportedHead place) const {
  if (dump_->has_scenes()) return {};
  return attn::opened_with(layer(place.layer), place.head);
}

std::string ImportedAttention::heads_words() const {
  Index all = 0;
  for (const DumpLayer& layer : layers_) all += layer.heads;
  const std::string listed = all > head_count() ? std::to_string(head_count()) + " of " : "";
  return listed + counted(all, "head");
}

ImportedAttention::~ImportedAttention() {
  {
    const std::lock_guard lock(work_->mutex);
    work_->is_over = true;
  }
  work_->changes.notify_all();
  if (work_->thread.joinable()) work_->thread.join();
}

std::string ImportedAttention::layer_names() const { return attn::layer_names(*dump_); }

Index ImportedAttention::number_of(ImportedHead place) const {
  const auto before = [](ImportedHead a, ImportedHead b) {
    return a.layer < b.layer || (a.layer == b.layer && a.head < b.head);
  };
  const auto found = std::lower_bound(places_.begin(), places_.end(), place, before);
  return std::min<Index>(found - places_.begin(), std::max<Index>(0, std::ssize(places_) - 1));
}

Scene ImportedAttention::scene(ImportedHead place) {
  ImportWishes wishes = wishes_;
  wishes.heads = opened_with(place);
  Scene scene = imported_scene(*dump_, analyse_layer(*dump_, place.layer, wishes), wishes);
  note_open(place);
  return scene;
}

void ImportedAttention::note_open(ImportedHead place) {
  open_ = place;
  open_hide_ = choice_.hide;
}

bool ImportedAttention::is_open(ImportedHead place) const {
  if (open_.head < 0 || place.layer != open_.layer || !(open_hide_ == choice_.hide)) return false;
  return place == open_ || opened_with(place).empty();
}

void ImportedAttention::hide_anew() {
  hidden_ = hidden_keys_in(*dump_, 0, wishes_);
  summaries_.assign(places_.size(), nullptr);
  measured_ = 0;
  change_ = next_change();
  {
    const std::lock_guard lock(work_->mutex);
    work_->shown = hidden_.shown;
    work_->unmeasured.clear();
    for (std::size_t n = 0; n < places_.size(); ++n)
      work_->unmeasured.insert(work_->unmeasured.end(), n);
    work_->fresh.clear();
    ++work_->round;
  }
  work_->changes.notify_all();
}

void ImportedAttention::choose_hide(KeysToHide hide) {
  if (hide == choice_.hide) return;
  choice_.hide = wishes_.hide = hide;
  hide_anew();
}

void ImportedAttention::measure(ImportedHead first, Index from, Index to) {
  {
    const std::lock_guard lock(work_->mutex);
    work_->measures = true;
    work_->first = static_cast<std::size_t>(number_of(first));
    work_->from = from;
    work_->to = to;
  }
  work_->changes.notify_all();
  if (!work_->thread.joinable()) work_->thread = std::thread([work = work_.get()] { work->run(); });
}

void ImportedAttention::join(JoinHeads how, Index layer) {
  problem_.clear();
  is_joining_ = true;
  open_ = {layer, -1};
  {
    const std::lock_guard lock(work_->mutex);
    work_->problem.clear();
    ImportWishes wishes = wishes_;
    wishes.heads.clear();
    work_->join = Work::Join{how, layer, std::move(wishes)};
  }
  work_->changes.notify_all();
  if (!work_->thread.joinable()) work_->thread = std::thread([work = work_.get()] { work->run(); });
}

void ImportedAttention::rest() {
  const std::lock_guard lock(work_->mutex);
  work_->measures = false;
}

bool ImportedAttention::can_follow() const {
  const std::lock_guard lock(work_->mutex);
  return !work_->fresh.empty() || work_->join_ends || work_->problem != problem_;
}

void ImportedAttention::follow() {
  const std::lock_guard lock(work_->mutex);
  for (Work::Measured& one : work_->fresh) {
    auto& summary = summaries_[one.head];
    if (!summary) ++measured_;
    summary = std::move(one.summary);
    change_ = next_change();
  }
  work_->fresh.clear();
  problem_ = work_->problem;
  if (std::exchange(work_->join_ends, false)) {
    is_joining_ = false;
    joined_ = std::exchange(work_->joined, std::nullopt);
  }
  if (!problem_.empty()) is_joining_ = false;
}

Overview overview_of(const ImportedAttention& imported, const HeadMeasure& measure,
                     const std::function<bool(Index)>& is_shown) {
  Overview overview;
  overview.layers = imported.layer_count();
  overview.heads = imported.most_heads();
  overview.measure = within_words(measure.label);
  for (Index n = 0; n < imported.layer_count(); ++n) {
    overview.layer_names.push_back(std::to_string(imported.layer_name(n)));
  }
  for (Index n = 0; n < imported.head_count(); ++n) {
    const ImportedHead place = imported.place(n);
    const HeadSummary* summary = imported.summary(n);
    OverviewHead head{place.layer, place.head, nullptr, HeadMeasures::kNoMeasure};
    if (summary != nullptr && is_shown(n)) {
      head.thumbnail = summary->picture;
      head.number = summary->measures.*measure.number;
      head.rows = summary->rows;
      head.columns = summary->columns;
    }
    overview.all.push_back(std::move(head));
  }
  return overview;
}

std::string overview_words(const ImportedAttention& imported, const HeadMeasure& measure) {
  const std::string& hidden = imported.hidden_words();
  Index scores = 0;
  for (Index n = 0; n < imported.head_count(); ++n) {
    const HeadSummary* const summary = imported.summary(n);
    scores += summary != nullptr && summary->are_scores ? 1 : 0;
  }
  const std::string softmax = softmax_words(scores, imported.head_count());
  return "Layers downwards, heads across; " + imported.heads_words() + " of " +
         counted(imported.layer_count(), "layer") + (hidden.empty() ? "" : "; " + hidden) +
         (softmax.empty() ? "" : "; " + softmax) + ". Frame: " + within_words(measure.label) +
         ", " + std::string(measure.says) + ".";
}

}  // namespace attn
