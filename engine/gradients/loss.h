#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/attention/kinds.h"
#include "engine/attention/scene.h"
#include "engine/attention/wide_trace.h"

namespace attn {

struct LossKind;
std::span<const LossKind> loss_kinds();
const LossKind& loss_kind(std::string_view id);

/// What is wanted of an output, or of weights.
struct Loss {
  const LossKind* kind = &loss_kind("mse");
  float factor = 1;
  Matrix target;                   ///< M x Do for `mse`; M x L for weights
  std::vector<bool> has_target{};  ///< of weights, M: whether a row has one
  std::vector<int> targets{};      ///< `cross_entropy`: M columns of the output; −1: none
  std::optional<int> head{};       ///< of weights; absent: all, each row of each head by itself
  std::string place{};             ///< JSON pointer to it in its file; of errors
};

/// A loss is of one or the other: where it is of both, or of neither, there is none.
struct LossKind {
  std::string_view id;
  std::span<const Parameter> parameters;
  /// The loss, without its factor, of `output` (M x Do); `by`, of its shape, becomes how it grows
  /// with each.
  double (*of_output)(const Loss& loss, const WideMatrix& output, WideMatrix& by) = nullptr;
  /// The same of one head's weights, but summed over the rows that have a target: to `by`'s
  /// `weights`, or `scaled`, `part` times how it grows is added.
  double (*of_weights)(const Loss& loss, const Scene& scene, std::size_t h, const WideHead& made,
                       double part, WideHead& by) = nullptr;
  /// Throws SceneError at the loss's place where the scene has no such loss.
  void (*check_weights)(const Loss& loss, const Scene& scene) = nullptr;
  bool is_of_shares = false;  ///< targets below 0 have no meaning
};

/// Throws SceneError, at its place in its file, where `loss` doesn't fit the scene.
void check_loss(const Loss& loss, const Scene& scene);
/// The same where there is but an output of that shape, as a network has.
void check_output_loss(const Loss& loss, Index rows, Index width);

/// Adds what it says to `by`, and gives it, times its factor. Throws SceneError where it is
/// infinite, at the target that can't be reached.
double add_loss(const Loss& loss, const Scene& scene, const WideTrace& trace, WideTrace& by);
double add_output_loss(const Loss& loss, const WideMatrix& output, WideMatrix& by);

}  // namespace attn
