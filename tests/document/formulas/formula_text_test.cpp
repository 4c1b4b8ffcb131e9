#include "app/document/formulas/formula_text.h"

#include <gtest/gtest.h>

#include "app/document/formulas/formula.h"
#include "app/document/formulas/plain_formula.h"

namespace attn::formula_text_test {
namespace {

using Kind = TextPiece::Kind;

std::vector<TextPiece> pieces(const std::string& text) { return pieces_of(text); }

TEST(FormulaText, HasFormulasAmongItsWords) {
  EXPECT_EQ(pieces("plain"), (std::vector<TextPiece>{{Kind::words, "plain"}}));
  EXPECT_EQ(pieces(""), std::vector<TextPiece>());
  EXPECT_EQ(pieces("the $q_i$ of $k$"), (std::vector<TextPiece>{{Kind::words, "the "},
                                                                {Kind::formula, "q_i"},
                                                                {Kind::words, " of "},
                                                                {Kind::formula, "k"}}));
  EXPECT_EQ(
      pieces("a $$x\n= y$$ b"),
      (std::vector<TextPiece>{{Kind::words, "a "}, {Kind::block, "x\n= y"}, {Kind::words, " b"}}));
  EXPECT_EQ(pieces("\\$5 and \\$6"), (std::vector<TextPiece>{{Kind::words, "$5 and $6"}}));
  EXPECT_EQ(pieces("a \\ b"), (std::vector<TextPiece>{{Kind::words, "a \\ b"}}));
}

TEST(FormulaText, ADollarThatBeginsNoFormulaIsToldWithItsPlace) {
  struct Wrong {
    std::string text;
    std::size_t at;
  };
  for (const auto& [text, at] :
       {Wrong{"it costs $5", 9}, Wrong{"$5 and $6", 0}, Wrong{"$ x $", 0}, Wrong{"a $x\n\ny$", 2},
        Wrong{"$$", 0}, Wrong{"$$x", 0}, Wrong{"$a$ then $", 9}}) {
    try {
      pieces_of(text);
      ADD_FAILURE() << text;
    } catch (const FormulaError& error) {
      EXPECT_EQ(error.at(), at) << text;
      EXPECT_NE(std::string(error.what()).find("not begin a formula"), std::string::npos);
    }
  }
}

TEST(FormulaText, WordsOfOthersStayAsTheyAre) {
  for (const char* token : {"$x$", "$", "\\$", "\\", "$$a$$", "{$}", "", "\\\\$x$"}) {
    const std::string text = "the " + as_words(token) + " of $x$";
    const auto found = pieces(text);
    ASSERT_EQ(found.size(), 2U) << token;
    EXPECT_EQ(found[0].text, "the " + std::string(token) + " of ");
  }
}

TEST(FormulaText, IsToldInPlainWords) {
  struct Told {
    std::string tex, plain;
  };
  const Told all[] = {
      {R"(s_{\query{i}\key{j}} = \query{\mathbf{q}_i} \cdot \key{\mathbf{k}_j})", "sᵢⱼ = qᵢ · kⱼ"},
      {R"(\frac{\mathbf{q}_i \cdot \mathbf{k}_j}{\sqrt{d_\mathrm{k}}})", "qᵢ · kⱼ / √dₖ"},
      {R"(\frac{a + b}{2 c})", "(a + b) / (2c)"},
      {R"(\mathbf{W}_\mathrm{Q})", "W_Q"},
      {R"(Q K^\top)", "QK^T"},
      {R"(\alpha_{ij} = \frac{\exp(s_{ij} / T)}{\sum_m \exp(s_{im} / T)})",
       "αᵢⱼ = exp(sᵢⱼ/T) / (Σₘ exp(sᵢₘ/T))"},
      {R"(\sum_j \alpha_{ij} \mathbf{v}_j)", "Σⱼ αᵢⱼ vⱼ"},
      {R"(-\alpha \ln \alpha)", "−α ln α"},
      {R"(\mathrm{base}^{2j/D})", "base^(2j/D)"},
      {R"(e^{-4} + x^2 + x')", "e⁻⁴ + x² + x′"},
      {R"(\lVert \mathbf{q} - \mathbf{k} \rVert^2)", "‖q − k‖²"},
      {R"(\lvert i - j \rvert \le 3)", "|i − j| ≤ 3"},
      {R"(\begin{bmatrix} 1 & 0 \\ 0 & 1 \end{bmatrix})", "[1, 0; 0, 1]"},
      {R"(\sqrt{x + 1} \cdot \sqrt[3]{8})", "√(x + 1) · ³√8"},
      {R"(\term{a}{x} = \result{7}, \; y \to \infty)", "x = 7, y → ∞"},
      {R"(\tanh(x) + \max_h O_h)", "tanh(x) + maxₕ Oₕ"},
      {R"(\phi(x) = x \text{ where it is seen})", "φ(x) = x where it is seen"},
  };
  for (const auto& [tex, plain] : all) EXPECT_EQ(plain_formula(tex), plain) << tex;
  EXPECT_EQ(plain_formula("\\foo"), "\\foo") << "what can't be read";
  EXPECT_EQ(plain_text("the $q_i$ of \\$5"), "the qᵢ of $5");
  EXPECT_EQ(plain_text("lone $ here"), "lone $ here");
}

}  // namespace
}  // namespace attn::formula_text_test
