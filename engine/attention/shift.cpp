#include "engine/attention/shift.h"

#include <algorithm>
#include <cmath>

#include "engine/attention/mask.h"
#include "engine/attention/position.h"

namespace attn {
namespace {

double log_of_sigmoid(double a) { return std::min(a, 0.0) - std::log1p(std::exp(-std::abs(a))); }

template <typename M>
Eigen::VectorXd gates_of(const Head& head, const M& x) {
  const Eigen::VectorXd open =
      (x.template cast<double>() * (**head.w_f).cast<double>().transpose()).array() +
      static_cast<double>(head.b_f.value_or(0.0F));
  return open.unaryExpr(&log_of_sigmoid);
}

template <typename M>
Eigen::VectorXd sums_of(const Head& head, const M& x) {
  const Eigen::VectorXd gates = gates_of(head, x);
  Eigen::VectorXd sums = Eigen::VectorXd::Zero(gates.size());
  for (Index i = 1; i < sums.size(); ++i) sums(i) = sums(i - 1) + gates(i);
  return sums;
}

}  // namespace

bool has_distance_terms(const Attention& attention) { return attention.position.kind->term; }

std::vector<DistanceTerm> distance_terms(const Attention& attention, std::size_t h, Index steps) {
  const Position& position = attention.position;
  const PositionKind& kind = *position.kind;
  if (!kind.term) return {};
  return {{kind.id, kind.label, kind.formula.substr(kind.formula.find_first_of("+-")),
           kind.term(position, static_cast<Index>(h), std::ssize(attention.heads), steps)}};
}

WideRow distance_sums(const Attention& attention, std::size_t h, Index M, Index L) {
  WideRow sums = WideRow::Constant(M + L - 1, -0.0);  // −0 + x is x, 0 + x is not for −0
  for (Index n = 0; n < sums.cols(); ++n) {
    for (const DistanceTerm& term : distance_terms(attention, h, n + 1 - M)) sums(n) += term.value;
  }
  return sums;
}

bool shifts_scores(const Attention& attention) {
  return attention.bias || has_distance_terms(attention) ||
         std::ranges::any_of(attention.masks,
                             [](const Mask& m) { return m.kind->shift && m.sigma.has_value(); });
}

template <typename M>
void shift_scores(const Attention& attention, std::size_t h, M& scores) {
  const WideRow terms = distance_sums(attention, h, scores.rows(), scores.cols());
  WideRow row;
  for (Index i = 0; i < scores.rows(); ++i) {
    row = scores.row(i).template cast<double>();
    if (attention.bias) row += (*attention.bias)->row(i).cast<double>();
    row += terms.segment(scores.rows() - 1 - i, row.cols());
    for (const Mask& mask : attention.masks) {
      if (mask.kind->shift) mask.kind->shift(mask, i, row);
    }
    scores.row(i) = row.template cast<typename M::Scalar>();
  }
}
template void shift_scores(const Attention& attention, std::size_t h, Matrix& scores);
template void shift_scores(const Attention& attention, std::size_t h, WideMatrix& scores);

Eigen::VectorXd forget_gates(const Head& head, const Matrix& x) { return gates_of(head, x); }

Eigen::VectorXd forgotten_sums(const Head& head, const Matrix& x) { return sums_of(head, x); }

bool fades_scores(const Head& head) { return head.w_f || head.decay; }

template <typename M>
void fade_scores(const Head& head, const M& x, M& scores) {
  const Eigen::VectorXd sums =
      head.w_f ? sums_of(head, x) : Eigen::VectorXd::Zero(scores.rows()).eval();
  const double decay = head.decay.value_or(1.0F);
  for (Index i = 0; i < scores.rows(); ++i) {
    for (Index j = 0; j < scores.cols(); ++j) {
      double score = scores(i, j);
      if (head.w_f && j <= i) score += sums(i) - sums(j);
      scores(i, j) = static_cast<typename M::Scalar>(score * std::pow(decay, std::abs(i - j)));
    }
  }
}
template void fade_scores(const Head& head, const Matrix& x, Matrix& scores);
template void fade_scores(const Head& head, const WideMatrix& x, WideMatrix& scores);

void shift_backward(const Attention& attention, std::size_t h, const WideMatrix& by_scores,
                    const GradientsBelow& into) {
  if (attention.bias) into.add("bias", by_scores);
  const PositionKind& position = *attention.position.kind;
  const GradientsBelow of_position = into.below("position");
  const Index M = by_scores.rows();
  const Index steps = position.term_backward ? M + by_scores.cols() - 1 : 0;
  for (Index n = 0; n < steps; ++n) {
    // All pairs at distance j − i = n + 1 − M.
    position.term_backward(attention.position, static_cast<Index>(h), n + 1 - M,
                           by_scores.diagonal(n + 1 - M).sum(), of_position);
  }
  for (std::size_t m = 0; m < attention.masks.size(); ++m) {
    const Mask& mask = attention.masks[m];
    if (!mask.kind->shift_backward) continue;
    const GradientsBelow of_mask = into.below("masks").below(m);
    for (Index i = 0; i < M; ++i) mask.kind->shift_backward(mask, i, by_scores.row(i), of_mask);
  }
}

void fade_backward(const Head& head, const WideMatrix& x, const WideMatrix& before,
                   WideMatrix& by_scores, WideMatrix& by_x, const GradientsBelow& of_head) {
  const Index L = by_scores.rows();
  const Eigen::VectorXd sums = head.w_f ? sums_of(head, x) : Eigen::VectorXd::Zero(L).eval();
  Eigen::VectorXd by_sums = Eigen::VectorXd::Zero(std::max(L, by_scores.cols()));
  const double decay = head.decay.value_or(1.0F);
  double by_decay = 0;
  for (Index i = 0; i < L; ++i) {
    for (Index j = 0; j < by_scores.cols(); ++j) {
      double& by = by_scores(i, j);
      if (by == 0) continue;  // scores of hidden keys may be infinite
      const auto steps = static_cast<double>(std::abs(i - j));
      const bool forgets = head.w_f && j <= i;
      const double score = before(i, j) + (forgets ? sums(i) - sums(j) : 0);
      if (steps > 0) by_decay += by * score * steps * std::pow(decay, steps - 1);
      by *= std::pow(decay, steps);
      if (!forgets) continue;
      by_sums(i) += by;
      by_sums(j) -= by;
    }
  }
  of_head.add("decay", by_decay);
  if (!head.w_f) return;
  // The prefix sum at i contains gates 1 … i, and d ln σ(a) / da = σ(−a) = 1 − e^(ln σ(a)).
  const WideRow w_f = (**head.w_f).cast<double>();
  const Eigen::VectorXd gates = gates_of(head, x);
  double by_gate = 0;
  for (Index l = L - 1; l > 0; --l) {
    by_gate += by_sums(l);
    const double by_open = -std::expm1(gates(l)) * by_gate;
    of_head.add("w_f", by_open * x.row(l));
    of_head.add("b_f", by_open);
    by_x.row(l) += by_open * w_f;
  }
}

}  // namespace attn
