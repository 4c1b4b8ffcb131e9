#pragma once

#include <map>

#include "engine/attention/scene.h"
#include "engine/attention/trace.h"
#include "engine/base/product.h"
#include "engine/fast/changes.h"
#include "engine/fast/live_head.h"
#include "engine/fast/weights.h"

namespace attn {

/// Cosine and sine for each pair of a row and for each row: how positions turn queries and keys.
/// Angles are slow to compute, and kept as long as the position is the same.
class Turns {
 public:
  /// Makes the tables that the scene's heads need.
  void prepare(const Scene& scene);
  /// rows x width; null where nothing turns.
  const WideMatrix* of(Index width) const;

 private:
  Position position_;
  std::map<Index, WideMatrix> tables_;
};

/// One head of an evaluation under way: what its steps read and write.
struct HeadWork {
  const Kernels& kernels;
  const Scene& scene;
  std::size_t h;
  const Trace& inputs;
  const Turns& turns;
  HeadTrace& trace;
  LiveHead& live;
  const WeightVisitor* visitor = nullptr;  ///< then the trace keeps nothing of pairs
};

/// Packs the head's weights.
void pack_weights(const HeadWork& work);

// The steps before the scores, each for `count` rows from `first`, with what they are bounded by.

void compute_queries(const HeadWork& work, Index first, Index count, Scratch& scratch);
void compute_keys(const HeadWork& work, Index first, Index count, Scratch& scratch);
void compute_values(const HeadWork& work, Index first, Index count, Scratch& scratch);

/// Decides on precision by those bounds and makes room for the operands. False where nothing of
/// this changed, so that operands that were packed before still hold.
bool choose_precision(const HeadWork& work);

// The operands of rows that were computed. Keys start at a panel.

void pack_queries(const HeadWork& work, Index first, Index count);
void pack_keys(const HeadWork& work, Index first, Index count);
/// One key's among those that are packed.
void pack_key(const HeadWork& work, Index j);
void pack_values(const HeadWork& work, Index first, Index count);

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
