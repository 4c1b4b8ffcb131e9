#include "app/figure/inspector/explanation_step.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "app/document/formulas/plain_formula.h"
#include "app/document/numbers/numbers.h"
#include "engine/base/text.h"

namespace attn {
namespace {

// Maximum number of addends that are written out, and of their characters.
constexpr std::size_t kScoreTerms = 8;
constexpr std::size_t kMostSet = 110;
constexpr std::size_t kLargestTerms = 3;  // number of terms written of a longer sum, besides "⋯"

/// Number of printed characters of `tex`, as its approximate width.
std::size_t set_characters(std::string_view tex) {
  std::size_t count = 0;
  for (std::size_t n = 0; n < tex.size(); ++n) {
    if (tex[n] == '\\') {
      const std::size_t end = tex.find_first_not_of("abcdefghijklmnopqrstuvwxyz", n + 1);
      const std::string_view command = tex.substr(n + 1, end - n - 1);
      const bool sets_nothing = command == "query" || command == "key" || command == "operatorname";
      count += sets_nothing ? 0 : command == "tanh" ? 4 : 1;
      n = std::min(end, tex.size()) - 1;
    } else if (tex[n] != '{' && tex[n] != '}' && tex[n] != ' ') {
      ++count;
    }
  }
  return count;
}

/// Indices of the `addends` that are written out: all, or only the largest if there are many.
std::vector<std::size_t> written_out(const std::vector<Addend>& addends) {
  std::vector<std::size_t> order(addends.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::size_t set = 0;
  for (const Addend& addend : addends) set += set_characters(addend.term.tex);
  if (addends.size() <= kLargestTerms) return order;
  if (addends.size() <= kScoreTerms && set <= kMostSet) return order;
  std::ranges::stable_sort(order, {}, [&](std::size_t n) { return -std::abs(addends[n].value); });
  order.resize(kLargestTerms);
  std::ranges::sort(order);
  return order;
}

/// Removes a trailing "[12]" from `name`, if there is one.
std::optional<Index> take_index(std::string_view& name) {
  if (!name.ends_with(']')) return std::nullopt;
  const auto open = name.rfind('[');
  if (open == std::string_view::npos) return std::nullopt;
  const auto index = parsed<Index>(name.substr(open + 1, name.size() - open - 2));
  if (index) name = name.substr(0, open);
  return index;
}

}  // namespace

Sources unique_sources(Sources sources) {
  std::ranges::sort(sources);
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  return sources;
}

std::optional<Side> side_in(const Sources& sources, std::string_view control) {
  if (sources.empty()) return std::nullopt;
  std::string_view name = control;
  const auto column = take_index(name);
  const auto row = column ? take_index(name) : std::nullopt;
  for (const Source& source : sources) {
    const bool is_cell = row && source.name == name && source.covers(*row, *column);
    const bool is_control = source.name == control && !source.row && !source.column;
    if (is_cell || is_control) return source.side;
  }
  return std::nullopt;
}

std::string step_number(double value, int decimals) {
  const double size = std::abs(value);
  if (value == 0) return "0";
  if (size >= 0.01 && size < 1e5) {
    std::string text = fixed(value, decimals);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text;
  }
  return tex_number(brief(value, decimals + 1));
}

std::string bracketed(double value) {
  return value < 0 ? "(" + step_number(value) + ")" : step_number(value);
}

void add_addends(ExplanationStep& step, std::vector<Addend> addends) {
  const std::vector<std::size_t> written = written_out(addends);
  const bool is_whole = written.size() == addends.size();
  double rest = 0;
  Sources sources;
  for (std::size_t n = 0; n < addends.size(); ++n) {
    if (is_whole || std::ranges::binary_search(written, n)) continue;
    rest += addends[n].value;
    std::ranges::move(addends[n].term.sources, std::back_inserter(sources));
  }
  for (const std::size_t n : written) {
    step.add(n == written.front() ? "" : " + ", std::move(addends[n].term));
  }
  if (is_whole) return;
  const std::size_t folded = addends.size() - written.size();
  step.add(" + ", {"\\cdots", unique_sources(std::move(sources)),
                   std::to_string(folded) + " more sum to " + plain_number(rest)});
}

std::string plain_number(double value) { return with_minus(brief(value, 3)); }

std::string adds_words(double value, const std::string& sum) {
  return (value < 0 ? "subtracts " : "adds ") + plain_number(std::abs(value)) +
         (value < 0 ? " from " : " to ") + sum;
}

}  // namespace attn
