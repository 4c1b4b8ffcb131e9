#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/blocks/network.h"

namespace attn {

struct Stage;
struct StageTrace;

/// What a network is made of. A kind is one row.
struct StageKind {
  std::string_view id;
  std::string_view label;
  std::string_view formula;
  /// Fills `made` from what the stages before it gave.
  void (*forward)(const Network& network, const Stage& stage, std::span<const StageTrace> before,
                  StageTrace& made);
};

std::span<const StageKind> stage_kinds();
const StageKind& stage_kind(std::string_view id);

/// One step on the way from tokens to logits, and which steps it reads from.
struct Stage {
  const StageKind* kind;
  int block = -1;              ///< that it is of; −1 before the first, B after the last
  std::size_t input = 0;       ///< the stage whose `x` it reads; itself where it reads none
  std::size_t skip = 0;        ///< `residual`: the other one
  const Norm* norm = nullptr;  ///< `norm`: which
  std::string place;           ///< JSON pointer to what it is made of
};

struct StageTrace {
  Matrix x;         ///< L x D; the last one's is the logits, L x V′
  Matrix position;  ///< `embedding`: L x D, scale · P; empty where none is added
  Matrix hidden;    ///< `mlp`: L x F, what w_2 multiplies
  Trace attention;  ///< `attention`
};

/// The way through `network`, in order. It points into `network`.
std::vector<Stage> stages_of(const Network& network);

struct NetworkTrace {
  std::vector<StageTrace> stages;  ///< as stages_of() has them
  std::vector<std::string> warnings;
};

/// All of it by the plain reference. `network` must pass require_valid(). Throws SceneError at the
/// stage's place where a number leaves float32's range.
NetworkTrace evaluate_plainly(const Network& network);

}  // namespace attn
