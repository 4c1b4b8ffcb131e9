#pragma once

#include <string>
#include <vector>

#include "app/figure/inspector/explain_sources.h"
#include "app/figure/text/visible_text.h"
#include "engine/attention/evaluation.h"
#include "engine/attention/pair_rows.h"

namespace attn {

/// Cell that the steps explain, and its pairs: the head's own, or those of its `subtract`, which
/// has a score and a weight for each cell too.
struct ExplainedCell {
  const Evaluation& evaluation;
  std::size_t h;
  Cell cell;
  Pairs pairs = Pairs::kOwn;

  bool is_own() const { return pairs == Pairs::kOwn; }
  const Scene& scene() const { return evaluation.scene; }
  const Head& head() const { return evaluation.scene.heads[h]; }
  const HeadTrace& trace() const { return evaluation.trace.heads[h]; }
  const PairTrace& numbers() const {
    return is_own() ? static_cast<const PairTrace&>(trace()) : trace().subtracted;
  }
  CellSources from() const { return {evaluation, h, cell, pairs}; }
  ExplainedCell at(Cell other) const { return {evaluation, h, other, pairs}; }

  float score() const { return numbers().scores(cell.query, cell.key); }
  std::string score_name() const {
    return is_own() ? R"(s_{\query{i}\key{j}})" : R"(s_{2,\query{i}\key{j}})";
  }
  /// Symbol of a weight of these pairs: α, or α₁ and α₂ if one is subtracted from the other.
  std::string weight_name() const {
    if (!head().subtract) return R"(\alpha_{\query{i}\key{j}})";
    return is_own() ? R"(\alpha_{1,\query{i}\key{j}})" : R"(\alpha_{2,\query{i}\key{j}})";
  }
  std::string query_token(Index i) const { return token_of(scene().query_tokens(), i); }
  std::string key_token(Index j) const { return token_of(scene().tokens, j); }
  std::string query_token() const { return query_token(cell.query); }
  std::string key_token() const { return key_token(cell.key); }

 private:
  static std::string token_of(const std::vector<std::string>& tokens, Index n) {
    return visible_text(tokens[static_cast<std::size_t>(n)]);
  }
};

}  // namespace attn
