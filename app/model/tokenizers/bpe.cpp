#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <queue>
#include <span>
#include <utility>

#include "app/model/tokenizers/characters.h"
#include "app/model/tokenizers/pair_map.h"
#include "app/model/tokenizers/token_model.h"
#include "engine/base/problem.h"

namespace attn::tokenizers {
namespace {

/// Options of a BPE model.
struct BpeOptions {
  int unknown = -1;  ///< token for characters that are none; negative: they are left out
  bool fuses_unknown = false;
  bool falls_back_to_bytes = false;
  bool ignores_merges = false;  ///< a piece that is a token stays whole
  std::string prefix, suffix;   ///< of a word's later characters, and of its last one
};

/// Ranked merges of pairs of tokens.
class Merges {
 public:
  static constexpr std::uint32_t kNone = PairMap::kNone;

  explicit Merges(std::size_t count) : ranks_(count) { merged_.reserve(count); }

  /// Adds the merge of the next rank. Returns false if a token, or the merged one, is missing; the
  /// second one's first `prefix` bytes are left out of the merged token.
  bool add(const Vocabulary& vocabulary, std::string_view first, std::string_view second,
           std::size_t prefix);

  /// Rank of the merge of two tokens, or kNone.
  std::uint32_t rank(int first, int second) const {
    return ranks_.find(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(second));
  }
  int merged(std::uint32_t rank) const { return merged_[rank]; }

 private:
  PairMap ranks_;
  std::vector<int> merged_;  // by rank
};

/// Byte pair encoding (Sennrich et al. 2016): of the pairs of neighbours, the one whose merge has
/// the lowest rank is merged, again and again.
class BpeModel : public TokenModel {
 public:
  BpeModel(Vocabulary vocabulary, Merges merges, BpeOptions options);

  void append_ids(std::string_view piece, std::vector<int>& ids) const override;

 private:
  void append_characters(std::string_view piece, std::vector<int>& ids) const;
  void merge_few(std::vector<int>& ids, std::size_t first) const;
  void merge_many(std::vector<int>& ids, std::size_t first) const;

  Merges merges_;
  BpeOptions options_;
};

/// Words of fewer characters are merged by looking at all pairs each time.
constexpr std::size_t kFew = 24;

/// Candidate of a merge: the token at `at` with the next one.
struct MergeCandidate {
  std::uint32_t rank;
  std::uint32_t at;

  /// Order of a queue whose top has the lowest rank, then the leftmost place.
  bool operator<(const MergeCandidate& other) const {
    return rank != other.rank ? rank > other.rank : at > other.at;
  }
};

/// Two tokens in a text "a b"; false if it has more spaces or fewer.
bool split_merge(std::string_view line, std::string_view& first, std::string_view& second) {
  const std::size_t space = line.find(' ');
  if (space == line.npos || line.find(' ', space + 1) != line.npos) return false;
  first = line.substr(0, space);
  second = line.substr(space + 1);
  return true;
}

/// Reads a merge, "a b" or ["a", "b"].
void read_merge(const json::Value& item, const json::Place& place, std::string_view& first,
                std::string_view& second) {
  const std::string expected = "two tokens";
  if (item.kind() == json::Kind::kText) {
    if (!split_merge(item.text(), first, second)) json::fail_type(place, expected, item);
    return;
  }
  json::require_list(item, place, expected);
  if (item.size() != 2) json::fail_type(place, expected, item);
  const json::Value two = item.first().next();
  for (const json::Value& token : {item.first(), two}) {
    if (token.kind() != json::Kind::kText) json::fail_type(place, expected, token);
  }
  first = item.first().text();
  second = two.text();
}

std::string words_about_merge(std::string_view first, std::string_view second) {
  return "expected a merge of tokens to a token, found \"" + shown(first) + "\" and \"" +
         shown(second) + '"';
}

Merges read_merges(const Members& object, const Vocabulary& vocabulary, std::size_t prefix) {
  const json::Value list = object.require("merges", "a list of merges");
  const json::Place place = object.place() / "merges";
  json::require_list(list, place, "a list of merges");
  Merges merges(list.size());
  json::for_each_item(list, place,
                      [&](std::size_t, const json::Value& item, const json::Place& at) {
                        if (item.kind() == json::Kind::kText && item.text().starts_with("#version"))
                          return;
                        std::string_view first, second;
                        read_merge(item, at, first, second);
                        if (!merges.add(vocabulary, first, second, prefix)) {
                          json::fail(at, words_about_merge(first, second));
                        }
                      });
  return merges;
}

bool Merges::add(const Vocabulary& vocabulary, std::string_view first, std::string_view second,
                 std::size_t prefix) {
  const int a = vocabulary.find(first), b = vocabulary.find(second);
  if (a < 0 || b < 0) return false;
  const std::string_view rest = second.substr(std::min(prefix, second.size()));
  const int merged = vocabulary.find(std::string(first).append(rest));
  if (merged < 0) return false;
  ranks_.set(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b),
             static_cast<std::uint32_t>(merged_.size()));
  merged_.push_back(merged);
  return true;
}

BpeModel::BpeModel(Vocabulary vocabulary, Merges merges, BpeOptions options)
    : TokenModel(std::move(vocabulary)), merges_(std::move(merges)), options_(std::move(options)) {}

void BpeModel::append_ids(std::string_view piece, std::vector<int>& ids) const {
  if (options_.ignores_merges) {
    if (const int whole = vocabulary().find(piece); whole >= 0) {
      ids.push_back(whole);
      return;
    }
  }
  const std::size_t first = ids.size();
  append_characters(piece, ids);
  if (ids.size() - first < kFew) {
    merge_few(ids, first);
  } else {
    merge_many(ids, first);
  }
}

void BpeModel::append_characters(std::string_view piece, std::vector<int>& ids) const {
  bool is_unknown = false;  // an unknown token is still to be appended
  std::string marked;
  for (std::size_t begin = 0; begin < piece.size();) {
    const std::size_t end = begin + character_length(piece.substr(begin));
    std::string_view character = piece.substr(begin, end - begin);
    const bool has_prefix = begin > 0 && !options_.prefix.empty();
    const bool has_suffix = end == piece.size() && !options_.suffix.empty();
    if (has_prefix || has_suffix) {
      marked = has_prefix ? options_.prefix : "";
      marked += character;
      if (has_suffix) marked += options_.suffix;
      character = marked;
    }
    begin = end;
    if (const int id = vocabulary().find(character); id >= 0) {
      if (is_unknown) ids.push_back(options_.unknown);
      is_unknown = false;
      ids.push_back(id);
      continue;
    }
    // As in Hugging Face's library, bytes come before an unknown token that is not yet appended.
    if (options_.falls_back_to_bytes && append_byte_tokens(vocabulary(), character, ids)) continue;
    if (options_.unknown < 0) continue;
    if (is_unknown && !options_.fuses_unknown) ids.push_back(options_.unknown);
    is_unknown = true;
  }
  if (is_unknown) ids.push_back(options_.unknown);
}

void BpeModel::merge_few(std::vector<int>& ids, std::size_t first) const {
  for (;;) {
    std::uint32_t lowest = Merges::kNone;
    std::size_t at = 0;
    for (std::size_t n = first; n + 1 < ids.size(); ++n) {
      const std::uint32_t rank = merges_.rank(ids[n], ids[n + 1]);
      if (rank >= lowest) continue;
      lowest = rank;
      at = n;
    }
    if (lowest == Merges::kNone) return;
    ids[at] = merges_.merged(lowest);
    ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  }
}

void BpeModel::merge_many(std::vector<int>& ids, std::size_t first) const {
  constexpr std::uint32_t kEnd = 0xffffffffU;
  constexpr int kMerged = -1;
  struct TokenLink {
    std::uint32_t previous, next;
  };
  const std::span<int> tokens = std::span(ids).subspan(first);
  const auto count = static_cast<std::uint32_t>(tokens.size());
  std::vector<TokenLink> links(count);
  std::priority_queue<MergeCandidate> candidates;
  const auto add_candidate = [&](std::uint32_t at, std::uint32_t next) {
    const std::uint32_t rank = merges_.rank(tokens[at], tokens[next]);
    if (rank != Merges::kNone) candidates.push({rank, at});
  };
  for (std::uint32_t n = 0; n < count; ++n) {
    links[n] = {n == 0 ? kEnd : n - 1, n + 1 == count ? kEnd : n + 1};
    if (n + 1 < count) add_candidate(n, n + 1);
  }
  while (!candidates.empty()) {
    const MergeCandidate top = candidates.top();
    candidates.pop();
    const std::uint32_t next = links[top.at].next;
    if (tokens[top.at] == kMerged || next == kEnd) continue;
    if (merges_.rank(tokens[top.at], tokens[next]) != top.rank) continue;  // merged meanwhile
    tokens[top.at] = merges_.merged(top.rank);
    tokens[next] = kMerged;
    links[top.at].next = links[next].next;
    if (links[next].next != kEnd) {
      links[links[next].next].previous = top.at;
      add_candidate(top.at, links[next].next);
    }
    if (links[top.at].previous != kEnd) add_candidate(links[top.at].previous, top.at);
  }
  ids.erase(std::remove(ids.begin() + static_cast<std::ptrdiff_t>(first), ids.end(), kMerged),
            ids.end());
}

}  // namespace

ModelPointer read_bpe(const Members& object) {
  if (const auto dropout = object.find("dropout")) {
    const json::Place place = object.place() / "dropout";
    if (json::read_number(*dropout, place) != 0) json::fail_type(place, "null or 0", *dropout);
  }
  Vocabulary vocabulary =
      read_vocabulary(object.require("vocab", "a vocabulary"), object.place() / "vocab");
  BpeOptions options;
  options.fuses_unknown = object.flag("fuse_unk", false);
  options.falls_back_to_bytes = object.flag("byte_fallback", false);
  options.ignores_merges = object.flag("ignore_merges", false);
  options.prefix = object.text("continuing_subword_prefix", "");
  options.suffix = object.text("end_of_word_suffix", "");
  if (const std::string unknown = object.text("unk_token", ""); !unknown.empty()) {
    options.unknown = vocabulary.find(unknown);
  }
  Merges merges = read_merges(object, vocabulary, options.prefix.size());
  return std::make_unique<BpeModel>(std::move(vocabulary), std::move(merges), std::move(options));
}

ModelPointer bpe_of_merges_text(Vocabulary vocabulary, std::string_view text) {
  Merges merges(static_cast<std::size_t>(std::ranges::count(text, '\n')));
  for (int number = 1; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.starts_with("#version")) continue;
    std::string_view first, second;
    if (!split_merge(line, first, second) || !merges.add(vocabulary, first, second, 0)) {
      throw SceneError({"", "line " + std::to_string(number) +
                                ": expected a merge of tokens to a token, found \"" + shown(line) +
                                '"'});
    }
  }
  return std::make_unique<BpeModel>(std::move(vocabulary), std::move(merges), BpeOptions{});
}

}  // namespace attn::tokenizers
