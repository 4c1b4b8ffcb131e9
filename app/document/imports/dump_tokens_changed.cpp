#include "app/document/imports/dump_tokens_changed.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "app/document/imports/derived_dump.h"
#include "app/document/imports/token_marks.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr auto kPieces = std::to_array<PiecesKind>({{JoinPieces::kSum, "sum"},
                                                    {JoinPieces::kMean, "mean"},
                                                    {JoinPieces::kFirst, "first"},
                                                    {JoinPieces::kLast, "last"}});

class NamedDump : public DerivedDump {
 public:
  NamedDump(std::shared_ptr<const AttentionDump> whole, DumpTokens tokens)
      : DerivedDump(std::move(whole)), tokens_(std::move(tokens)) {
    as = dump().as;
    masked_from = dump().masked_from;
    if (tokens_.words.empty()) tokens_.words = dump().tokens().words;
  }
  DumpTokens tokens() const override { return tokens_; }

 private:
  DumpTokens tokens_;
};

/// Adjacent tokens, end excluded.
struct TokenRun {
  Index first = 0, end = 0;
  Index count() const { return end - first; }
};

/// Columns of `matrix` joined to one for each word.
Matrix joined_columns(const Matrix& matrix, const std::vector<TokenRun>& words, JoinPieces how) {
  Matrix joined(matrix.rows(), std::ssize(words));
  for (Index n = 0; n < joined.cols(); ++n) {
    const TokenRun& word = words[static_cast<std::size_t>(n)];
    const auto pieces = matrix.middleCols(word.first, word.count());
    switch (how) {
      case JoinPieces::kSum:
        joined.col(n) = pieces.rowwise().sum();
        break;
      case JoinPieces::kMean:
        joined.col(n) = pieces.rowwise().mean();
        break;
      case JoinPieces::kFirst:
        joined.col(n) = pieces.col(0);
        break;
      case JoinPieces::kLast:
        joined.col(n) = pieces.col(word.count() - 1);
    }
  }
  return joined;
}

/// Tokens of a sequence, and the words that they are joined to.
struct JoinedTokens {
  std::vector<std::string> names;
  std::vector<TokenRun> words;

  /// `numbers`: of the tokens' words, for tokens without marks; empty: unknown.
  explicit JoinedTokens(const std::vector<std::string>& tokens,
                        const std::vector<Index>& numbers = {}) {
    const TokenMarks marks = marks_of(tokens);
    const bool has_numbers = marks == TokenMarks::kNone && numbers.size() == tokens.size();
    for (Index n = 0; n < std::ssize(tokens); ++n) {
      const auto at = static_cast<std::size_t>(n);
      if (n == 0 || (has_numbers ? numbers[at] < 0 || numbers[at] != numbers[at - 1]
                                 : begins_word(tokens, at, marks))) {
        words.push_back({n, n});
      }
      words.back().end = n + 1;
    }
    for (const TokenRun& word : words) {
      names.push_back(word_of_pieces(std::span(tokens).subspan(
          static_cast<std::size_t>(word.first), static_cast<std::size_t>(word.count()))));
    }
  }
};

class WordsDump : public DerivedDump {
 public:
  WordsDump(std::shared_ptr<const AttentionDump> whole, JoinPieces how)
      : DerivedDump(std::move(whole)), how_(how), keys_(joined_keys(dump().tokens())) {
    if (!dump().tokens().queries.empty()) queries_.emplace(dump().tokens().queries);
    as = DumpAs::kWeights;
  }

  DumpLayer layer(Index n) const override {
    const DumpLayer whole = dump().layer(n);
    return {whole.heads, joins_queries(whole) ? std::ssize(queries().words) : whole.queries,
            std::ssize(keys_.words)};
  }
  Matrix numbers(Index layer, Index head) const override {
    const DumpLayer whole = dump().layer(layer);
    const auto count = keys_.words.back().end;
    if (whole.keys != count) {
      throw ImportError("--words: expected " + std::to_string(whole.keys) + " tokens, found " +
                        std::to_string(count));
    }
    Matrix weights = joined_columns(weights_in(layer, head), keys_.words, how_);
    if (!joins_queries(whole)) return weights;
    const JoinPieces of_queries = how_ == JoinPieces::kSum ? JoinPieces::kMean : how_;
    return joined_columns(weights.transpose(), queries().words, of_queries).transpose();
  }
  DumpTokens tokens() const override {
    DumpTokens tokens{keys_.names, {}, {}};
    if (queries_) tokens.queries = queries_->names;
    return tokens;
  }
  std::string words() const override {
    const std::string_view how = how_ == JoinPieces::kSum     ? "keys summed, queries averaged"
                                 : how_ == JoinPieces::kMean  ? "keys and queries averaged"
                                 : how_ == JoinPieces::kFirst ? "the first piece of each"
                                                              : "the last piece of each";
    return dump().words() + "; " + counted(keys_.words.back().end, "token") + " joined to " +
           counted(keys_.words.size(), "word") + ", " + std::string(how);
  }
  std::string chosen() const override {
    const std::string inner = dump().chosen();
    return inner + (inner.empty() ? "words" : ", words");
  }

 private:
  static JoinedTokens joined_keys(const DumpTokens& tokens) {
    const std::vector<std::string>& keys = tokens.keys;
    if (keys.empty()) throw ImportError("--words: expected tokens, found none");
    if (marks_of(keys) == TokenMarks::kNone && tokens.words.size() != keys.size()) {
      throw ImportError(
          "--words: expected tokens with a tokenizer's marks, as Ġ, ▁ or ##, or word_ids or "
          "offset_mapping for them, found " +
          shown(keys.front()));
    }
    return JoinedTokens(keys, tokens.words);
  }
  const JoinedTokens& queries() const { return queries_ ? *queries_ : keys_; }
  /// Whether the queries of a layer are the known tokens.
  bool joins_queries(const DumpLayer& whole) const {
    return whole.queries == queries().words.back().end;
  }

  JoinPieces how_;
  JoinedTokens keys_;
  std::optional<JoinedTokens> queries_;
};

/// Tokens between the padding tokens at both ends.
TokenRun unpadded(const std::vector<std::string>& tokens) {
  const auto is_text = [](const std::string& token) { return !is_padding_token(token); };
  const auto first = std::ranges::find_if(tokens, is_text);
  const auto end = std::find_if(tokens.rbegin(), tokens.rend(), is_text).base();
  return {first - tokens.begin(), std::max(first, end) - tokens.begin()};
}

class CroppedDump : public DerivedDump {
 public:
  explicit CroppedDump(std::shared_ptr<const AttentionDump> whole)
      : DerivedDump(std::move(whole)), of_(dump().layer(0)) {
    as = dump().as;
    masked_from = dump().masked_from;
    tokens_ = dump().tokens();
    const bool are_same = of_.queries == of_.keys && tokens_.queries.empty();
    keys_ = span_of(tokens_.keys, of_.keys);
    queries_ = are_same                  ? keys_
               : tokens_.queries.empty() ? TokenRun{0, of_.queries}
                                         : span_of_names(tokens_.queries, of_.queries);
    if (keys_.count() == 0 || queries_.count() == 0) {
      throw ImportError("--crop: expected a token that is no padding, found none");
    }
    cut(tokens_.keys, keys_);
    cut(tokens_.words, keys_);
    cut(tokens_.queries, queries_);
  }

  DumpLayer layer(Index n) const override {
    return {dump().layer(n).heads, queries_.count(), keys_.count()};
  }
  Matrix numbers(Index layer, Index head) const override {
    const DumpLayer found = dump().layer(layer);
    if (found.queries != of_.queries || found.keys != of_.keys) {
      throw ImportError("--crop: expected layers of one size");
    }
    return dump()
        .numbers(layer, head)
        .block(queries_.first, keys_.first, queries_.count(), keys_.count());
  }
  DumpTokens tokens() const override { return tokens_; }
  std::string words() const override {
    return dump().words() + "; cropped to keys " + std::to_string(keys_.first) + " … " +
           std::to_string(keys_.end - 1);
  }

 private:
  template <typename One>
  static void cut(std::vector<One>& names, TokenRun span) {
    if (std::ssize(names) <= span.count() || std::ssize(names) < span.end) return;
    names = std::vector<One>(names.begin() + span.first, names.begin() + span.end);
  }

  TokenRun span_of_names(const std::vector<std::string>& names, Index count) const {
    return std::ssize(names) == count ? unpadded(names) : TokenRun{0, count};
  }
  TokenRun span_of(const std::vector<std::string>& names, Index count) const {
    if (std::ssize(names) == count) return unpadded(names);
    const TokenRun seen = seen_keys();
    if (names.empty() || std::ssize(names) > count) return seen;
    // Names of the tokens alone: padding is after them, or before. Else they are another
    // sequence's.
    const Index n = std::ssize(names);
    return seen.end <= n             ? TokenRun{0, n}
           : seen.first >= count - n ? TokenRun{count - n, count}
                                     : seen;
  }

  /// Keys from the first to the last one that a query of the first layer sees.
  TokenRun seen_keys() const {
    Eigen::Array<bool, 1, Eigen::Dynamic> is_seen =
        Eigen::Array<bool, 1, Eigen::Dynamic>::Constant(of_.keys, false);
    for (Index h = 0; h < of_.heads; ++h) {
      const Matrix weights = weights_in(0, h);
      is_seen = is_seen || (weights.array() > 0).colwise().any();
    }
    TokenRun seen{0, of_.keys};
    while (seen.first < seen.end && !is_seen(seen.first)) ++seen.first;
    while (seen.end > seen.first && !is_seen(seen.end - 1)) --seen.end;
    return seen;
  }

  DumpLayer of_;
  DumpTokens tokens_;
  TokenRun keys_, queries_;
};

}  // namespace

std::span<const PiecesKind> pieces_kinds() { return kPieces; }

std::optional<JoinPieces> pieces_called(std::string_view id) {
  const auto found = std::ranges::find(kPieces, id, &PiecesKind::id);
  return found == kPieces.end() ? std::nullopt : std::optional(found->how);
}

std::shared_ptr<AttentionDump> with_tokens(std::shared_ptr<const AttentionDump> dump,
                                           DumpTokens tokens) {
  return std::make_shared<NamedDump>(std::move(dump), std::move(tokens));
}

std::shared_ptr<AttentionDump> with_words(std::shared_ptr<const AttentionDump> dump,
                                          JoinPieces how) {
  return std::make_shared<WordsDump>(std::move(dump), how);
}

std::shared_ptr<AttentionDump> without_padding(std::shared_ptr<const AttentionDump> dump) {
  return std::make_shared<CroppedDump>(std::move(dump));
}

std::shared_ptr<const AttentionDump> with_changed_tokens(std::shared_ptr<const AttentionDump> dump,
                                                         TokenChanges changes) {
  if (!changes.tokens.keys.empty()) dump = with_tokens(std::move(dump), std::move(changes.tokens));
  if (changes.crop) dump = without_padding(std::move(dump));
  if (changes.words) dump = with_words(std::move(dump), *changes.words);
  return dump;
}

}  // namespace attn
