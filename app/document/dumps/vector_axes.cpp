#include "app/document/dumps/vector_axes.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "engine/base/text.h"

namespace attn {
namespace {

/// More heads than this, and more than tokens, are hardly meant.
constexpr Index kManyHeads = 64;

Index length_along(const Tensor& tensor, std::string_view letters, char letter) {
  const std::size_t axis = letters.find(letter);
  return axis == letters.npos ? 1 : tensor.axes[axis];
}

/// Letters of keys or values: those of the queries, without heads if all heads share them.
std::string letters_beside(const Tensor& tensor, std::string letters) {
  if (tensor.axes.size() + 1 == letters.size() && letters.find('h') != letters.npos) {
    letters.erase(letters.find('h'), 1);
  }
  return letters;
}

VectorAxes axes_beside(const VectorArrays& arrays, const std::string& letters) {
  VectorAxes axes{letters, letters_beside(*arrays.keys, letters), {}, {}};
  if (arrays.values != nullptr) axes.values = letters_beside(*arrays.values, letters);
  return axes;
}

std::string sizes_words(const Tensor& tensor) {
  return "\"" + shown(tensor.name) + "\", " + axes_words(tensor.axes);
}

/// Reason why keys or values do not fit the queries; empty if they do.
std::string why_apart(const Tensor& queries, std::string_view letters, const Tensor& other,
                      std::string_view other_letters, bool is_width_same) {
  const auto of_queries = [&](char letter) { return length_along(queries, letters, letter); };
  const auto of_other = [&](char letter) { return length_along(other, other_letters, letter); };
  if (other.axes.size() != other_letters.size()) {
    return "expected " + std::to_string(letters.size()) + " axes as of " + sizes_words(queries);
  }
  for (const char letter : {'l', 'b'}) {
    if (of_queries(letter) != of_other(letter)) {
      return std::string("expected as many ") + (letter == 'l' ? "layers" : "sequences") +
             " as of " + sizes_words(queries);
    }
  }
  if (of_queries('h') % of_other('h') != 0) {
    return "expected a number of heads that divides that of " + sizes_words(queries);
  }
  // One head may be several side by side, which share fewer keys.
  const bool may_be_several =
      of_queries('h') == 1 && of_other('h') == 1 && of_queries('d') % of_other('d') == 0;
  if (is_width_same && of_queries('d') != of_other('d') && !may_be_several) {
    return "expected as wide as " + sizes_words(queries);
  }
  return "";
}

/// Reason why the arrays do not fit together with these axes; empty if they do.
std::string why_unfit(const VectorArrays& arrays, const VectorAxes& axes) {
  const auto about = [](const Tensor& tensor, const std::string& why) {
    return why.empty() ? "" : about_tensor(tensor.name, why + ", found " + axes_words(tensor.axes));
  };
  const Tensor &queries = *arrays.queries, &keys = *arrays.keys;
  std::string why = about(keys, why_apart(queries, axes.queries, keys, axes.keys, true));
  if (!why.empty() || arrays.values == nullptr) return why;
  const Tensor& values = *arrays.values;
  why = about(values, why_apart(keys, axes.keys, values, axes.values, false));
  if (why.empty() &&
      (length_along(values, axes.values, 'q') != length_along(keys, axes.keys, 'q') ||
       length_along(values, axes.values, 'h') != length_along(keys, axes.keys, 'h'))) {
    why = about(values, "expected heads and tokens as of " + sizes_words(keys));
  }
  return why;
}

bool fits_known(const VectorArrays& arrays, const VectorAxes& axes, const KnownSizes& known) {
  const auto is = [](Index wanted, Index found) { return wanted == 0 || wanted == found; };
  return why_unfit(arrays, axes).empty() &&
         is(known.queries, length_along(*arrays.queries, axes.queries, 'q')) &&
         is(known.keys, length_along(*arrays.keys, axes.keys, 'q'));
}

/// Letters before heads, tokens and width.
std::string letters_in_front(const Tensor& queries, bool is_of_layer) {
  switch (queries.axes.size()) {
    case 4:
      return "b";
    case 5:
      return is_of_layer ? "" : "lb";
    default:
      return "";
  }
}

}  // namespace

VectorAxes given_vector_axes(const VectorArrays& arrays, const std::string& letters) {
  if (letters.size() != arrays.queries->axes.size()) {
    throw ImportError("--axes: expected a letter for each axis of " + sizes_words(*arrays.queries) +
                      ", found " + letters);
  }
  std::string tokens = letters;
  std::ranges::replace(tokens, 'k', 'q');
  for (const char letter : tokens) {
    if (std::string_view("lbhqd").find(letter) == std::string_view::npos) {
      throw ImportError(
          "--axes: expected l, b, h, q (tokens) and d (width) for queries and keys, "
          "found " +
          letters);
    }
  }
  if (tokens.find('q') == tokens.npos || tokens.find('d') == tokens.npos) {
    throw ImportError("--axes: expected q (tokens) and d (width) for queries and keys, found " +
                      letters);
  }
  VectorAxes axes = axes_beside(arrays, tokens);
  if (const std::string why = why_unfit(arrays, axes); !why.empty()) throw ImportError(why);
  return axes;
}

VectorAxes guess_vector_axes(const VectorArrays& arrays, bool is_of_layer,
                             const KnownSizes& known) {
  const Tensor& queries = *arrays.queries;
  const std::size_t rank = queries.axes.size();
  const std::string front = letters_in_front(queries, is_of_layer);
  if (rank > 2 && front.size() + 3 < rank) {
    throw ImportError(about_tensor(queries.name,
                                   "expected at most 4 axes of each layer, or --axes, "
                                   "found " +
                                       axes_words(queries.axes)));
  }
  // In the order of preference.
  std::vector<std::string> readings{front + "hqd", front + "qhd"};
  if (rank == 2) readings = {"qd"};
  const bool is_batch =
      rank == 3 && known.token_rows > 1 && known.token_rows == queries.axes.front();
  if (is_batch) readings = {"bqd", "hqd", "qhd"};
  const bool is_tokens_first = queries.name.find("hook_") != std::string::npos ||
                               (rank > 2 && queries.axes[front.size()] > kManyHeads &&
                                queries.axes[front.size()] > queries.axes[front.size() + 1]);
  if (is_tokens_first && rank > 2) std::swap(readings[0], readings[1]);
  // First those that fit everything known, then those that fit together.
  std::vector<VectorAxes> fitting;
  for (const KnownSizes& facts : {known, KnownSizes{}}) {
    for (const std::string& letters : readings) {
      VectorAxes axes = axes_beside(arrays, letters);
      if (fits_known(arrays, axes, facts)) fitting.push_back(std::move(axes));
    }
    if (!fitting.empty()) break;
  }
  if (fitting.empty()) throw ImportError(why_unfit(arrays, axes_beside(arrays, readings.front())));
  VectorAxes chosen = fitting.front();
  const bool is_transformerlens = queries.name.find("hook_") != std::string::npos;
  if (fitting.size() > 1 && !is_transformerlens) {
    const bool is_heads_first = chosen.queries.find('h') < chosen.queries.find('q');
    chosen.doubts.push_back({is_batch ? "the file has " + std::to_string(known.token_rows) +
                                            " rows of tokens, so the first axis is the batch"
                                      : std::string("heads are taken to be ") +
                                            (is_heads_first ? "before" : "after") + " tokens in " +
                                            sizes_words(queries),
                             "--axes " + fitting[1].queries});
  }
  return chosen;
}

}  // namespace attn
