#include "app/gl/compute/compute_device.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>
#include <utility>

#include "app/gl/compute/compute_kinds.h"
#include "app/gl/compute/fence.h"

namespace attn::gl {
namespace {

/// Up to this number of pairs is read in the frame that needs them, without waiting.
constexpr Index kFewPairs = 1 << 16;

/// Evaluations cached on the device: the shown one and the next. Numbers of earlier evaluations in
/// views were read before.
constexpr std::size_t kMostKept = 2;

bool has_few_pairs(const Scene& scene) {
  const auto heads = std::ssize(scene.heads);
  return heads * scene.query_count() * scene.key_count() <= kFewPairs;
}

/// Inserts `row` into the sorted `rows`.
void add_row(std::vector<Index>& rows, Index row) {
  const auto place = std::ranges::lower_bound(rows, row);
  if (place == rows.end() || *place != row) rows.insert(place, row);
}

void put(const PairTrace& numbers, Index query, PairTrace& pairs) {
  if (numbers.raw.size() > 0) pairs.raw.row(query) = numbers.raw;
  pairs.scores.row(query) = numbers.scores;
  pairs.weights.row(query) = numbers.weights;
}

Index count_of(const PairTrace& pairs) {
  return pairs.raw.size() + pairs.scores.size() + pairs.weights.size();
}

Matrix unread(const Scene& scene) {
  return Matrix::Constant(scene.query_count(), scene.key_count(),
                          std::numeric_limits<float>::quiet_NaN());
}

}  // namespace

struct ComputeDevice::Kept {
  std::unique_ptr<ComputeRun> run;
  double seconds = 0;  ///< time until the evaluation was shown
  Fence done{};
  /// Evaluations of the scene that may be shown; the following three fields describe the last one.
  std::vector<std::weak_ptr<Evaluation>> evaluations{};
  bool is_whole = false;
  Index head = 0;
  std::vector<Index> rows{};

  bool is_used() const {
    return std::ranges::any_of(evaluations, [](const auto& one) { return !one.expired(); });
  }
};

struct ComputeDevice::Row {
  std::weak_ptr<Evaluation> evaluation;
  Index head, query;
  PairTrace own;
  std::optional<PairTrace> subtracted;

  void put_into(HeadTrace& trace) const {
    put(own, query, trace);
    if (subtracted) put(*subtracted, query, trace.subtracted);
  }
};

ComputeDevice::ComputeDevice(Make make) : make_(std::move(make)) {}
ComputeDevice::~ComputeDevice() = default;

bool ComputeDevice::computes(const Scene& scene) const { return gl::computes(scene); }

void ComputeDevice::set_needed(NumbersNeeded needed) {
  const std::lock_guard lock(mutex_);
  needed_ = std::move(needed);
}

NumbersNeeded ComputeDevice::needed() const {
  const std::lock_guard lock(mutex_);
  return needed_;
}

const PartlyRead* ComputeDevice::partly_read(
    const std::shared_ptr<const Evaluation>& evaluation) const {
  const std::lock_guard lock(mutex_);
  const auto found = partly_read_.find(evaluation);
  return found == partly_read_.end() ? nullptr : &found->second;
}

void ComputeDevice::take_rows() {
  const std::lock_guard lock(mutex_);
  for (const Row& row : std::exchange(arrived_, {})) {
    const auto evaluation = row.evaluation.lock();
    if (!evaluation) continue;
    row.put_into(evaluation->trace.heads[static_cast<std::size_t>(row.head)]);
    add_row(partly_read_.at(evaluation).rows, row.query);
  }
}

std::optional<NumbersInBuffer> ComputeDevice::weights(
    const std::shared_ptr<const Evaluation>& evaluation, Index head) const {
  if (!evaluation) return std::nullopt;
  const std::lock_guard lock(mutex_);
  for (const auto& kept : kept_) {
    const bool is_of_it = std::ranges::any_of(
        kept->evaluations, [&](const auto& one) { return one.lock() == evaluation; });
    if (!is_of_it) continue;
    kept->done.order();
    return kept->run->weights(head);
  }
  return std::nullopt;
}

ComputeDevice::Row ComputeDevice::read_row(const ComputeRun& run, Index head, Index query) {
  Row row{{}, head, query, run.read_row(head, query), {}};
  pairs_read_ += count_of(row.own);
  if (run.scene().head(head).subtract) {
    row.subtracted = run.read_row(head, query, Pairs::kSubtracted);
    pairs_read_ += count_of(*row.subtracted);
  }
  return row;
}

std::shared_ptr<Evaluation> ComputeDevice::read(Kept& kept, const NumbersNeeded& needed) {
  const ComputeRun& run = *kept.run;
  const Scene& scene = run.scene();
  auto evaluation = std::make_shared<Evaluation>();
  evaluation->scene = scene;
  evaluation->seconds = kept.seconds;
  kept.is_whole = needed.all || has_few_pairs(scene);
  if (kept.is_whole) {
    evaluation->trace = run.read();
    for (const HeadTrace& head : evaluation->trace.heads) {
      pairs_read_ += count_of(head) + count_of(head.subtracted);
    }
    return evaluation;
  }
  evaluation->trace = run.read_without_pairs();
  kept.head = std::min(needed.head, std::ssize(scene.heads) - 1);
  kept.rows.clear();
  HeadTrace& head = evaluation->trace.heads[static_cast<std::size_t>(kept.head)];
  const auto leave_unread = [&](PairTrace& pairs, Pairs which) {
    pairs.scores = pairs.weights = unread(scene);
    if (run.has_raw(kept.head, which)) pairs.raw = pairs.scores;
  };
  leave_unread(head, Pairs::kOwn);
  if (scene.head(kept.head).subtract) {
    leave_unread(head.subtracted, Pairs::kSubtracted);
  }
  for (const Index query : needed.rows) {
    if (query >= scene.query_count()) continue;
    read_row(run, kept.head, query).put_into(head);
    kept.rows.push_back(query);
  }
  const std::lock_guard lock(mutex_);
  std::erase_if(partly_read_, [](const auto& one) { return one.first.expired(); });
  partly_read_[evaluation] = {kept.head, kept.rows};
  return evaluation;
}

std::shared_ptr<const Evaluation> ComputeDevice::evaluate(const Scene& scene, Progress* progress) {
  if (!backend_) backend_ = make_();
  if (auto evaluation = read_more(scene)) return evaluation;
  const auto start = std::chrono::steady_clock::now();
  auto run = backend_->run(scene, progress);
  drop_unused();
  auto kept = std::make_unique<Kept>(Kept{std::move(run)});
  if (scene.score.null == NoScore::kMasked) kept->run->mask_weights();
  kept->done = Fence::here();
  const auto evaluation = read(*kept, needed());
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  kept->seconds = evaluation->seconds = taken.count();
  kept->evaluations.emplace_back(evaluation);
  std::unique_ptr<Kept> oldest;
  const std::lock_guard lock(mutex_);
  kept_.push_back(std::move(kept));
  if (kept_.size() > kMostKept) {
    oldest = std::move(kept_.front());
    kept_.erase(kept_.begin());
  }
  return evaluation;
}

std::shared_ptr<const Evaluation> ComputeDevice::read_more(const Scene& scene) {
  const auto found = std::ranges::find_if(kept_, [&](const auto& kept) {
    return !kept->evaluations.back().expired() && same_but_view(kept->run->scene(), scene);
  });
  if (found == kept_.end()) return nullptr;
  Kept& kept = **found;
  auto evaluation = kept.evaluations.back().lock();
  if (!evaluation || kept.is_whole) return evaluation;
  const NumbersNeeded now = needed();
  const Index head = std::min(now.head, std::ssize(scene.heads) - 1);
  if (now.all || head != kept.head) {
    evaluation = read(kept, now);
    const std::lock_guard lock(mutex_);
    kept.evaluations.emplace_back(evaluation);
    return evaluation;
  }
  std::vector<Index> lacking;
  std::ranges::set_difference(now.rows, kept.rows, std::back_inserter(lacking));
  for (const Index query : lacking) {
    if (query >= scene.query_count()) continue;
    Row row = read_row(*kept.run, kept.head, query);
    row.evaluation = evaluation;
    add_row(kept.rows, query);
    const std::lock_guard lock(mutex_);
    arrived_.push_back(std::move(row));
  }
  return evaluation;
}

bool ComputeDevice::has_unused() const {
  return std::ranges::any_of(kept_, [](const auto& kept) { return !kept->is_used(); });
}

void ComputeDevice::drop_unused() {
  std::vector<std::unique_ptr<Kept>> unused;
  const std::lock_guard lock(mutex_);
  for (auto& kept : kept_) {
    if (!kept->is_used()) unused.push_back(std::move(kept));
  }
  std::erase(kept_, nullptr);
}

}  // namespace attn::gl
