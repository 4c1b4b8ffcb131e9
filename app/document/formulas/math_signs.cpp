#include <algorithm>

#include "app/document/formulas/formula.h"

namespace attn {
namespace {

using enum MathClass;

constexpr MathSign kMathSigns[] = {
    {"alpha", U'α'},
    {"beta", U'β'},
    {"gamma", U'γ'},
    {"delta", U'δ'},
    {"epsilon", U'ε'},
    {"zeta", U'ζ'},
    {"eta", U'η'},
    {"theta", U'θ'},
    {"kappa", U'κ'},
    {"lambda", U'λ'},
    {"mu", U'μ'},
    {"nu", U'ν'},
    {"xi", U'ξ'},
    {"pi", U'π'},
    {"rho", U'ρ'},
    {"sigma", U'σ'},
    {"tau", U'τ'},
    {"phi", U'φ'},
    {"chi", U'χ'},
    {"psi", U'ψ'},
    {"omega", U'ω'},
    {"Gamma", U'Γ'},
    {"Delta", U'Δ'},
    {"Theta", U'Θ'},
    {"Lambda", U'Λ'},
    {"Sigma", U'Σ'},
    {"Phi", U'Φ'},
    {"Psi", U'Ψ'},
    {"Omega", U'Ω'},
    {"sum", U'∑', operation, true},
    {"prod", U'∏', operation, true},
    {"int", U'∫', operation},
    {"pm", U'±', binary},
    {"times", U'×', binary},
    {"cdot", U'⋅', binary},
    {"odot", U'⊙', binary},
    {"oplus", U'⊕', binary},
    {"circ", U'∘', binary},
    {"ast", U'∗', binary},
    {"div", U'÷', binary},
    {"wedge", U'∧', binary},
    {"vee", U'∨', binary},
    {"cup", U'∪', binary},
    {"cap", U'∩', binary},
    {"setminus", U'∖', binary},
    {"le", U'≤', relation},
    {"leq", U'≤', relation},
    {"ge", U'≥', relation},
    {"geq", U'≥', relation},
    {"ne", U'≠', relation},
    {"neq", U'≠', relation},
    {"approx", U'≈', relation},
    {"equiv", U'≡', relation},
    {"sim", U'∼', relation},
    {"propto", U'∝', relation},
    {"in", U'∈', relation},
    {"notin", U'∉', relation},
    {"subset", U'⊂', relation},
    {"ll", U'≪', relation},
    {"gg", U'≫', relation},
    {"mid", U'∣', relation},
    {"to", U'→', relation},
    {"rightarrow", U'→', relation},
    {"leftarrow", U'←', relation},
    {"uparrow", U'↑', relation},
    {"downarrow", U'↓', relation},
    {"leftrightarrow", U'↔', relation},
    {"Rightarrow", U'⇒', relation},
    {"mapsto", U'↦', relation},
    {"infty", U'∞'},
    {"partial", U'∂'},
    {"nabla", U'∇'},
    {"ell", U'ℓ'},
    {"top", U'⊤'},
    {"perp", U'⟂', relation},
    {"forall", U'∀'},
    {"exists", U'∃'},
    {"emptyset", U'∅'},
    {"prime", U'′'},
    {"cdots", U'⋯', inner},
    {"ldots", U'…', inner},
    {"dots", U'…', inner},
    {"vdots", U'⋮'},
    {"ddots", U'⋱', inner},
    {"langle", U'⟨', opening},
    {"rangle", U'⟩', closing},
    {"lfloor", U'⌊', opening},
    {"rfloor", U'⌋', closing},
    {"lceil", U'⌈', opening},
    {"rceil", U'⌉', closing},
    {"lVert", U'‖', opening},
    {"rVert", U'‖', closing},
    {"lvert", U'|', opening},
    {"rvert", U'|', closing},
    {"Vert", U'‖'},
    {"vert", U'|'},
    {"colon", U':', punctuation},
    // Characters without a command.
    {"", U'+', binary},
    {"-", U'−', binary},
    {"*", U'∗', binary},
    {"", U'·', binary},
    {"", U'/'},
    {"", U'=', relation},
    {"", U'<', relation},
    {"", U'>', relation},
    {"", U':', relation},
    {"", U'(', opening},
    {"", U')', closing},
    {"", U'[', opening},
    {"", U']', closing},
    {"{", U'{', opening},
    {"}", U'}', closing},
    {"", U',', punctuation},
    {"", U';', punctuation},
    {"", U'.'},
    {"", U'!', closing},
    {"", U'?', closing},
    {"%", U'%'},
    {"", U'√'},
};

constexpr MathFunction kMathFunctions[] = {
    {"exp"},       {"log"},       {"ln"},  {"sin"},       {"cos"}, {"tan"}, {"tanh"},
    {"max", true}, {"min", true}, {"arg"}, {"lim", true}, {"det"}, {"dim"},
};

/// Contiguous range of letters or digits in a style.
struct LetterRun {
  char32_t first, last;  ///< unstyled
  MathLetters form;
  char32_t start;
};

// Unicode 15, "Mathematical Alphanumeric Symbols".
constexpr LetterRun kLetterRuns[] = {
    {U'A', U'Z', MathLetters::italic, 0x1d434}, {U'a', U'z', MathLetters::italic, 0x1d44e},
    {U'α', U'ω', MathLetters::italic, 0x1d6fc}, {U'A', U'Z', MathLetters::bold, 0x1d400},
    {U'a', U'z', MathLetters::bold, 0x1d41a},   {U'Α', U'Ω', MathLetters::bold, 0x1d6a8},
    {U'α', U'ω', MathLetters::bold, 0x1d6c2},   {U'0', U'9', MathLetters::bold, 0x1d7ce},
};
constexpr char32_t kItalicH = U'ℎ';  // encoded in Unicode before the other letters

/// Row of `table` whose `member` equals `value`; null if there is none.
const auto* find_row(const auto& table, const auto& value, auto member) {
  const auto found = std::ranges::find(table, value, member);
  return found == std::end(table) ? nullptr : &*found;
}

}  // namespace

const MathSign* find_math_sign(std::string_view name) {
  return name.empty() ? nullptr : find_row(kMathSigns, name, &MathSign::name);
}

const MathSign* find_math_sign(char32_t sign) {
  return find_row(kMathSigns, sign, &MathSign::sign);
}

const MathFunction* find_math_function(std::string_view name) {
  return find_row(kMathFunctions, name, &MathFunction::name);
}

char32_t math_letter(char32_t letter, MathLetters form) {
  if (letter == U'h' && form == MathLetters::italic) return kItalicH;
  for (const LetterRun& run : kLetterRuns) {
    if (run.form == form && letter >= run.first && letter <= run.last) {
      return run.start + (letter - run.first);
    }
  }
  return letter;
}

char32_t plain_letter(char32_t sign) {
  if (sign == kItalicH) return U'h';
  for (const LetterRun& run : kLetterRuns) {
    if (sign >= run.start && sign <= run.start + (run.last - run.first)) {
      return run.first + (sign - run.start);
    }
  }
  return sign;
}

}  // namespace attn
