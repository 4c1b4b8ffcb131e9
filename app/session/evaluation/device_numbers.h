#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "app/gl/base/numbers_in_buffer.h"
#include "engine/attention/evaluation.h"

namespace attn::gl {
class ComputeRun;
}

namespace attn {

/// Which numbers of pairs (raw scores, scores, weights) the window needs.
struct NumbersNeeded {
  bool all = true;
  Index head = 0;             ///< else of this one
  std::vector<Index> rows{};  ///< those of these queries, in order
};

/// Which of them a Trace holds, where most stayed on the device that computed them: the rows of
/// some queries in one head. The other rows of that head are NaN, the matrices of the other heads
/// are empty. All other matrices of the Trace are whole.
struct PartlyRead {
  Index head = 0;
  std::vector<Index> rows{};  ///< queries whose rows are there, in order

  bool has(const NumbersNeeded& needed) const {
    return !needed.all && needed.head == head && std::ranges::includes(rows, needed.rows);
  }
};

/// Evaluations by compute shaders, whose numbers of pairs stay where they were computed: heatmaps
/// draw the weights from there, and only what is needed is read. Of a few numbers all are.
/// What evaluates calls keep(), read_more() and drop…() in the context of the shaders, on a thread
/// of its own; all else is the window's.
class DeviceNumbers {
 public:
  DeviceNumbers();
  ~DeviceNumbers();  ///< after drop_all()
  DeviceNumbers(const DeviceNumbers&) = delete;
  DeviceNumbers& operator=(const DeviceNumbers&) = delete;

  void need(NumbersNeeded needed);
  /// What is read of an evaluation that is shown; null where it is whole. Where that lacks what is
  /// needed, evaluating its scene again reads it.
  const PartlyRead* partly_read(const std::shared_ptr<const Evaluation>& evaluation) const;
  /// Puts what was read of evaluations that are shown into them.
  void take_rows();
  /// Where the weights of a head are, kMasked where a key is hidden, for the current context, which
  /// shares with the shaders' one. Nothing where they aren't there.
  std::optional<gl::NumbersInBuffer> weights(const std::shared_ptr<const Evaluation>& evaluation,
                                             Index head) const;
  /// How many numbers of pairs were read until now.
  Index pairs_read() const { return pairs_read_; }

  /// The evaluation of a run that was begun at `start` and has ended, with what is needed.
  std::shared_ptr<const Evaluation> keep(std::unique_ptr<gl::ComputeRun> run,
                                         std::chrono::steady_clock::time_point start);
  /// That of `scene`, where it is kept and in use, with what is needed now; else null. Where only
  /// rows are read, it is the same as before, and take_rows() completes it.
  std::shared_ptr<const Evaluation> read_more(const Scene& scene);
  /// Whether there are some that nothing shows any more.
  bool has_unused() const;
  void drop_unused();
  void drop_all();

 private:
  struct Kept;
  struct Row;
  NumbersNeeded needed() const;
  std::shared_ptr<Evaluation> read(Kept& kept, const NumbersNeeded& needed);
  Row read_row(const gl::ComputeRun& run, Index head, Index query);

  mutable std::mutex mutex_;  // of these four
  NumbersNeeded needed_;
  std::vector<std::unique_ptr<Kept>> kept_;  // changed by the thread that evaluates alone
  std::vector<Row> arrived_;
  std::map<std::weak_ptr<const Evaluation>, PartlyRead, std::owner_less<>> partly_read_;
  std::atomic<Index> pairs_read_ = 0;
};

}  // namespace attn
