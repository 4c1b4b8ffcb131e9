#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "app/document/dumps/attention_dump.h"

namespace attn {

/// Ways to join the heads of each layer.
enum class JoinHeads { kMean, kMax, kRollout };

/// A way to join, for lists of choices.
struct JoinKind {
  JoinHeads how;
  std::string_view id, label;
};
std::span<const JoinKind> join_kinds();

/// Maximum number of tokens for rollout, which multiplies matrices layer by layer.
inline constexpr Index kMostRolledOut = 2048;

/// `dump` with one head in each layer:
/// - mean of its weights over the heads, or for each pair the largest of them;
/// - rollout: contribution of each input token to a layer's output, if each layer's output is half
///   attention and half its input. With W the mean over a layer's heads, each row divided by its
///   sum (a row that sees no key stays 0, and becomes that of I),
///     A = (W + I), each row divided by its sum;  R_n = A_n · R_(n − 1),  R_0 = A_0
///   (S. Abnar, W. Zuidema: Quantifying Attention Flow in Transformers, ACL 2020, section 3).
/// Numbers are read on demand. Throws ImportError if rollout is impossible: a layer is not square,
/// differs in size from the others, or is too large.
std::unique_ptr<AttentionDump> joined_heads(std::shared_ptr<const AttentionDump> dump,
                                            JoinHeads how);

}  // namespace attn
