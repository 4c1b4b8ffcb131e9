#include "engine/attention/combine.h"

#include <array>

#include "engine/attention/lookup.h"
#include "engine/attention/shapes.h"
#include "engine/base/require.h"

namespace attn {
namespace {

/// Concat(head_1, …, head_H) · W^O. Vaswani et al. 2017, section 3.2.2; b_o as in GPT-2 and BERT.
template <typename M, typename Of>
M concatenate(const Combine& combine, const std::vector<Of>& heads) {
  Index width = 0;
  for (const auto& head : heads) width += head.output.cols();
  M all(heads[0].output.rows(), width);
  Index first = 0;
  for (const auto& head : heads) {
    all.middleCols(first, head.output.cols()) = head.output;
    first += head.output.cols();
  }
  if (!combine.b_o) return combine.w_o ? product<M>(all, **combine.w_o) : all;
  WideMatrix sums = all.template cast<double>();
  if (combine.w_o) sums *= (**combine.w_o).cast<double>();
  sums.rowwise() += (**combine.b_o).cast<double>();
  return sums.template cast<typename M::Scalar>();
}

/// Σ_h w[h] · head_h for outputs of one shape.
template <typename M, typename Of>
M weighted_sum(const RowVector& w, const std::vector<Of>& heads) {
  WideMatrix sum = WideMatrix::Zero(heads[0].output.rows(), heads[0].output.cols());
  for (std::size_t h = 0; h < heads.size(); ++h) {
    sum += static_cast<double>(w(static_cast<Index>(h))) * heads[h].output.template cast<double>();
  }
  return sum.template cast<typename M::Scalar>();
}

template <typename M, typename Of>
M weigh_heads(const Combine& combine, const std::vector<Of>& heads) {
  return weighted_sum<M>(*combine.w, heads);
}

/// Σ_h head_h · w[h]: the concatenation's W^O in one slice for each head.
template <typename M, typename Of>
M project_heads(const Combine& combine, const std::vector<Of>& heads) {
  WideMatrix sum = WideMatrix::Zero(heads[0].output.rows(), combine.projections[0]->cols());
  for (std::size_t h = 0; h < heads.size(); ++h) {
    sum += heads[h].output.template cast<double>() * combine.projections[h]->cast<double>();
  }
  return sum.template cast<typename M::Scalar>();
}

template <typename M, typename Of>
M average_heads(const Combine&, const std::vector<Of>& heads) {
  WideMatrix sum = WideMatrix::Zero(heads[0].output.rows(), heads[0].output.cols());
  for (const auto& head : heads) sum += head.output.template cast<double>();
  return (sum / static_cast<double>(heads.size())).template cast<typename M::Scalar>();
}

template <typename M, typename Of>
M largest_of_heads(const Combine&, const std::vector<Of>& heads) {
  M largest = heads[0].output;
  for (const auto& head : heads) largest = largest.cwiseMax(head.output);
  return largest;
}

// Backward passes for the output's gradient G: each writes `by_heads`.

/// [O_1 … O_H] · W + b: dW = [O_1 … O_H]ᵀ G, dO_h = G Wᵀ cut by head, db = sum of G's rows.
void concatenate_backward(const CombineGradient& of, std::vector<WideHead>& by_heads) {
  WideMatrix by_all = of.by;
  if (of.combine.b_o) of.of_combine.add("b_o", of.by.colwise().sum());
  if (of.combine.w_o) {
    Combine beside;
    beside.kind = of.combine.kind;
    of.of_combine.add("w_o", concatenate<WideMatrix>(beside, of.heads).transpose() * of.by);
    by_all *= (**of.combine.w_o).cast<double>().transpose();
  }
  Index first = 0;
  for (std::size_t h = 0; h < of.heads.size(); ++h) {
    by_heads[h].output = by_all.middleCols(first, of.heads[h].output.cols());
    first += of.heads[h].output.cols();
  }
}

void weigh_backward(const CombineGradient& of, std::vector<WideHead>& by_heads) {
  for (std::size_t h = 0; h < of.heads.size(); ++h) {
    const auto n = static_cast<Index>(h);
    by_heads[h].output = static_cast<double>((*of.combine.w)(n)) * of.by;
    of.of_combine.add("w", n, of.by.cwiseProduct(of.heads[h].output).sum());
  }
}

void project_backward(const CombineGradient& of, std::vector<WideHead>& by_heads) {
  const GradientsBelow of_w = of.of_combine.below("w");
  for (std::size_t h = 0; h < of.heads.size(); ++h) {
    by_heads[h].output = of.by * of.combine.projections[h]->cast<double>().transpose();
    of_w.add(std::to_string(h), of.heads[h].output.transpose() * of.by);
  }
}

void average_backward(const CombineGradient& of, std::vector<WideHead>& by_heads) {
  for (WideHead& by : by_heads) by.output = of.by / static_cast<double>(by_heads.size());
}

/// The largest heads share G; ties within the rounding of doubles.
void largest_backward(const CombineGradient& of, std::vector<WideHead>& by_heads) {
  constexpr double kRounding = 1e-13;
  const WideMatrix largest = largest_of_heads<WideMatrix>(of.combine, of.heads);
  const WideMatrix least = largest - kRounding * largest.cwiseAbs();
  WideMatrix shares = WideMatrix::Zero(of.by.rows(), of.by.cols());
  for (std::size_t h = 0; h < of.heads.size(); ++h) {
    by_heads[h].output = (of.heads[h].output.array() >= least.array()).matrix().cast<double>();
    shares += by_heads[h].output;
  }
  for (WideHead& by : by_heads) {
    by.output = (by.output.array() * of.by.array() / shares.array()).matrix().eval();
  }
}

Index concatenated_width(const Scene& scene) {
  return scene.combine.w_o ? (*scene.combine.w_o)->cols() : w_o_shape(scene).rows.count;
}

Index projected_width(const Scene& scene) { return scene.combine.projections[0]->cols(); }

Index width_of_head(const Scene& scene) { return width_of_v(scene, 0); }

void check_nothing(const Scene&) {}

void check_equal_widths(const Scene& scene) {
  const Index first = width_of_v(scene, 0);
  for (std::size_t h = 1; h < scene.heads.size(); ++h) {
    const Index found = width_of_v(scene, h);
    require(found == first, "/combine/kind",
            "expected heads of equal value width, found " + std::to_string(first) +
                " in head 0 and " + std::to_string(found) + " in head " + std::to_string(h));
  }
}

void check_concat(const Scene& scene) {
  const Combine& combine = scene.combine;
  if (combine.w_o) require_shape(**combine.w_o, w_o_shape(scene), "/combine/w_o");
  if (!combine.b_o) return;
  const Index Do = combine.w_o ? (*combine.w_o)->cols() : w_o_shape(scene).rows.count;
  require_count((*combine.b_o)->cols(), exactly(Do, "Do"), "number", "/combine/b_o");
  require_finite(**combine.b_o, "/combine/b_o");
}

void check_weighted(const Scene& scene) {
  require_count(scene.combine.w->cols(), head_count(scene), "number", "/combine/w");
  require_finite(*scene.combine.w, "/combine/w");
  check_equal_widths(scene);
}

void check_projection(const Scene& scene) {
  const auto& w = scene.combine.projections;
  require_count(std::ssize(w), head_count(scene), "head", "/combine/w");
  for (std::size_t h = 0; h < w.size(); ++h) {
    require_shape(*w[h], projection_shape(scene, h), "/combine/w/" + std::to_string(h));
  }
}

constexpr Parameter kConcat[] = {{"w_o"}, {"b_o", false, 2}};
constexpr Parameter kWeights[] = {{"w", true}};

constexpr std::array kCombineKinds{
    CombineKind{"concat", "Concatenate",
                R"(O = \operatorname{concat}(O_h) \, \mathbf{W}_\mathrm{O})", kConcat,
                Joins::kBeside, concatenate<Matrix, HeadTrace>, concatenate<WideMatrix, WideHead>,
                concatenate_backward, concatenated_width, check_concat},
    CombineKind{"weighted", "Weighted sum", R"(O = \sum_h w_h O_h)", kWeights, Joins::kByNumber,
                weigh_heads<Matrix, HeadTrace>, weigh_heads<WideMatrix, WideHead>, weigh_backward,
                width_of_head, check_weighted},
    CombineKind{"projection", "Projected sum", R"(O = \sum_h O_h \mathbf{W}_h)", kWeights,
                Joins::kByMatrix, project_heads<Matrix, HeadTrace>,
                project_heads<WideMatrix, WideHead>, project_backward, projected_width,
                check_projection},
    CombineKind{"mean", "Mean", R"(O = \frac{1}{H} \sum_h O_h)", kNoParameters, Joins::kAlike,
                average_heads<Matrix, HeadTrace>, average_heads<WideMatrix, WideHead>,
                average_backward, width_of_head, check_equal_widths, 1},
    CombineKind{"max", "Maximum", R"(O = \max_h O_h)", kNoParameters, Joins::kAlike,
                largest_of_heads<Matrix, HeadTrace>, largest_of_heads<WideMatrix, WideHead>,
                largest_backward, width_of_head, check_equal_widths},
    CombineKind{"none", "None", R"(\text{heads stay separate})", kNoParameters, Joins::kNotAtAll,
                nullptr, nullptr, nullptr, nullptr, check_nothing},
};

}  // namespace

std::optional<Matrix> combine_heads(const Combine& combine, const std::vector<HeadTrace>& heads) {
  if (!combine.kind->combine || heads[0].output.cols() == 0) return std::nullopt;
  return combine.kind->combine(combine, heads);
}

std::span<const CombineKind> combine_kinds() { return kCombineKinds; }
const CombineKind& combine_kind(std::string_view id) { return row_of(combine_kinds(), id); }

}  // namespace attn
