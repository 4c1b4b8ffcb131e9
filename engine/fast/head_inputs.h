#pragma once

#include <map>
#include <utility>
#include <vector>

#include "engine/attention/scene.h"
#include "engine/attention/trace.h"
#include "engine/base/matrix.h"
#include "engine/fast/changes.h"
#include "engine/fast/live_head.h"
#include "engine/fast/weights.h"

namespace attn {

/// Rotation of rows by their index: cosine and sine of row i in the first and second column of each
/// pair.
struct Rotation {
  std::vector<std::pair<Index, Index>> pairs;  ///< columns that are rotated together
  WideMatrix table;                            ///< rows x width
};

Rotation rotation_of(const Position& position, Index rows, Index width);
/// Complex product of each pair of columns with its rotation, row by row; `first`: index of the
/// first row.
void turn_rows(const Rotation& turn, Index first, Eigen::Ref<WideMatrix> rows);

/// Rotations of queries and keys. Slow to compute, and cached while the position is unchanged.
class Rotations {
 public:
  /// Computes the tables that the scene's heads need.
  void prepare(const Scene& scene);
  /// Rotation of rows of this width; null without rotation.
  const Rotation* of(Index width) const;

 private:
  Position position_;
  std::map<Index, Rotation> rotations_;
};

/// Head of a running evaluation: inputs and outputs of its steps.
struct HeadWork {
  const Kernels& kernels;
  const Scene& scene;
  std::size_t h;
  const Trace& inputs;
  const Rotations& rotations;
  HeadTrace& trace;
  LiveHead& live;
  const WeightVisitor* visitor = nullptr;  ///< if set, the trace stores no pairs
};

/// Packs the head's weights.
void pack_weights(const HeadWork& work);

/// Returns whether head h has copies of the keys and values of an earlier head, which must be
/// computed first.
bool copies_keys(const Scene& scene, std::size_t h);

// Steps before the scores, each for `count` rows from `first`, with bounds of their results.

void compute_queries(const HeadWork& work, Index first, Index count, Scratch& scratch);
void compute_keys(const HeadWork& work, Index first, Index count, Scratch& scratch);
void compute_values(const HeadWork& work, Index first, Index count, Scratch& scratch);

/// Chooses the precision by the bounds above, and allocates the operands. Returns false if nothing
/// changed, so that packed operands stay valid.
bool choose_precision(const HeadWork& work);

// Packs the operands of computed rows. Keys start at a panel.

void pack_queries(const HeadWork& work, Index first, Index count);
void pack_keys(const HeadWork& work, Index first, Index count);
/// Packs one key among the packed ones.
void pack_key(const HeadWork& work, Index j);
void pack_values(const HeadWork& work, Index first, Index count);

/// First stage, restricted to changes. Tables of positions are slow to compute, and cached while
/// the position is unchanged.
class Placement {
 public:
  /// Like place_tokens() and place_queries(), including exceptions; writes only changed rows,
  /// unless everything is new.
  void update(const Scene& scene, const Changes& changes, Trace& trace);

 private:
  struct Table {
    Position position;
    WideMatrix shift;

    /// Returns false if nothing is added.
    bool prepare(const Position& position, Index rows, Index width);
    void place(const Matrix& embeddings, const FewLines& changed, Matrix& placed) const;
  };

  Table keys_, queries_;
};

}  // namespace attn
