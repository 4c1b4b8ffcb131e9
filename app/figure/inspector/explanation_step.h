#pragma once

#include <compare>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/matrix.h"

namespace attn {

/// Token whose colour marks a source: the query, the key, or the value.
enum class Side { kQuery, kKey, kValue };

/// Origin of a number: numbers of a matrix, or a control.
struct Source {
  std::string name;             ///< name of a table, of the heatmap ("weights"), or of a control
  std::optional<Index> row;     ///< absent: all rows, or no matrix
  std::optional<Index> column;  ///< column; empty: all
  Side side = Side::kQuery;

  bool covers(Index r, Index c) const { return row.value_or(r) == r && column.value_or(c) == c; }
  auto operator<=>(const Source&) const = default;
};
using Sources = std::vector<Source>;

/// `sources` without duplicates.
Sources unique_sources(Sources sources);

/// Side of the source that is the control ("temperature", "embeddings[3][0]").
std::optional<Side> side_in(const Sources& sources, std::string_view control);

/// Piece of a step, with the sources of its numbers.
struct ExplanationTerm {
  std::string tex;  ///< in the TeX of app/document/formulas/formula.h
  Sources sources{};
  std::string says{};  ///< sentence with formulas about its effect; may be empty
};

/// Step from the inputs to the output, in the numbers of one cell.
struct ExplanationStep {
  std::string title;      ///< "by temperature"
  std::string aside{};    ///< addition to the title, if it fits
  std::string lead{};     ///< symbol of the step's result, "s_{ij}", if one line suffices
  std::string formula{};  ///< formula up to its result; \term{2}{…} is terms[2]
  std::vector<ExplanationTerm> terms{};
  ExplanationTerm result{};  ///< "7"
  /// The whole vector that the result is a component of, if short:
  /// "\mathbf{o}_{i} = (1.76,\ 2.87)".
  std::string all{};

  void add(std::string_view tex) { formula += tex; }
  void add(ExplanationTerm term, std::string_view after = {}) { add("", std::move(term), after); }
  void add(std::string_view before, ExplanationTerm term, std::string_view after = {}) {
    add(before);
    add("\\term{" + std::to_string(terms.size()) + "}{" + term.tex + "}");
    add(after);
    terms.push_back(std::move(term));
  }
};

// Numbers in the TeX of steps are written by round_numbers(), when the whole step is known.

/// Number for a step: "7", "-0.25", with at least `decimals` decimals, less trailing zeros; with a
/// power of ten if it is very large or small: "1.2 \\cdot 10^{9}". Negative factors are
/// `bracketed`.
std::string step_number(double value, int decimals = 2);
std::string bracketed(double value, int decimals = 2);
/// Number that is raised to a power.
std::string base_of_power(double value);
/// Number for a step with its trailing zeros: "0.500".
std::string fixed_number(double value, int decimals = 3);
std::string bracketed_fixed(double value, int decimals = 3);

/// The number `tex` as a factor, in brackets if it is negative.
std::string in_brackets(std::string number);

/// Addend of a sum that is written out.
struct Addend {
  ExplanationTerm term;
  double value;
};

/// Sentence of addend `n`, for those that are written out: names of tokens take time to find.
using SaysOfAddend = std::function<std::string(std::size_t n, double value)>;

/// Appends the addends joined by +; of many only the largest, and the sum of the rest. `says`
/// replaces their own sentences.
void add_addends(ExplanationStep& step, std::vector<Addend> addends, const SaysOfAddend& says = {});

/// Term for the sum of parts that are not written out: "(⋯ 0.46)".
ExplanationTerm rest_term(double rest, Sources sources, std::string says);

/// Rounds the numbers of `steps`, so that each equation holds as printed: its numbers give its
/// result within half a unit of the last digit. The numbers before the result get as many decimals
/// as that needs; if none are enough, "=" becomes "≈". Results that are rounding errors of sums
/// (Calculated::size) become 0, here and in the steps after.
void round_numbers(std::vector<ExplanationStep>& steps);

/// Formats a number for a sentence.
std::string plain_number(double value);

/// "adds 0.46 to the score", "subtracts 0.46 from the score"
std::string adds_words(double value, const std::string& sum);

}  // namespace attn
