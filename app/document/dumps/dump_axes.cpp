#include "app/document/dumps/dump_axes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/document/dumps/dump_rows.h"

namespace attn {
namespace {

constexpr std::array kMeanings{AxisMeaning{'l', "layers"}, AxisMeaning{'b', "batch"},
                               AxisMeaning{'h', "heads"},  AxisMeaning{'q', "queries"},
                               AxisMeaning{'k', "keys"},   AxisMeaning{'s', "steps"},
                               AxisMeaning{'d', "width"}};

const AxisMeaning* meaning_of_letter(char letter) {
  const auto found = std::ranges::find(kMeanings, letter, &AxisMeaning::letter);
  return found == kMeanings.end() ? nullptr : &*found;
}

/// "first", "second" … of an axis.
std::string_view place_of_axis(std::size_t axis) {
  constexpr std::array<std::string_view, 5> kPlaces{"first", "second", "third", "fourth", "fifth"};
  return kPlaces[axis];
}

/// Numbers along `axis` as the rows of a matrix, some of them: the other axis of the matrix is
/// `other`, and the remaining indices are 0.
Matrix lines_along(const TensorFile& file, const Tensor& tensor, std::size_t axis,
                   std::size_t other) {
  constexpr Index kMostLines = 64;
  const auto steps = tensor.steps();
  return file.matrix(tensor, {.first = 0,
                              .row_step = steps[other],
                              .col_step = steps[axis],
                              .rows = std::min(tensor.axes[other], kMostLines),
                              .cols = tensor.axes[axis]});
}

/// Whether the numbers along an axis sum to 1, as weights do over the keys.
enum class Sums { kOne, kOther, kUnknown };

Sums sums_along(const TensorFile& file, const Tensor& tensor, std::size_t axis) {
  constexpr double kNearlyOne = 0.02;
  constexpr Index kLongest = Index{1} << 20;
  if (tensor.axes[axis] > kLongest) return Sums::kUnknown;
  const std::size_t last = tensor.axes.size() - 1;
  const Matrix lines = lines_along(file, tensor, axis, axis == last ? last - 1 : last);
  Index ones = 0;
  for (const auto line : lines.rowwise()) {
    double sum = 0;
    for (const float number : line) {
      if (number < 0 || std::isinf(number)) return Sums::kUnknown;  // scores
      if (!std::isnan(number)) sum += static_cast<double>(number);
    }
    if (sum == 0) continue;  // a query that sees no key
    if (std::abs(sum - 1) > kNearlyOne) return Sums::kOther;
    ++ones;
  }
  return ones > 0 ? Sums::kOne : Sums::kUnknown;
}

/// The axis other than the last that sums to 1 where the last does not.
std::optional<std::size_t> other_axis_of_keys(const TensorFile& file, const Tensor& tensor) {
  // Lines along other axes than the last are far apart, and are read from the whole of an array.
  constexpr std::uint64_t kMostRead = std::uint64_t{256} << 20;
  const std::size_t last = tensor.axes.size() - 1;
  if (sums_along(file, tensor, last) != Sums::kOther || tensor.bytes() > kMostRead) return {};
  for (std::size_t axis = last; axis-- > 0;) {
    if (tensor.axes[axis] > 1 && sums_along(file, tensor, axis) == Sums::kOne) return axis;
  }
  return {};
}

/// Letters of the axes that are neither queries nor keys.
std::string letters_before(std::size_t count, bool is_batch_first) {
  switch (count) {
    case 0:
      return "";
    case 1:
      return is_batch_first ? "b" : "h";
    case 2:
      return is_batch_first ? "bh" : "lh";
    default:
      return is_batch_first ? "blh" : "lbh";
  }
}

DumpDoubt doubt_of_axes(std::string reason, const std::string& other) {
  return {std::move(reason), "--axes " + other};
}

}  // namespace

std::span<const AxisMeaning> axis_meanings() { return kMeanings; }

std::string axes_problem(std::string_view letters) {
  for (const char letter : letters) {
    if (!meaning_of_letter(letter)) {
      return "expected letters of l (layers), b (batch), h (heads), q (queries), k (keys), s "
             "(steps) and d (width), found " +
             std::string(letters);
    }
    if (std::ranges::count(letters, letter) > 1) {
      return std::string("expected ") + letter + " once, found " + std::string(letters);
    }
  }
  const bool is_of_vectors = letters.find('d') != letters.npos;
  if (is_of_vectors && (letters.find('q') == letters.npos) == (letters.find('k') == letters.npos)) {
    return "expected q (tokens) with d (width), found " + std::string(letters);
  }
  if (!is_of_vectors && letters.find('k') == letters.npos) {
    return "expected an axis k of keys, found " + std::string(letters);
  }
  return "";
}

std::string axes_names(std::string_view letters) {
  std::string names;
  for (const char letter : letters) {
    names.append(names.empty() ? "" : " × ").append(meaning_of_letter(letter)->name);
  }
  return names;
}

GuessedAxes guess_axes(const TensorFile& file, const Tensor& tensor, bool is_of_layer,
                       Index token_rows) {
  const Axes& axes = tensor.axes;
  const std::size_t last = axes.size() - 1, before = axes.size() - 2;
  // An array for each layer has a batch before its heads.
  const bool is_batch_usual = is_of_layer && before == 2;
  const bool has_batch_first = before > 0 && token_rows > 1 && token_rows == axes.front() &&
                               !(before == 3 && token_rows == axes[1]);
  const std::string usual = letters_before(before, is_batch_usual) + "qk";
  GuessedAxes guess{letters_before(before, is_batch_usual || has_batch_first) + "qk", {}};

  const auto keys = other_axis_of_keys(file, tensor);
  const bool are_columns = keys == last - 1 && (axes[last] == axes[last - 1] || before == 0);
  if (are_columns) {
    const std::string turned = guess.letters.substr(0, before) + "kq";
    guess.doubts.push_back(doubt_of_axes("the columns sum to 1, and the rows do not", turned));
    return guess;
  }
  if (keys) {
    const bool is_after =
        *keys == 0 || (axes[*keys - 1] != axes[*keys] && axes[*keys + 1] == axes[*keys]);
    const std::size_t queries = is_after ? *keys + 1 : *keys - 1;
    std::string rest = letters_before(before, is_batch_usual || has_batch_first);
    std::string letters(axes.size(), ' ');
    letters[*keys] = 'k';
    letters[queries] = 'q';
    for (char& letter : letters) {
      if (letter != ' ') continue;
      letter = rest.front();
      rest.erase(0, 1);
    }
    guess.letters = letters;
    guess.doubts.push_back(doubt_of_axes(
        "the " + std::string(place_of_axis(*keys)) + " axis sums to 1, so it is that of the keys",
        usual));
    return guess;
  }
  if (guess.letters != usual) {
    guess.doubts.push_back(doubt_of_axes("the file has " + std::to_string(token_rows) +
                                             " rows of tokens, so the first axis is the batch",
                                         usual));
  } else if (!is_batch_usual && before > 0 && before < 3 && axes.front() > 1) {
    guess.doubts.push_back(doubt_of_axes("the first of " + std::to_string(axes.size()) +
                                             " axes is taken for " +
                                             std::string(meaning_of_letter(usual.front())->name),
                                         letters_before(before, true) + "qk"));
  }
  return guess;
}

}  // namespace attn
