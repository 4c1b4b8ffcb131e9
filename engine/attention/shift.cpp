#include "engine/attention/shift.h"

#include <algorithm>
#include <cmath>

#include "engine/attention/mask.h"
#include "engine/attention/position.h"
#include "engine/base/product.h"

namespace attn {
namespace {

double log_of_sigmoid(double a) { return std::min(a, 0.0) - std::log1p(std::exp(-std::abs(a))); }

/// Of all steps j − i from 1 − M to L − 1; empty where positions have no term.
WideRow terms_by_steps(const Attention& attention, std::size_t h, Index M, Index L) {
  const auto term = attention.position.kind->term;
  if (!term) return {};
  WideRow terms(M + L - 1);
  for (Index n = 0; n < terms.cols(); ++n) {
    terms(n) =
        term(attention.position, static_cast<Index>(h), std::ssize(attention.heads), n + 1 - M);
  }
  return terms;
}

}  // namespace

bool shifts_scores(const Attention& attention) {
  return attention.bias || attention.position.kind->term ||
         std::ranges::any_of(attention.masks,
                             [](const Mask& m) { return m.kind->shift && m.sigma.has_value(); });
}

void shift_scores(const Attention& attention, std::size_t h, Matrix& scores) {
  const WideRow terms = terms_by_steps(attention, h, scores.rows(), scores.cols());
  WideRow row;
  for (Index i = 0; i < scores.rows(); ++i) {
    row = scores.row(i).cast<double>();
    if (attention.bias) row += (*attention.bias)->row(i).cast<double>();
    if (terms.size() > 0) row += terms.segment(scores.rows() - 1 - i, row.cols());
    for (const Mask& mask : attention.masks) {
      if (mask.kind->shift) mask.kind->shift(mask, i, row);
    }
    scores.row(i) = row.cast<float>();
  }
}

Eigen::VectorXd forget_gates(const Head& head, const Matrix& x) {
  const Eigen::VectorXd open =
      (x.cast<double>() * (**head.w_f).cast<double>().transpose()).array() +
      static_cast<double>(head.b_f.value_or(0.0F));
  return open.unaryExpr(&log_of_sigmoid);
}

Eigen::VectorXd forgotten_sums(const Head& head, const Matrix& x) {
  const Eigen::VectorXd gates = forget_gates(head, x);
  Eigen::VectorXd sums = Eigen::VectorXd::Zero(gates.size());
  for (Index i = 1; i < sums.size(); ++i) sums(i) = sums(i - 1) + gates(i);
  return sums;
}

bool fades_scores(const Head& head) { return head.w_f || head.decay; }

void fade_scores(const Head& head, const Matrix& x, Matrix& scores) {
  const Eigen::VectorXd sums =
      head.w_f ? forgotten_sums(head, x) : Eigen::VectorXd::Zero(scores.rows()).eval();
  const double decay = head.decay.value_or(1.0F);
  for (Index i = 0; i < scores.rows(); ++i) {
    for (Index j = 0; j < scores.cols(); ++j) {
      double score = scores(i, j);
      if (head.w_f && j <= i) score += sums(i) - sums(j);
      scores(i, j) = static_cast<float>(score * std::pow(decay, std::abs(i - j)));
    }
  }
}

}  // namespace attn
