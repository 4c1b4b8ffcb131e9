#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/attention/evaluation.h"
#include "engine/attention/gradients.h"
#include "engine/attention/shapes.h"
#include "engine/attention/wide_trace.h"
#include "engine/blocks/network.h"
#include "engine/gradients/loss.h"

namespace attn {

struct Stage;
struct StageTrace;
struct WideStage;

/// What is wanted of the weights of a block's attention.
struct BlockLoss {
  int block = 0;
  Loss loss;
};

/// What the step back from stage `n` is computed from.
struct StageBack {
  const Network& network;
  const Stage& stage;
  std::span<const WideStage> traces;
  std::size_t n;
  /// What is wanted of the `x` of each stage: its own is whole, and it adds to those that it reads.
  std::span<WideMatrix> by;
  Gradients& gradients;  ///< takes what its numbers get
  const BlockLoss* more = nullptr;
};

/// Cells that stand together, of what a stage reads: of the `x` of another; of the network's
/// embedding, V x D, where it reads no other.
struct StageCells {
  std::size_t stage = 0;  ///< as Stage::input
  Index row = 0, rows = 1;
  Index column = 0, columns = 1;
  bool operator==(const StageCells&) const = default;
};

/// What a network is made of. A kind is one row.
struct StageKind {
  std::string_view id;
  std::string_view label;
  std::string_view formula;  ///< in the TeX of app/document/formulas/formula.h
  /// Throws SceneError where what the stage is made of breaks a rule of the network format, with
  /// the place; null where nothing can.
  void (*check)(const Network& network, const Stage& stage);
  /// The rows and columns of its `x`.
  Shape (*shape)(const Network& network);
  /// Adds the cells from which `cell` (a row and a column) of its `x` is computed: just those of
  /// which, with some numbers in the others, a change changes it.
  void (*feeds)(const Network& network, const Stage& stage, Cell cell,
                std::vector<StageCells>& cells);
  /// Fills `made` from what the stages before it gave.
  void (*forward)(const Network& network, const Stage& stage, std::span<const StageTrace> before,
                  StageTrace& made);
  /// The same in double precision, and back.
  void (*wide)(const Network& network, const Stage& stage, std::span<const WideStage> before,
               WideStage& made);
  void (*backward)(const StageBack& way);
  /// How many numbers it leaves in the trace beside its `x`; null where none.
  double (*numbers)(const Network& network, const Stage& stage) = nullptr;
  /// Of what a block may be made of, whether it is there, and the norm that goes with it; else
  /// null.
  bool (*is_in)(const Block& block) = nullptr;
  std::optional<Norm> Block::*norm = nullptr;
};

/// Those that a block may be made of in the order in which they follow each other.
std::span<const StageKind> stage_kinds();
const StageKind& stage_kind(std::string_view id);

/// One step on the way from tokens to logits, and which steps it reads from.
struct Stage {
  const StageKind* kind;
  int block = -1;              ///< that it is of; −1 before the first, B after the last
  std::size_t input = 0;       ///< the stage whose `x` it reads; itself where it reads none
  std::size_t skip = 0;        ///< `residual`: the other one
  const Norm* norm = nullptr;  ///< `norm`: which
  std::string place;           ///< JSON pointer to the numbers that it is made of

  const Block& block_of(const Network& network) const {
    return network.blocks[static_cast<std::size_t>(block)];
  }
};

struct StageTrace {
  Matrix x;         ///< of its kind's shape: L x D; the last one's is the logits, L x V′
  Matrix position;  ///< `embedding`: L x D, scale · P; empty where none is added
  Matrix hidden;    ///< `mlp`: L x F, what w_2 multiplies
  /// `attention`: that of a scene whose inputs are what the stage reads. Whoever shows an
  /// evaluation of a scene can show this.
  std::shared_ptr<const Evaluation> attention;
};

/// The same in double precision.
struct WideStage {
  WideMatrix x;
  WideMatrix hidden;
  std::shared_ptr<const Scene> scene;  ///< `attention`: with inputs that are rounded, and its trace
  WideTrace attention;
};

/// The way through `network`, in order. It points into `network`.
std::vector<Stage> stages_of(const Network& network);

struct NetworkTrace {
  std::vector<StageTrace> stages;  ///< as stages_of() has them
  std::vector<std::string> warnings;
};

/// The cells that feed `cell` of the stage's `x`, as its kind has them.
std::vector<StageCells> feeding_cells(const Network& network, const Stage& stage, Cell cell);

/// How many numbers a trace of it holds, about.
double trace_numbers(const Network& network);

/// Throws SceneError where `network` breaks a rule of the network format, with the place.
void require_valid(const Network& network);
/// The attention of a block, as it is in `trace`; null where the block has none.
std::shared_ptr<const Evaluation> attention_of(const Network& network, const NetworkTrace& trace,
                                               Index block);

/// All of it by the plain reference. `network` must pass require_valid(). Throws SceneError at the
/// stage's place where a number leaves float32's range.
NetworkTrace evaluate_plainly(const Network& network);

}  // namespace attn
