#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/attention/kinds.h"
#include "engine/attention/scene.h"
#include "engine/attention/trace.h"

namespace attn {

struct LossKind;
std::span<const LossKind> loss_kinds();
const LossKind& loss_kind(std::string_view id);

/// Loss: target of an output, or of weights.
struct Loss {
  const LossKind* kind = &loss_kind("mse");
  float factor = 1;
  Matrix target;                   ///< M x Do for `mse`; M x L for weights
  std::vector<bool> has_target{};  ///< for weights, M: whether a row has a target
  std::vector<int> targets{};      ///< `cross_entropy`: M columns of the output; −1: no target
  std::optional<int> head{};       ///< head for weights; absent: all, with each row of each head
                                   ///< separately
  std::string place{};             ///< JSON pointer to the loss in its file, for errors
};

/// Kind of loss. It applies either to outputs or to weights.
struct LossKind {
  std::string_view id;
  std::span<const Parameter> parameters;
  /// Loss, without its factor, of `output` (M x Do); its gradient is written to `by`.
  double (*of_output)(const Loss& loss, const WideMatrix& output, WideMatrix& by) = nullptr;
  /// Loss of one head's weights, summed over the rows with a target; adds `part` times its gradient
  /// to `weights` or `scaled` of `by`.
  double (*of_weights)(const Loss& loss, const Scene& scene, std::size_t h, const WideHead& made,
                       double part, WideHead& by) = nullptr;
  /// Throws SceneError at the loss's place if the loss is not defined for the scene.
  void (*check_weights)(const Loss& loss, const Scene& scene) = nullptr;
  bool is_of_shares = false;  ///< targets must not be negative
};

/// Throws SceneError, at the place of `loss` in its file, if it does not fit the scene.
void check_loss(const Loss& loss, const Scene& scene);
/// Checks a loss of an output of that shape, as of a network.
void check_output_loss(const Loss& loss, Index rows, Index width);

/// Adds the gradient of the loss to `by`, and returns the loss, both times its factor. Throws
/// SceneError at an unreachable target if the loss is infinite.
double add_loss(const Loss& loss, const Scene& scene, const WideTrace& trace, WideTrace& by);
double add_output_loss(const Loss& loss, const WideMatrix& output, WideMatrix& by);

}  // namespace attn
