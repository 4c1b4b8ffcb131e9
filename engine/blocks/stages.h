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
#include "engine/attention/trace.h"
#include "engine/blocks/network.h"
#include "engine/gradients/loss.h"

namespace attn {

struct Stage;

struct StageTrace {
  Matrix x;         ///< with the shape of its kind: L x D; logits of the last one, L x V′
  Matrix position;  ///< `embedding`: L x D, scale · P; empty if none is added
  Matrix hidden;    ///< `mlp`: L x F, what w_2 multiplies
  /// `attention`: evaluation as a scene whose inputs are those of the stage, for views of scenes.
  std::shared_ptr<const Evaluation> attention;
};

/// Counterpart in double precision.
struct WideStage {
  WideMatrix x;
  WideMatrix hidden;
  std::shared_ptr<const Scene> scene;  ///< `attention`: the scene with rounded inputs, and its
                                       ///< trace
  WideTrace attention;
};

/// Loss of the weights of a block's attention.
struct BlockLoss {
  int block = 0;
  Loss loss;
};

/// Inputs of the backward pass of stage `n`.
struct StageBack {
  const Network& network;
  const Stage& stage;
  std::span<const WideStage> traces;
  std::size_t n;
  /// Gradients by the `x` of each stage: that of stage n is complete, and the stage adds to those
  /// of its inputs.
  std::span<WideMatrix> by;
  Gradients& gradients;  ///< collects gradients of the stage's numbers
  const BlockLoss* more = nullptr;
};

/// Block of cells read by a stage: of the `x` of another stage, or of the network's embedding, V x
/// D.
struct StageCells {
  std::size_t stage = 0;  ///< like Stage::input
  Index row = 0, rows = 1;
  Index column = 0, columns = 1;
  bool operator==(const StageCells&) const = default;
};

/// Kind of stage of a network: a row of the table.
struct StageKind {
  std::string_view id;
  /// Throws SceneError, with the place, if the stage breaks a rule of the network format; null if
  /// it has no rules.
  void (*check)(const Network& network, const Stage& stage) = nullptr;
  /// Rows and columns of the stage's `x`.
  Shape (*shape)(const Network& network);
  /// Appends the cells that `cell` (a row and a column) of the stage's `x` depends on: exactly
  /// those that can change it.
  void (*feeds)(const Network& network, const Stage& stage, Cell cell,
                std::vector<StageCells>& cells);
  /// Computes `made` from the results of earlier stages.
  void (*forward)(const Network& network, const Stage& stage, std::span<const StageTrace> before,
                  StageTrace& made);
  /// Forward in double precision, and backward.
  void (*wide)(const Network& network, const Stage& stage, std::span<const WideStage> before,
               WideStage& made);
  void (*backward)(const StageBack& way);
  /// Count of numbers stored in the trace besides `x`; null: none.
  double (*numbers)(const Network& network, const Stage& stage) = nullptr;
  /// For parts of blocks: returns whether the block has the part, and its norm; else null.
  bool (*is_in)(const Block& block) = nullptr;
  std::optional<Norm> Block::*norm = nullptr;
  std::optional<Norm> Block::*norm_after = nullptr;  ///< with NormPlace::kBoth
};

/// Stages; parts of blocks in their order.
std::span<const StageKind> stage_kinds();
const StageKind& stage_kind(std::string_view id);

/// Stage between tokens and logits, with the stages that it reads.
struct Stage {
  const StageKind* kind;
  int block = -1;              ///< block of the stage; −1 before the first, B after the last
  std::size_t input = 0;       ///< stage whose `x` is read; the stage itself if none
  std::size_t skip = 0;        ///< `residual`: the other input
  const Norm* norm = nullptr;  ///< `norm`: which
  std::string place;           ///< JSON pointer to its numbers

  const Block& block_of(const Network& network) const {
    return network.blocks[static_cast<std::size_t>(block)];
  }
};

/// Stages of `network`, in order. They point into `network`.
std::vector<Stage> stages_of(const Network& network);

struct NetworkTrace {
  std::vector<StageTrace> stages;  ///< for each of stages_of()
  std::vector<std::string> warnings;
};

/// Cells that `cell` of the stage's `x` depends on, by its kind.
std::vector<StageCells> feeding_cells(const Network& network, const Stage& stage, Cell cell);

/// Approximate count of numbers in a trace.
double trace_numbers(const Network& network);

/// Throws SceneError, with the place, if `network` breaks a rule of the network format.
void require_valid(const Network& network);
/// Attention of a block in `trace`; null if the block has none.
std::shared_ptr<const Evaluation> attention_of(const Network& network, const NetworkTrace& trace,
                                               Index block);

/// Evaluates with the plain reference. `network` must pass require_valid(). Throws SceneError at
/// the stage's place if a number exceeds float32's range.
NetworkTrace evaluate_plainly(const Network& network);

}  // namespace attn
