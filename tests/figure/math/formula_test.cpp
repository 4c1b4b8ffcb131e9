#include "app/document/formulas/formula.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/figure/math/math_font.h"
#include "app/figure/math/set_formula.h"

namespace attn::formula_test {
namespace {

SetFormula set(const std::string& tex, const FormulaStyle& style = {}) {
  return set_formula(read_formula(tex), style);
}

std::string problem_of(const std::string& tex, std::size_t& at) {
  try {
    read_formula(tex);
  } catch (const FormulaError& error) {
    at = error.at();
    return error.what();
  }
  return "";
}

TEST(Formula, WhatIsWrongIsNamedWithItsPlace) {
  struct Wrong {
    std::string tex, words;
    std::size_t at;
  };
  const Wrong wrong[] = {
      {"a + \\foo b", "\"\\foo\" is not known in formulas", 4},
      {"\\frac{a}", "nothing follows \\frac", 8},
      {"\\frac{a}{b", "\"{\" is not closed", 8},
      {"a_", "nothing follows \"_\"", 2},
      {"a_b_c", "a second \"_\" at the same place", 3},
      {"a^b^c", "a second \"^\" at the same place", 3},
      {"^2", "there is nothing before \"^\"", 0},
      {"a}", "\"}\" closes nothing that was opened", 1},
      {"a & b", "\"& b\" closes nothing that was opened", 2},
      {"\\left( a", "\\left without \\right", 8},
      {"\\left a \\right)", "expected a bracket after \\left", 6},
      {"\\right)", "\"\\right)\" closes nothing that was opened", 0},
      {"\\begin{cases} a \\end{cases}", "known: matrix, pmatrix, bmatrix", 0},
      {"\\begin{matrix} a", "\\begin{matrix} without \\end{matrix}", 16},
      {"\\begin{matrix} a \\end{pmatrix}", "is closed by \\end{pmatrix}", 30},
      {"\\text{a", "\"{\" is not closed", 6},
      {"a # b", "\"#\" is not a sign of formulas", 2},
      {"a\tb \xff", "is not a sign of formulas", 4},
      {"\\", "\"\\\" is not known in formulas", 0},
      {"\\sqrt[3", "\"[\" is not closed", 6},
      {"\\term{x} y", "expected \"{\" after \\term", 9},
  };
  for (const auto& [tex, words, place] : wrong) {
    std::size_t at = 0;
    const std::string told = problem_of(tex, at);
    EXPECT_NE(told.find(words), std::string::npos) << tex << ": " << told;
    EXPECT_EQ(at, place) << tex << ": " << told;
  }
}

TEST(Formula, HasItsBounds) {
  std::size_t at = 0;
  const auto repeated = [](const std::string& what, int times) {
    std::string text;
    for (int n = 0; n < times; ++n) text += what;
    return text;
  };
  EXPECT_NE(problem_of(repeated("a", 5000), at).find("at most 4096 bytes"), std::string::npos);
  for (const char* deeper : {"{", "\\sqrt", "\\frac", "\\left(", "a_", "\\mathbf", "\\hat"}) {
    EXPECT_NE(problem_of(repeated(deeper, 600), at), "") << deeper;
  }
  EXPECT_NE(problem_of("\\begin{matrix}" + repeated("a &", 300) + "\\end{matrix}", at), "");
  const SetFormula deep = set(repeated("\\sqrt{", 20) + "x" + repeated("}", 20));
  EXPECT_LT(deep.height, 600);
}

TEST(Formula, EverySignIsInTheFont) {
  const auto shows = [](const SetFormula& formula) {
    return !formula.signs.empty() &&
           std::ranges::all_of(formula.signs, [](const auto& sign) { return sign.glyph != 0; });
  };
  for (char32_t sign = 0x21; sign < 0x2b00; ++sign) {
    const MathSign* const known = find_math_sign(sign);
    if (!known) continue;
    EXPECT_NE(math_font().glyph(sign), 0U) << known->name;
    if (!known->name.empty()) {
      EXPECT_TRUE(shows(set("\\" + std::string(known->name)))) << known->name;
    }
  }
  for (char letter = 'a'; letter <= 'z'; ++letter) {
    const char upper = static_cast<char>(letter - 'a' + 'A');
    for (const std::string& one : {std::string(1, letter), std::string(1, upper)}) {
      for (const char* form : {"", "\\mathbf", "\\mathrm"}) {
        EXPECT_TRUE(shows(set(form + ("{" + one + "}")))) << form << one;
      }
    }
  }
}

/// Bounds of a term.
Rect term(const SetFormula& formula, const std::string& name) {
  const auto found = std::ranges::find(formula.terms, name, &SetFormula::Term::stands_for);
  if (found == formula.terms.end()) throw std::runtime_error("no term " + name);
  return found->box;
}

TEST(Formula, TermsKnowWhatTheyStandForAndWhere) {
  const SetFormula formula = set(R"(\term{a}{x} + \term{b}{\frac{\term{c}{y}}{z}})");
  const Rect a = term(formula, "a"), b = term(formula, "b"), c = term(formula, "c");
  EXPECT_LT(a.right(), b.x);
  EXPECT_GE(c.x, b.x);
  EXPECT_LE(c.right(), b.right());
  EXPECT_LT(c.bottom(), b.bottom());
  EXPECT_LE(b.right(), formula.width + 1e-9);
  EXPECT_LE(b.bottom(), formula.height + 1e-9);
  EXPECT_EQ(formula.terms.size(), 3U);
  EXPECT_EQ(formula.terms[1].stands_for, "c") << "the inner one is found first";
}

TEST(Formula, NothingIsOutsideOfIt) {
  for (const char* tex : {R"(\frac{a}{b})", R"(\sqrt[3]{x})", R"(\sum_{i=1}^{n} x_i^2)",
                          R"(\hat{y})", "x_{i_j}^{2^n}", R"(\left( \frac{a}{\frac{b}{c}} \right))",
                          R"(\begin{bmatrix} a & b \\ c & d \end{bmatrix})", R"(\max_j s)"}) {
    const SetFormula formula = set(tex, {.bar = 0});
    for (const auto& sign : formula.signs) {
      const GlyphMetrics& of = math_font().metrics(sign.glyph);
      EXPECT_GE(sign.at.y - of.height * sign.size, -1e-6) << tex;
      EXPECT_LE(sign.at.y + of.depth * sign.size, formula.height + 1e-6) << tex;
      EXPECT_GE(sign.at.x, -1e-6) << tex;
      EXPECT_LE(sign.at.x + of.width * sign.size, formula.width + sign.size * 0.2) << tex;
    }
    for (const auto& [rect, ink] : formula.bars) {
      EXPECT_GE(rect.y, -1e-6) << tex;
      EXPECT_LE(rect.bottom(), formula.height + 1e-6) << tex;
    }
  }
}

TEST(Formula, DigitsAreOfOneWidth) {
  const double one = set("1").width;
  for (const char* digit : {"0", "2", "3", "4", "5", "6", "7", "8", "9"}) {
    EXPECT_DOUBLE_EQ(set(digit).width, one) << digit;
  }
  EXPECT_DOUBLE_EQ(set("0.123").width, set("0.987").width);
}

TEST(Formula, ScriptsAreNeverSmallerThanTheyCanBeRead) {
  for (const double size : {10.0, 12.0, 18.0, 29.0}) {
    for (const auto& sign : set("x_{i_j}", {.size = size}).signs) {
      EXPECT_GE(sign.size, std::min(size, 9.0));
    }
  }
  EXPECT_DOUBLE_EQ(set("x_i", {.size = 20}).signs[1].size, 14.2);
}

TEST(Formula, BreaksAtArrowsElseBeforeEqualsSigns) {
  const std::string chain = R"(a + b = c \to \frac{c}{d} + e = f \to g)";
  const SetFormula whole = set(chain);
  const auto lines = [](const SetFormula& formula) {
    std::vector<double> baselines;
    for (const auto& sign : formula.signs) {
      if (sign.size == 18 && (baselines.empty() || sign.at.y > baselines.back() + 12)) {
        baselines.push_back(sign.at.y);
      }
    }
    return baselines.size();
  };
  EXPECT_EQ(lines(set("a = b")), 1U);
  const SetFormula broken = set(R"(a + b = c \to e + f = g \to h)", {.width = 112});
  EXPECT_LE(broken.width, 112);
  EXPECT_EQ(lines(broken), 3U);
  // The arrow opens the next line.
  const Glyph arrow = math_font().glyph(U'→');
  for (const auto& sign : broken.signs) {
    EXPECT_TRUE(sign.glyph != arrow || sign.at.x == 0);
  }
  EXPECT_EQ(lines(set("a + b + c = d + e + f", {.width = 70})), 2U);
  // Other relations are not broken.
  EXPECT_EQ(lines(set("a + b + c > d + e + f", {.width = 70})), 1U);
  EXPECT_EQ(lines(set("a = b > c = d > e", {.width = 70})), 3U);
  // Never within a part: it is wider than it should be.
  EXPECT_GT(set(R"(\frac{a + b + c + d}{e})", {.width = 30}).width, 30);
  EXPECT_EQ(set(R"(\term{x}{a = b = c = d})", {.width = 30}).height,
            set(R"(\term{x}{a = b = c = d})").height);
  EXPECT_GT(set(chain, {.width = 120}).height, whole.height);
}

TEST(Formula, BreaksAtWideSpacesWhichGoWithTheLine) {
  const std::string two = R"(a = b + c, \quad d = e + f)";
  const SetFormula whole = set(two), broken = set(two, {.width = 80});
  EXPECT_LE(broken.width, 80);
  EXPECT_GT(broken.height, whole.height);
  const auto first_of_line = std::ranges::find_if(
      broken.signs, [&](const auto& sign) { return sign.at.y > broken.baseline + 10; });
  ASSERT_NE(first_of_line, broken.signs.end());
  EXPECT_EQ(first_of_line->at.x, 0);
  EXPECT_EQ(first_of_line->glyph, math_font().glyph(math_letter(U'd', MathLetters::italic)));
}

TEST(Formula, AResultHasAGroundAroundIt) {
  const SetFormula formula = set(R"(x = \result{0.5}, \result{\frac{1}{2}})");
  ASSERT_EQ(formula.grounds.size(), 2U);
  const Rect number = formula.grounds[0], fraction = formula.grounds[1];
  EXPECT_GT(number.x, set("x =").width);
  EXPECT_GT(number.width, set("0.5").width);
  EXPECT_LT(number.right(), fraction.x);
  EXPECT_GT(fraction.height, number.height);
  EXPECT_LE(fraction.bottom(), formula.height + 1e-9);
}

TEST(Formula, BarsAreOnWholePixels) {
  for (const double bar : {1.0, 2.0, 0.5}) {
    for (const double size : {16.0, 18.5, 22.0, 29.0}) {
      const SetFormula formula =
          set(R"(\frac{a}{b} = \sqrt{\frac{c}{d}} \to e)", {.size = size, .bar = bar});
      for (const auto& [rect, ink] : formula.bars) {
        EXPECT_EQ(rect.height, bar);
        EXPECT_NEAR(rect.y / bar, std::round(rect.y / bar), 1e-9);
      }
    }
  }
}

TEST(Formula, FencesGrowWithWhatIsBetweenThem) {
  double before = 0;
  for (const char* inside :
       {"x", "\\frac{a}{b}", "\\frac{\\frac{a}{b}}{\\frac{c}{d}}",
        "\\begin{matrix} a \\\\ b \\\\ c \\\\ d \\\\ e \\\\ f \\end{matrix}"}) {
    const double height = set("\\left(" + std::string(inside) + "\\right)").height;
    EXPECT_GT(height, before);
    EXPECT_GE(height, set(inside).height * 0.9);
    before = height;
  }
}

TEST(Formula, AMinusIsASignBeforeANumber) {
  const double joined = set("a - b").width, sign = set("a = -b").width;
  EXPECT_GT(joined, set("ab").width + set("-").width) << "spaces around the operation";
  EXPECT_LT(sign, set("a = b").width + set("-").width + 0.1) << "none behind the sign";
}

}  // namespace
}  // namespace attn::formula_test
