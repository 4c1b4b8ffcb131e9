#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/figure/inspector/source.h"

namespace attn {

/// A piece of a step, and the numbers that it came from.
struct ExplanationTerm {
  std::string tex;  ///< in the TeX of app/document/formulas/formula.h
  std::vector<Source> sources{};
  std::string says{};  ///< what it does, as a sentence with formulas; may be empty
};

/// One step from the inputs to the output, in the numbers of one cell.
struct ExplanationStep {
  std::string title;      ///< "by temperature"
  std::string aside{};    ///< what is said after it where there is room
  std::string lead{};     ///< what the step makes, "s_{ij}", where one line tells all
  std::string formula{};  ///< up to its result; \term{2}{…} is terms[2]
  std::vector<ExplanationTerm> terms{};
  ExplanationTerm result{};  ///< "7"
  /// Of a result that is one of few numbers, all of them: "\mathbf{o}_{i} = (1.76,\ 2.87)".
  std::string all{};

  void add(std::string_view tex) { formula += tex; }
  void add(ExplanationTerm term) {
    formula += "\\term{" + std::to_string(terms.size()) + "}{" + term.tex + "}";
    terms.push_back(std::move(term));
  }
};

/// A number as it stands in a step, in TeX: "7", "-0.25", "1.2 \cdot 10^{9}"; `bracketed`, where it
/// is negative, in brackets, as a factor is.
std::string step_number(double value);
/// With so many decimals, where it has none of its own power of ten.
std::string step_number(double value, int decimals);
std::string bracketed(double value);

}  // namespace attn
