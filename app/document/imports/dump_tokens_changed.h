#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "app/document/dumps/attention_dump.h"

namespace attn {

/// How the pieces of a word become one key and one query.
enum class JoinPieces {
  kSum,    ///< keys summed, queries averaged: a word's weight is that of its pieces (Clark et al.
           ///< 2019, What Does BERT Look At?, section 4.1)
  kMean,   ///< keys and queries averaged
  kFirst,  ///< the first piece alone
  kLast,   ///< the last piece alone
};

struct PiecesKind {
  JoinPieces how;
  std::string_view id;
};
std::span<const PiecesKind> pieces_kinds();
/// The way with this id; empty if there is none.
std::optional<JoinPieces> pieces_called(std::string_view id);

/// `dump` with these tokens in place of its own, whose words stay if none are given.
std::shared_ptr<AttentionDump> with_tokens(std::shared_ptr<const AttentionDump> dump,
                                           DumpTokens tokens);

/// `dump` with a word in place of its pieces: its weights. The marks of the tokenizer say which are
/// pieces, or without marks the words of the tokens. Throws ImportError if keys have no tokens, or
/// these neither.
std::shared_ptr<AttentionDump> with_words(std::shared_ptr<const AttentionDump> dump,
                                          JoinPieces how);

/// `dump` without padding: the keys, and queries where they are the same tokens, between the
/// padding tokens; or as many as there are names, at the end at which weights are. Without tokens,
/// up to the keys at the ends that no query sees. Throws ImportError.
std::shared_ptr<AttentionDump> without_padding(std::shared_ptr<const AttentionDump> dump);

/// Changes of the tokens that decide which numbers there are.
struct TokenChanges {
  DumpTokens tokens{};  ///< in place of the dump's own; empty: those
  bool crop = false;    ///< without padding
  std::optional<JoinPieces> words{};

  bool any() const { return crop || words; }
};
/// `dump` with these changes, in this order. Throws ImportError.
std::shared_ptr<const AttentionDump> with_changed_tokens(std::shared_ptr<const AttentionDump> dump,
                                                         TokenChanges changes);

}  // namespace attn
