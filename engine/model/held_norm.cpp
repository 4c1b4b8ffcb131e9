#include "engine/model/held_norm.h"

#include "engine/model/model.h"

namespace attn {

HeldNorm::HeldNorm(const NormKind& kind, float epsilon, const RowVector* gain,
                   const RowVector* shift, const WideRow& row)
    : centers_(kind.centers) {
  WideMatrix normed = row, centered = row;
  kind.normalize(normed, static_cast<double>(epsilon));
  if (centers_) centered.array() -= row.mean();
  Index largest = 0;
  const double size = centered.row(0).cwiseAbs().maxCoeff(&largest);
  const double scale = size > 0 ? normed(0, largest) / centered(0, largest) : 0;
  factors_ = WideRow::Constant(row.size(), scale);
  if (gain != nullptr) factors_.array() *= gain->cast<double>().array();
  shift_ = shift != nullptr ? WideRow(shift->cast<double>()) : WideRow::Zero(row.size());
}

void HeldNorm::apply(WideMatrix& parts) const {
  if (centers_) parts.colwise() -= parts.rowwise().mean().eval();
  parts.array().rowwise() *= factors_.array();
}

HeldNorm held_norm(const Norm& norm, const WideRow& row) {
  return {*norm.kind, norm.epsilon, row_or_null(norm.gain), row_or_null(norm.shift), row};
}

}  // namespace attn
