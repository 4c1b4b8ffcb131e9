#include "engine/blocks/stages.h"

#include <array>

#include "engine/attention/attention.h"
#include "engine/attention/lookup.h"
#include "engine/attention/norm.h"
#include "engine/attention/position.h"
#include "engine/base/problem.h"
#include "engine/base/product.h"
#include "engine/base/require.h"

namespace attn {
namespace {

WideMatrix with_bias(WideMatrix rows, const std::optional<Cow<RowVector>>& bias) {
  if (bias) rows.rowwise() += (**bias).cast<double>();
  return rows;
}

WideMatrix times(const WideMatrix& x, const Matrix& weights) { return x * weights.cast<double>(); }

/// Rows of the embedding, with positions added (Vaswani et al. 2017, section 3.4, unscaled).
void embed(const Network& network, const Stage&, std::span<const StageTrace>, StageTrace& made) {
  const std::vector<Index> places = places_in_vocabulary(network);
  const auto L = static_cast<Index>(places.size());
  made.x.resize(L, network.width());
  for (Index i = 0; i < L; ++i) {
    made.x.row(i) = network.embedding->row(places[static_cast<std::size_t>(i)]);
  }
  if (!network.position.kind->table) return;
  const WideMatrix shift = position_shift(network.position, L, network.width());
  made.position = shift.cast<float>();
  place_rows(Matrix(made.x), shift, 0, L, made.x);
}

void normalize_rows(const Network&, const Stage& stage, std::span<const StageTrace> before,
                    StageTrace& made) {
  const Norm& norm = *stage.norm;
  WideMatrix rows = before[stage.input].x.cast<double>();
  norm.kind->normalize(rows, norm.epsilon);
  if (norm.gain) rows.array().rowwise() *= (**norm.gain).cast<double>().array();
  made.x = with_bias(std::move(rows), norm.shift).cast<float>();
}

void attend(const Network& network, const Stage& stage, std::span<const StageTrace> before,
            StageTrace& made) {
  const auto block = static_cast<std::size_t>(stage.block);
  made.attention = evaluate_plainly(scene_of(network, block, before[stage.input].x));
  made.x = *made.attention.output;
}

void apply_mlp(const Network& network, const Stage& stage, std::span<const StageTrace> before,
               StageTrace& made) {
  const Mlp& mlp = *network.blocks[static_cast<std::size_t>(stage.block)].mlp;
  const WideMatrix x = before[stage.input].x.cast<double>();
  WideMatrix hidden = with_bias(times(x, *mlp.w_1), mlp.b_1).unaryExpr(mlp.activation->bend);
  if (mlp.w_3) hidden.array() *= with_bias(times(x, **mlp.w_3), mlp.b_3).array();
  made.x = with_bias(times(hidden, *mlp.w_2), mlp.b_2).cast<float>();
  made.hidden = hidden.cast<float>();
}

/// He et al. 2016, eq. 1.
void add_input(const Network&, const Stage& stage, std::span<const StageTrace> before,
               StageTrace& made) {
  made.x = before[stage.skip].x + before[stage.input].x;
}

/// Tied to the embedding where it has no matrix of its own (Press & Wolf 2017).
void unembed(const Network& network, const Stage& stage, std::span<const StageTrace> before,
             StageTrace& made) {
  const WideMatrix x = before[stage.input].x.cast<double>();
  const WideMatrix logits = network.unembedding
                                ? times(x, **network.unembedding)
                                : WideMatrix(x * network.embedding->cast<double>().transpose());
  made.x = with_bias(logits, network.unembedding_bias).cast<float>();
}

constexpr std::array kStageKinds{
    StageKind{"embedding", "Embedding", "X = E[tokens] + P", embed},
    StageKind{"norm", "Norm", "gain · norm(X) + shift", normalize_rows},
    StageKind{"attention", "Attention", "O = attention(X)", attend},
    StageKind{"mlp", "MLP", "act(X · W₁ + b₁) · W₂ + b₂", apply_mlp},
    StageKind{"residual", "Residual", "X + f(X)", add_input},
    StageKind{"unembedding", "Unembedding", "X · U + b", unembed},
};

/// Lays the way one stage after another.
class Way {
 public:
  std::size_t last() const { return stages_.size() - 1; }

  void add(std::string_view kind, std::string place, int block) {
    const std::size_t input = stages_.empty() ? 0 : last();
    stages_.push_back({&stage_kind(kind), block, input, 0, nullptr, std::move(place)});
  }
  void add_norm(const std::optional<Norm>& norm, std::string place, int block) {
    if (!norm) return;
    add("norm", std::move(place), block);
    stages_.back().norm = &*norm;
  }
  /// One half of a block: `what` with its norm and "x +".
  void add_half(const Block& block, int number, std::string_view what,
                const std::optional<Norm>& norm) {
    const std::string whole = "/blocks/" + std::to_string(number);
    const std::string place = whole + "/" + std::string(what);
    const std::size_t x = last();
    if (block.norm_place == NormPlace::kPre) add_norm(norm, place + "_norm", number);
    add(what, place, number);
    if (block.residual) {
      add("residual", whole + "/residual", number);
      stages_.back().skip = x;
    }
    if (block.norm_place == NormPlace::kPost) add_norm(norm, place + "_norm", number);
  }
  std::vector<Stage> take() && { return std::move(stages_); }

 private:
  std::vector<Stage> stages_;
};

void evaluate_stage(const Network& network, const Stage& stage, NetworkTrace& trace) {
  StageTrace made;
  try {
    stage.kind->forward(network, stage, trace.stages, made);
  } catch (const SceneError& error) {
    const Problem& inside = error.problem();
    if (stage.kind->id != "attention") throw;
    throw SceneError({stage.place + inside.place, inside.text});
  }
  require(made.x.allFinite(), stage.place, "numbers leave the range of float32");
  const std::string which = "block " + std::to_string(stage.block) + ": ";
  for (const std::string& warning : made.attention.warnings) {
    trace.warnings.push_back(which + warning);
  }
  trace.stages.push_back(std::move(made));
}

}  // namespace

std::vector<Stage> stages_of(const Network& network) {
  Way way;
  way.add("embedding", "/embedding", -1);
  way.add_norm(network.norm_in, "/norm_in", -1);
  int number = 0;
  for (const Block& block : network.blocks) {
    if (block.attention) way.add_half(block, number, "attention", block.attention_norm);
    if (block.mlp) way.add_half(block, number, "mlp", block.mlp_norm);
    ++number;
  }
  way.add_norm(network.norm_out, "/norm_out", number);
  way.add("unembedding", "/unembedding", number);
  return std::move(way).take();
}

NetworkTrace evaluate_plainly(const Network& network) {
  NetworkTrace trace;
  for (const Stage& stage : stages_of(network)) evaluate_stage(network, stage, trace);
  return trace;
}

std::span<const StageKind> stage_kinds() { return kStageKinds; }
const StageKind& stage_kind(std::string_view id) { return row_of(stage_kinds(), id); }

}  // namespace attn
