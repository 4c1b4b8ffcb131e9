#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/figure/steps/pipeline.h"

namespace attn {

/// The matrices of one pipeline, each as its steps show it.
class PipelineMatrices {
 protected:
  using Kind = Part::Kind;
  using Role = PipelineMatrix::Role;
  using Labels = const std::vector<std::string>*;

  explicit PipelineMatrices(Pipeline& pipeline);

  Labels key_labels() const { return &scene_.tokens; }
  Labels query_labels() const { return &scene_.query_tokens(); }

  /// Keeps what the Trace does not hold, as long as the pipeline.
  const Matrix* keep(Matrix made);

  Part mine(Kind kind) const { return {kind, pipeline_.head}; }
  static PipelineMatrix feature(Part part, std::string symbol, const Matrix& values,
                                Labels rows = nullptr);
  PipelineMatrix pairs(Part part, std::string symbol, Role role, const Matrix& values,
                       bool is_masked) const;

  PipelineMatrix x() const { return feature({Kind::x}, "X", trace_.x, key_labels()); }
  PipelineMatrix query_x() const;
  PipelineMatrix values() const;
  PipelineMatrix queries() const { return feature(mine(Kind::q), "Q", head_.q, query_labels()); }
  PipelineMatrix keys() const { return feature(mine(Kind::k), "K", head_.k, key_labels()); }
  /// K with its keys as columns, as it stands in a product.
  PipelineMatrix keys_as_columns();
  PipelineMatrix v() const { return feature(mine(Kind::v), "V", head_.v, key_labels()); }
  PipelineMatrix raw() const { return pairs(mine(Kind::raw), "S′", Role::score, *raw_, false); }
  PipelineMatrix scores() const;
  PipelineMatrix weights() const;
  PipelineMatrix head_output(Index h) const;
  PipelineTerm head_outputs() const;

  /// "w₁".
  static std::string numbered(std::string symbol, Index n);
  /// Adds `more` to the words of a note.
  static void join(std::string& words, std::string_view more, std::string_view between = " · ");

  Pipeline& pipeline_;
  const Scene& scene_;
  const Trace& trace_;
  const std::size_t h_;
  const HeadTrace& head_;
  const Matrix* raw_;  ///< the scores without their scale, which is part of the step after them

 private:
  const Matrix* raw_scores();
};

}  // namespace attn
