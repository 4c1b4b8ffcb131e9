#include "app/figure/steps/pipeline_matrices.h"

#include "engine/attention/score.h"

namespace attn {

PipelineMatrices::PipelineMatrices(Pipeline& pipeline)
    : pipeline_(pipeline),
      scene_(pipeline.evaluation->scene),
      trace_(pipeline.evaluation->trace),
      h_(static_cast<std::size_t>(pipeline.head)),
      head_(trace_.heads[h_]),
      raw_(raw_scores()) {}

const Matrix* PipelineMatrices::keep(Matrix made) {
  pipeline_.own.push_back(std::make_shared<const Matrix>(std::move(made)));
  return pipeline_.own.back().get();
}

const Matrix* PipelineMatrices::raw_scores() {
  if (score_factor(scene_, h_) == 1) return &head_.raw_scores();
  const Score plain = plain_score(scene_.score);
  return keep(plain.kind->scores(plain, scene_.heads[h_], head_.q, head_.k));
}

PipelineMatrix PipelineMatrices::feature(Part part, std::string symbol, const Matrix& values,
                                         Labels rows) {
  return {part, std::move(symbol), Role::feature, &values, nullptr, rows, nullptr};
}

PipelineMatrix PipelineMatrices::pairs(Part part, std::string symbol, Role role,
                                       const Matrix& values, bool is_masked) const {
  return {part,           std::move(symbol), role, &values, is_masked ? &head_.scores : nullptr,
          query_labels(), key_labels()};
}

PipelineMatrix PipelineMatrices::keys_as_columns() {
  PipelineMatrix turned = feature(mine(Kind::k), "K^T", *keep(head_.k.transpose()));
  turned.columns = key_labels();
  turned.is_transposed = true;
  return turned;
}

PipelineMatrix PipelineMatrices::query_x() const {
  if (!scene_.queries) return x();
  return feature({Kind::query_x}, "X_Q", trace_.query_x, query_labels());
}

PipelineMatrix PipelineMatrices::values() const {
  return feature({Kind::values}, "values", **scene_.values, key_labels());
}

PipelineMatrix PipelineMatrices::scores() const {
  return pairs(mine(Kind::scores), "S", Role::score, head_.scores, true);
}

PipelineMatrix PipelineMatrices::weights() const {
  return pairs(mine(Kind::weights), "α", Role::weight, head_.weights, true);
}

PipelineMatrix PipelineMatrices::head_output(Index h) const {
  return feature({Kind::head_output, h}, numbered("O", h),
                 trace_.heads[static_cast<std::size_t>(h)].output, query_labels());
}

PipelineTerm PipelineMatrices::head_outputs() const {
  PipelineTerm term;
  for (std::size_t h = 0; h < scene_.heads.size(); ++h) {
    term.matrices.push_back(head_output(static_cast<Index>(h)));
  }
  return term;
}

std::string PipelineMatrices::numbered(std::string symbol, Index n) {
  constexpr const char* kDigits[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
  for (const char digit : std::to_string(n)) symbol += kDigits[digit - '0'];
  return symbol;
}

void PipelineMatrices::join(std::string& words, std::string_view more, std::string_view between) {
  if (more.empty()) return;
  if (!words.empty()) words += between;
  words += more;
}

}  // namespace attn
