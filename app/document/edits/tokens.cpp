#include "app/document/edits/tokens.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "app/document/edits/matrix_fill.h"
#include "engine/attention/position.h"
#include "engine/reference/check.h"

namespace attn {
namespace {

constexpr std::string_view kBetweenWords = " \t\n\r\v\f";

// Marks around a word with white space in it; the second is doubled inside.
constexpr std::string_view kOpening = "‹", kClosing = "›";

std::string in_marks(std::string_view token) {
  std::string text(kOpening);
  for (std::size_t at = 0; at < token.size();) {
    const bool is_mark = token.substr(at).starts_with(kClosing);
    const std::size_t length = is_mark ? kClosing.size() : 1;
    text += token.substr(at, length);
    if (is_mark) text += kClosing;
    at += length;
  }
  return text.append(kClosing);
}

struct QuotedWord {
  std::string word;
  std::size_t length;  ///< with its marks, in bytes
};

/// The quoted word at the start of `text`; none where the marks are not around a whole word.
std::optional<QuotedWord> quoted_word(std::string_view text) {
  if (!text.starts_with(kOpening)) return std::nullopt;
  QuotedWord found{.word = {}, .length = kOpening.size()};
  for (std::size_t mark = text.find(kClosing, found.length); mark != std::string_view::npos;
       mark = text.find(kClosing, found.length)) {
    found.word += text.substr(found.length, mark - found.length);
    found.length = mark + kClosing.size();
    const std::string_view rest = text.substr(found.length);
    if (rest.empty() || kBetweenWords.find(rest.front()) != std::string_view::npos) return found;
    if (!rest.starts_with(kClosing)) return std::nullopt;
    found.word += kClosing;
    found.length += kClosing.size();
  }
  return std::nullopt;
}

std::uint64_t hash_of_token(std::string_view word) {  // FNV-1a
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return hash;
}

/// For each of `after`, its origin in `before`, or kNew. Repeated words are matched in order.
Origins origins(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  std::map<std::string_view, std::deque<Index>> places;
  for (std::size_t i = 0; i < before.size(); ++i) {
    places[before[i]].push_back(static_cast<Index>(i));
  }
  Origins from;
  for (const std::string& word : after) {
    auto& free = places[word];
    from.push_back(free.empty() ? kNew : free.front());
    if (!free.empty()) free.pop_front();
  }
  return from;
}

/// Row i of the result is row from[i] of `m`, or word i's vector if it is new.
Matrix move_rows(const Matrix& m, const Origins& from, const std::vector<std::string>& words) {
  Matrix moved(std::ssize(from), m.cols());
  for (Index i = 0; i < moved.rows(); ++i) {
    const Index source = from[static_cast<std::size_t>(i)];
    moved.row(i) = source == kNew ? word_vector(words[static_cast<std::size_t>(i)], m.cols())
                                  : RowVector(m.row(source));
  }
  return moved;
}

std::vector<std::pair<int, int>> move_edges(const std::vector<std::pair<int, int>>& edges,
                                            const Origins& rows, const Origins& columns) {
  const auto places_of = [](const Origins& from) {
    std::map<int, int> places;
    for (std::size_t i = 0; i < from.size(); ++i) {
      places[static_cast<int>(from[i])] = static_cast<int>(i);
    }
    return places;
  };
  const auto row_places = places_of(rows);
  const auto column_places = places_of(columns);
  std::vector<std::pair<int, int>> moved;
  for (const auto& [i, j] : edges) {
    const auto row = row_places.find(i);
    const auto column = column_places.find(j);
    if (row != row_places.end() && column != column_places.end()) {
      moved.emplace_back(row->second, column->second);
    }
  }
  return moved;
}

/// Learned positions cover at least the longer side.
void extend_positions(Scene& scene, const Scene& before) {
  scene.position.table = before.position.table;
  if (!scene.position.kind->table) return;
  const Index longest = std::max(scene.key_count(), scene.query_count());
  const Index have = scene.position.table->rows();
  if (have == 0 || have >= longest) return;
  Matrix& table = scene.position.table.edit();
  table.conservativeResize(longest, Eigen::NoChange);
  table.bottomRows(longest - have).setZero();
}

/// Segment of each token; a new one gets its neighbour's, so that segments stay contiguous.
std::vector<int> move_ids(const std::vector<int>& ids, const Origins& from) {
  std::vector<int> moved;
  for (const Index place : from) {
    const int beside = moved.empty() ? ids[0] : moved.back();
    moved.push_back(place == kNew ? beside : ids[static_cast<std::size_t>(place)]);
  }
  return moved;
}

void move_segments(Mask& mask, const Mask& old, const Scene& before, const Origins& rows,
                   const Origins& columns) {
  if (old.ids->size() != before.tokens.size()) return;
  mask.ids = Cow(move_ids(*old.ids, columns));
  // Queries share the keys' ids if there are equally many, until one side is rearranged without the
  // other.
  if (old.query_ids || rows != columns) {
    mask.query_ids = Cow(move_ids(old.query_ids ? **old.query_ids : *old.ids, rows));
  }
}

/// Parts of shape M x L (or L) follow their tokens.
void move_masks_and_bias(Scene& scene, const Scene& before, const Origins& rows,
                         const Origins& columns) {
  if (scene.query_count() > kMaxWeights / scene.key_count()) return;
  if (before.bias) scene.bias = Cow(pick_cells(**before.bias, rows, columns, 0.F));
  for (std::size_t h = 0; h < scene.heads.size() && h < before.heads.size(); ++h) {
    const auto& scores = before.heads[h].scores;
    if (scores) scene.heads[h].scores = Cow(pick_cells(**scores, rows, columns, 0.F));
  }
  for (std::size_t n = 0; n < scene.masks.size() && n < before.masks.size(); ++n) {
    const Mask& old = before.masks[n];
    Mask& mask = scene.masks[n];
    if (old.valid->size() == before.tokens.size()) {
      std::vector<bool> valid;
      for (const Index from : columns) {
        valid.push_back(from == kNew || (*old.valid)[static_cast<std::size_t>(from)]);
      }
      mask.valid = Cow(std::move(valid));
    }
    if (old.allowed->size() > 0) {
      mask.allowed = Cow(pick_cells(*old.allowed, rows, columns, true));
    }
    mask.edges = Cow(move_edges(*old.edges, rows, columns));
    move_segments(mask, old, before, rows, columns);
  }
}

float next_of_word(std::uint64_t& state) {
  return static_cast<float>(next_random(state) % 9) * 0.5F - 2.F;
}

/// Stops at the first different number.
bool is_word_vector(std::string_view word, const Matrix& vectors, Index row) {
  std::uint64_t state = hash_of_token(word);
  for (Index j = 0; j < vectors.cols(); ++j) {
    if (vectors(row, j) != next_of_word(state)) return false;
  }
  return true;
}

}  // namespace

std::vector<std::string> split_words(std::string_view sentence) {
  std::vector<std::string> words;
  for (std::size_t at = sentence.find_first_not_of(kBetweenWords); at != std::string_view::npos;) {
    if (auto quoted = quoted_word(sentence.substr(at))) {
      words.push_back(std::move(quoted->word));
      at += quoted->length;
    } else {
      const std::size_t end = std::min(sentence.find_first_of(kBetweenWords, at), sentence.size());
      words.emplace_back(sentence.substr(at, end - at));
      at = end;
    }
    at = sentence.find_first_not_of(kBetweenWords, at);
  }
  return words;
}

std::string join_words(const std::vector<std::string>& tokens) {
  std::string sentence;
  for (const std::string& token : tokens) {
    if (!sentence.empty()) sentence += ' ';
    const bool is_one_word = !token.empty() && !token.starts_with(kOpening) &&
                             token.find_first_of(kBetweenWords) == std::string::npos;
    sentence += is_one_word ? token : in_marks(token);
  }
  return sentence;
}

RowVector word_vector(std::string_view word, Index width) {
  std::uint64_t state = hash_of_token(word);
  RowVector vector(width);
  for (Index j = 0; j < width; ++j) vector(j) = next_of_word(state);
  return vector;
}

std::vector<std::string> made_up_tokens(const std::vector<std::string>& tokens,
                                        const Matrix& vectors,
                                        const std::vector<std::string>& opened) {
  constexpr Index kNoChance = 8;  // with that many numbers, equality is no coincidence
  std::vector<std::string> found;
  for (std::size_t n = 0; n < tokens.size(); ++n) {
    if (is_word_vector(tokens[n], vectors, static_cast<Index>(n))) found.push_back(tokens[n]);
  }
  if (found.empty() || (found.size() == tokens.size() && vectors.size() >= kNoChance)) return found;
  const std::set<std::string_view> known(opened.begin(), opened.end());
  std::erase_if(found, [&](const std::string& token) { return known.contains(token); });
  return found;
}

void set_tokens(Scene& scene, const Scene& before, std::vector<std::string> tokens) {
  const Origins from = origins(before.tokens, tokens);
  arrange_tokens(scene, before, from, std::move(tokens));
}

void set_query_tokens(Scene& scene, const Scene& before, std::vector<std::string> tokens) {
  const Origins from = origins(before.queries->tokens, tokens);
  arrange_query_tokens(scene, before, from, std::move(tokens));
}

void arrange_tokens(Scene& scene, const Scene& before, const Origins& from,
                    std::vector<std::string> tokens) {
  scene.tokens = std::move(tokens);
  scene.embeddings = Cow(move_rows(*before.embeddings, from, scene.tokens));
  if (before.values) scene.values = Cow(move_rows(**before.values, from, scene.tokens));
  const Origins rows = before.queries ? same_places(before.query_count()) : from;
  move_masks_and_bias(scene, before, rows, from);
  extend_positions(scene, before);
}

void arrange_query_tokens(Scene& scene, const Scene& before, const Origins& from,
                          std::vector<std::string> tokens) {
  scene.queries->tokens = std::move(tokens);
  scene.queries->embeddings =
      Cow(move_rows(*before.queries->embeddings, from, scene.queries->tokens));
  move_masks_and_bias(scene, before, from, same_places(before.key_count()));
  extend_positions(scene, before);
}

}  // namespace attn
