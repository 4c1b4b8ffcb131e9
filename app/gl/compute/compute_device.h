#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "app/gl/base/device.h"
#include "app/gl/compute/compute_backend.h"

namespace attn::gl {

/// Device with compute shaders.
class ComputeDevice : public Device {
 public:
  using Make = std::function<std::unique_ptr<ComputeBackend>()>;
  /// `make` is called once, in the first call of evaluate().
  explicit ComputeDevice(Make make = [] { return checked_compute_backend(); });
  ~ComputeDevice() override;

  Trace compute(const Scene& scene) override { return ComputeBackend().evaluate(scene); }
  std::shared_ptr<const Evaluation> evaluate(const Scene& scene, Progress* progress) override;
  bool has_unused() const override;
  void drop_unused() override;
  bool computes(const Scene& scene) const override;
  void set_needed(NumbersNeeded needed) override;
  const PartlyRead* partly_read(const std::shared_ptr<const Evaluation>& evaluation) const override;
  void take_rows() override;
  std::optional<NumbersInBuffer> weights(const std::shared_ptr<const Evaluation>& evaluation,
                                         Index head) const override;
  Index pairs_read() const override { return pairs_read_; }

 private:
  struct Kept;
  struct Row;
  NumbersNeeded needed() const;
  std::shared_ptr<Evaluation> read(Kept& kept, const NumbersNeeded& needed);
  Row read_row(const ComputeRun& run, Index head, Index query);
  std::shared_ptr<const Evaluation> read_more(const Scene& scene);

  const Make make_;
  std::unique_ptr<ComputeBackend> backend_;  // outlives kept_, which uses it

  mutable std::mutex mutex_;  // guards these four
  NumbersNeeded needed_;
  std::vector<std::unique_ptr<Kept>> kept_;  // changed only by the evaluating thread
  std::vector<Row> arrived_;
  std::map<std::weak_ptr<const Evaluation>, PartlyRead, std::owner_less<>> partly_read_;
  std::atomic<Index> pairs_read_ = 0;
};

}  // namespace attn::gl
