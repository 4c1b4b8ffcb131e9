#include "engine/fast/fast_combine.h"

#include "engine/attention/combine.h"
#include "engine/fast/packing.h"

namespace attn {

void FastCombine::prepare(const Kernels& kernels, const Combine& combine, bool new_factors,
                          AttentionTrace& trace) {
  const bool appends = combine.kind->joins == Joins::kBeside;
  multiplies_ = (appends && combine.w_o) || combine.kind->joins == Joins::kByMatrix;
  by_rows_ = appends || multiplies_;
  has_output_ = combine.kind->combine != nullptr;
  b_o_ = appends ? combine.b_o : std::nullopt;
  if (!by_rows_) {
    trace.output = combine_heads(combine, trace.heads);
    return;
  }
  if (!trace.output) trace.output.emplace();
  Index width = 0;
  if (multiplies_) {
    if (new_factors || factors_.size() != trace.heads.size()) {
      pack_factors(kernels, combine, trace);
    }
    width = combine.w_o && appends ? (*combine.w_o)->cols() : combine.projections[0]->cols();
  } else {
    for (const HeadTrace& head : trace.heads) width += head.output.cols();
  }
  trace.output->resize(trace.heads[0].output.rows(), width);
}

void FastCombine::pack_factors(const Kernels& kernels, const Combine& combine,
                               const AttentionTrace& trace) {
  factors_.resize(trace.heads.size());
  Index first = 0;
  for (std::size_t h = 0; h < trace.heads.size(); ++h) {
    const Index rows = trace.heads[h].output.cols();
    const bool whole = combine.kind->joins == Joins::kByMatrix;
    const Matrix& from = whole ? *combine.projections[h] : **combine.w_o;
    const Index panel = kernels.panel_doubles;
    pack(whole ? from.data() : from.row(first).data(), rows, from.cols(), 0, rows, panel,
         factors_[h].reserve(rows * padded(from.cols(), panel)));
    first += rows;
  }
}

void FastCombine::rows(const Kernels& kernels, Index first, Index count, Scratch& scratch,
                       AttentionTrace& trace) const {
  Matrix& output = *trace.output;
  if (!multiplies_) {
    Index col = 0;
    for (const HeadTrace& head : trace.heads) {
      output.block(first, col, count, head.output.cols()) = head.output.middleRows(first, count);
      col += head.output.cols();
    }
    if (b_o_) output.middleRows(first, count).rowwise() += **b_o_;
    return;
  }
  const Index step = padded(output.cols(), kernels.panel_doubles);
  double* sums = scratch.wide.reserve(count * step);
  for (std::size_t h = 0; h < trace.heads.size(); ++h) {
    const Matrix& from = trace.heads[h].output;
    kernels.accumulate_wide({.left = from.row(first).data(),
                             .left_step = from.cols(),
                             .rows = count,
                             .panels = factors_[h].data(),
                             .depth = from.cols(),
                             .cols = output.cols(),
                             .adds = h > 0,
                             .sums = sums,
                             .sums_step = step});
  }
  for (Index i = 0; i < count; ++i) {
    for (Index c = 0; c < output.cols(); ++c) {
      const double b = b_o_ ? static_cast<double>((**b_o_)(c)) : 0;
      output(first + i, c) = static_cast<float>(sums[i * step + c] + b);
    }
  }
}

}  // namespace attn
