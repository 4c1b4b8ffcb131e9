#pragma once

#include "engine/attention/trace.h"
#include "engine/base/product.h"
#include "engine/fast/changes.h"

namespace attn {

/// The first stage, for what changed. Tables of positions are slow to compute, and kept as long as
/// the position is the same.
class Placement {
 public:
  /// As place_tokens() and place_queries(), which also throw; only the changed rows are written,
  /// unless all is new.
  void update(const Scene& scene, const Changes& changes, Trace& trace);

 private:
  struct Table {
    Position position;
    WideMatrix shift;

    /// False where nothing is added.
    bool prepare(const Position& position, Index rows, Index width);
    void place(const Matrix& embeddings, const FewLines& changed, Matrix& placed) const;
  };

  Table keys_, queries_;
};

}  // namespace attn
