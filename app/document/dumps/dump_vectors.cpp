#include "app/document/dumps/dump_vectors.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "app/document/dumps/dump_tokens.h"

namespace attn {
namespace {

constexpr std::size_t kLeastAttentionAxes = 2, kMostAttentionAxes = 5;

/// Names of the three in one file.
struct VectorWords {
  std::string_view query, key, value;
};
constexpr auto kVectorWords = std::to_array<VectorWords>({{"q", "k", "v"},
                                                          {"query", "key", "value"},
                                                          {"queries", "keys", "values"},
                                                          {"Q", "K", "V"},
                                                          {"Query", "Key", "Value"}});
/// Words that may follow: "q_proj", "query_states".
constexpr auto kAfter = std::to_array<std::string_view>(
    {"proj", "states", "state", "layer", "heads", "vectors", "out", "output"});
constexpr std::string_view kRotated = "rot_";

/// Word of letters in a name.
struct WordInName {
  std::size_t at = 0;
  std::string_view text{};
};

std::vector<WordInName> words_in_name(std::string_view name) {
  std::vector<WordInName> words;
  bool is_within = false;
  for (std::size_t n = 0; n < name.size(); ++n) {
    const bool is_letter = std::isalpha(static_cast<unsigned char>(name[n])) != 0;
    if (is_letter && !is_within) words.push_back({n, {}});
    if (is_letter) words.back().text = name.substr(words.back().at, n + 1 - words.back().at);
    is_within = is_letter;
  }
  return words;
}

/// Place of the word that says what an array is: the last, or that before "proj" and the like.
std::optional<WordInName> word_of_role(std::string_view name) {
  std::vector<WordInName> words = words_in_name(name);
  if (words.size() > 1 && std::ranges::find(kAfter, words.back().text) != kAfter.end()) {
    words.pop_back();
  }
  return words.empty() ? std::nullopt : std::optional(words.back());
}

std::string with_word(const std::string& name, const WordInName& word, std::string_view other) {
  return std::string(name).replace(word.at, word.text.size(), other);
}

bool may_be_vectors(const Tensor* tensor) { return tensor != nullptr && is_of_matrices(*tensor); }

/// Keys and values called like `queries`; without keys: it is no array of queries.
VectorArrays like_queries(const TensorFile& file, const Tensor& queries) {
  VectorArrays arrays;
  const auto word = word_of_role(queries.name);
  const auto words =
      word ? std::ranges::find(kVectorWords, word->text, &VectorWords::query) : kVectorWords.end();
  if (words == kVectorWords.end()) return arrays;
  const Tensor* const keys = file.find(with_word(queries.name, *word, words->key));
  if (!may_be_vectors(keys)) return arrays;
  std::string values = with_word(queries.name, *word, words->value);
  const bool is_rotated = std::string_view(queries.name).substr(0, word->at).ends_with(kRotated);
  if (is_rotated) values.erase(word->at - kRotated.size(), kRotated.size());
  const Tensor* const found = file.find(values);
  arrays = {&queries, keys, may_be_vectors(found) ? found : nullptr};
  return arrays;
}

/// Whether RoPE's result stands beside `queries`.
bool has_rotated(const TensorFile& file, const Tensor& queries) {
  const auto word = word_of_role(queries.name);
  std::string name = queries.name;
  const Tensor* const rotated = file.find(name.insert(word->at, kRotated));
  return may_be_vectors(rotated) && like_queries(file, *rotated).keys != nullptr;
}

/// Adds the lengths of all axes but that of the width.
void add_lengths(const Tensor& tensor, std::set<Index>& to) {
  to.insert(tensor.axes.begin(), tensor.axes.end() - 1);
}

/// Whether the rows of the first matrix sum to 1.
bool has_sums_of_weights(const TensorFile& file, const Tensor& tensor) {
  constexpr double kNearlyOne = 0.01;
  constexpr Index kMost = Index{1} << 20;
  if (tensor.axes.back() > kMost) return false;
  const Axes first(tensor.axes.size() - 2, 0);
  const TensorPlane plane = plane_of(tensor, first);
  const Matrix row = file.matrix(tensor, plane.some_rows(plane.rows - 1, plane.rows));
  return std::abs(row.array().isNaN().select(0, row.array()).sum() - 1) < kNearlyOne;
}

bool is_called(const Tensor& tensor, std::initializer_list<std::string_view> words) {
  std::string name = tensor.name;
  std::ranges::transform(name, name.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::ranges::any_of(words,
                             [&](std::string_view word) { return name.find(word) != name.npos; });
}

/// Queries, with their keys and values.
std::set<const Tensor*> all_vectors(const TensorFile& file,
                                    const std::vector<const Tensor*>& queries) {
  std::set<const Tensor*> all;
  for (const Tensor* one : queries) {
    const VectorArrays arrays = like_queries(file, *one);
    all.insert({arrays.queries, arrays.keys, arrays.values});
  }
  return all;
}

}  // namespace

bool is_of_matrices(const Tensor& tensor) {
  return tensor.kind->read && tensor.axes.size() >= kLeastAttentionAxes &&
         tensor.axes.size() <= kMostAttentionAxes && tensor.count() > 0;
}

std::vector<const Tensor*> matrices_in(const TensorFile& file) {
  std::vector<const Tensor*> arrays;
  for (const Tensor& tensor : file.tensors()) {
    if (is_of_matrices(tensor) && !is_called_words(tensor.name)) arrays.push_back(&tensor);
  }
  return arrays;
}

std::string why_no_matrices(const TensorFile& file) {
  if (file.tensors().empty()) return "expected attention, found no array";
  const Tensor& first = file.tensors().front();
  return "expected attention, " + std::to_string(kLeastAttentionAxes) + " to " +
         std::to_string(kMostAttentionAxes) + " axes of " + float_names() + "; found " +
         about_tensor(first.name, axes_words(first.axes) + " of " + std::string(first.kind->name));
}

std::vector<const Tensor*> query_arrays(const TensorFile& file) {
  std::vector<const Tensor*> queries;
  for (const Tensor& tensor : file.tensors()) {
    if (!may_be_vectors(&tensor) || like_queries(file, tensor).keys == nullptr) continue;
    if (!has_rotated(file, tensor)) queries.push_back(&tensor);
  }
  return queries;
}

VectorArrays vectors_beside(const TensorFile& file, const Tensor& queries) {
  return like_queries(file, queries);
}

std::vector<const Tensor*> arrays_to_choose(const TensorFile& file) {
  const std::vector<const Tensor*> queries = query_arrays(file);
  std::set<const Tensor*> others = all_vectors(file, queries);
  for (const Tensor* one : queries) others.erase(one);
  std::vector<const Tensor*> arrays = matrices_in(file);
  std::erase_if(arrays, [&](const Tensor* tensor) { return others.contains(tensor); });
  return arrays;
}

std::vector<const Tensor*> weights_beside(const TensorFile& file,
                                          const std::vector<const Tensor*>& queries) {
  const std::set<const Tensor*> vectors = all_vectors(file, queries);
  std::set<Index> of_queries, of_keys;
  for (const Tensor* one : queries) {
    add_lengths(*one, of_queries);
    add_lengths(*like_queries(file, *one).keys, of_keys);
  }
  std::vector<const Tensor*> weights;
  for (const Tensor* tensor : matrices_in(file)) {
    if (vectors.contains(tensor) || is_called(*tensor, {"mask"})) continue;
    if (!of_queries.contains(tensor->axes[tensor->axes.size() - 2]) ||
        !of_keys.contains(tensor->axes.back())) {
      continue;
    }
    const bool is_named =
        is_called(*tensor, {"attn", "attention", "weight", "pattern", "prob", "score", "alpha"});
    if (is_named || has_sums_of_weights(file, *tensor)) weights.push_back(tensor);
  }
  std::stable_partition(weights.begin(), weights.end(),
                        [](const Tensor* tensor) { return !is_called(*tensor, {"score"}); });
  return weights;
}

}  // namespace attn
