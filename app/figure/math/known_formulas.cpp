#include "app/figure/math/known_formulas.h"

#include <compare>
#include <map>
#include <string>
#include <utility>

namespace attn {
namespace {

constexpr std::size_t kMostKnown = 1024;

struct KnownKey {
  std::string tex;
  double size, width, bar;
  bool display;
  auto operator<=>(const KnownKey&) const = default;
};

}  // namespace

MathNode formula_or_problem(std::string_view tex) {
  try {
    return read_formula(tex);
  } catch (const FormulaError& error) {
    return {.kind = MathNode::Kind::words, .text = error.what()};
  }
}

std::shared_ptr<const SetFormula> known_formula(std::string_view tex, const FormulaStyle& style) {
  thread_local std::map<KnownKey, std::shared_ptr<const SetFormula>> known;
  KnownKey key{std::string(tex), style.size, style.width, style.bar, style.display};
  if (const auto found = known.find(key); found != known.end()) return found->second;
  auto made = std::make_shared<const SetFormula>(set_formula(formula_or_problem(tex), style));
  if (known.size() >= kMostKnown) known.clear();
  known.emplace(std::move(key), made);
  return made;
}

}  // namespace attn
