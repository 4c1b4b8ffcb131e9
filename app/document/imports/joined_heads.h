#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "app/document/imports/attention_dump.h"

namespace attn {

/// How the heads of each layer become one.
enum class JoinHeads { kMean, kMax, kRollout };

/// One of them, for lists to choose from.
struct JoinKind {
  JoinHeads how;
  std::string_view id, label;
};
std::span<const JoinKind> join_kinds();

/// So many tokens can be rolled out: matrices of them are multiplied, layer after layer.
inline constexpr Index kMostRolledOut = 2048;

/// `dump` with one head in each layer:
/// - the mean of its weights over the heads, or for each pair the largest of them;
/// - rollout: what the layer's outputs hold of each token of the input, if each layer gave half of
///   its attention and half of what it was given. Where W is the mean over a layer's heads,
///     A = (W + I), each row divided by its sum;  R_n = A_n · R_(n − 1),  R_0 = A_0
///   (S. Abnar, W. Zuidema: Quantifying Attention Flow in Transformers, ACL 2020, section 3).
/// Only what is asked for is read. Throws ImportError where it can't be rolled out: a layer is not
/// square, not as large as the others, or too large.
std::unique_ptr<AttentionDump> joined_heads(std::shared_ptr<const AttentionDump> dump,
                                            JoinHeads how);

}  // namespace attn
