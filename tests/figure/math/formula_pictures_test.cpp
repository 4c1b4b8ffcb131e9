#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/figure/files/painted_figure.h"
#include "app/figure/math/formula_drawing.h"
#include "tests/figure/figure_test.h"

namespace attn::formula_pictures_test {
namespace {

/// One below the other, each with its box and those of its terms, in two columns.
Drawing sheet_of(const std::vector<std::string>& formulas, const FigureTheme& theme) {
  constexpr double kMargin = 16, kGap = 14, kColumn = 420;
  struct Placed {
    SetFormula formula;
    Point at;
  };
  const auto placed = std::make_shared<std::vector<Placed>>();
  double y = kMargin, bottom = 0;
  std::size_t n = 0;
  for (const std::string& tex : formulas) {
    if (n++ == (formulas.size() + 1) / 2) y = kMargin;
    const double x = n > (formulas.size() + 1) / 2 ? kMargin + kColumn : kMargin;
    placed->push_back({set_formula(read_formula(tex), {.width = kColumn - 2 * kMargin}), {x, y}});
    y += std::round(placed->back().formula.height + kGap);
    bottom = std::max(bottom, y);
  }
  return {.width = 2 * kColumn,
          .height = bottom,
          .draw =
              [placed](Canvas& canvas) {
                for (const auto& [formula, at] : *placed) {
                  for (const SetFormula::Term& term : formula.terms) {
                    canvas.rect(
                        {at.x + term.box.x, at.y + term.box.y, term.box.width, term.box.height}, 2,
                        {.fill = Paint{Ink::warning, 0.25}});
                  }
                  draw_formula(canvas, formula, at);
                }
              },
          .theme = &theme,
          .scale = 1};
}

void expect_sheet(const std::string& name, const std::vector<std::string>& formulas,
                  const FigureTheme& theme = kLightFigure) {
  const Pixels drawn = pixels_of(sheet_of(formulas, theme));
  test::Picture picture{drawn.width, drawn.height, {}};
  const auto bytes = static_cast<std::size_t>(drawn.width) * static_cast<std::size_t>(drawn.height);
  picture.rgba.assign(drawn.rgba.get(), drawn.rgba.get() + 4 * bytes);
  test::expect_picture(picture, "figure/golden/formulas-" + name + ".png", 64, 0.05);
}

TEST(FormulaPictures, Scores) {
  expect_sheet("scores",
               {R"(\alpha_{ij} = \frac{\exp(s_{ij} / T)}{\sum_{m=1}^{L} \exp(s_{im} / T)})",
                R"(s_{ij} = \frac{\mathbf{q}_i \cdot \mathbf{k}_j}{\sqrt{d_{\mathrm{k}}}})",
                R"(s_{ij} = \query{\mathbf{q}_i} \, W_a \, \key{\mathbf{k}_j^\top})",
                R"(s_{ij} = \mathbf{v}^\top \tanh(\mathbf{q}_i W_Q + \mathbf{k}_j W_K))",
                R"(s_{ij} = -\frac{\lVert \mathbf{q}_i - \mathbf{k}_j \rVert^2}{2 w^2})",
                R"(s_{ij} = \frac{\mathbf{q}_i \cdot \mathbf{k}_j}{\lVert \mathbf{q}_i \rVert \, )"
                R"(\lVert \mathbf{k}_j \rVert})",
                R"(c \tanh\left( \frac{s_{ij}}{c} \right))", R"(s_{ij} - m_h \left| i - j \right|)",
                R"(\term{output}{\mathbf{o}_i} = \sum_{j=1}^{L} \term{weight}{\alpha_{ij}} )"
                R"(\term{value}{\value{\mathbf{v}_j}})",
                R"(\operatorname{softmax}\left( \frac{Q K^\top}{\sqrt{d_{\mathrm{k}}}} \right) V)",
                R"(\max_{j} s_{ij})", R"(e^{s_{ij} - \max_m s_{im}})"});
}

TEST(FormulaPictures, Positions) {
  expect_sheet(
      "positions",
      {R"(P_{p,2j} = \sin\left( \frac{p}{10000^{2j/D}} \right))",
       R"(P_{p,2j+1} = \cos\left( \frac{p}{10000^{2j/D}} \right))", R"(\omega_j = 10000^{-2j/D})",
       R"(\lambda_j = \frac{2\pi}{\omega_j})", R"(P P^\top)",
       R"(\begin{bmatrix} \cos p\omega & -\sin p\omega \\ \sin p\omega & \cos p\omega )"
       R"(\end{bmatrix})",
       R"(R_{\Theta,p}\,\mathbf{x})", R"(\theta_i' = \theta_i \, s^{-2i/(D-2)})",
       R"(\mathbf{q}_m^\top \mathbf{k}_n = g(\mathbf{x}_m, \mathbf{x}_n, m - n))",
       R"(m_h = 2^{-8h/H})", R"(b_{h,\lfloor \log_2 |i-j| \rfloor})",
       R"(\left\lfloor \frac{i - j}{w} \right\rfloor \le 1)"});
}

TEST(FormulaPictures, Heads) {
  expect_sheet(
      "heads",
      {R"(\mathbf{o} = \left[ \mathbf{o}^{(1)}, \ldots, \mathbf{o}^{(H)} \right] W_{\mathrm{O}})",
       R"(Q = X W_{\mathrm{Q}}, \quad K = X W_{\mathrm{K}}, \quad V = X W_{\mathrm{V}})",
       R"(\left(1 - \lambda\right) \operatorname{LN}(O))", R"(A = A_1 - \lambda A_2)",
       R"(\lambda = \exp(\lambda_{q1} \cdot \lambda_{k1}) - )"
       R"(\exp(\lambda_{q2} \cdot \lambda_{k2}) + \lambda_0)",
       R"(\frac{\phi(\mathbf{q}_i) \sum_j \phi(\mathbf{k}_j)^\top \mathbf{v}_j}{\phi(\mathbf{q}_i))"
       R"( \sum_j \phi(\mathbf{k}_j)^\top})",
       R"(\sigma(x) = \frac{1}{1 + e^{-x}})",
       R"(\alpha_{ij} = \frac{e^{s_{ij}}}{e^{b} + \sum_m e^{s_{im}}})",
       R"(H_i = -\sum_j \alpha_{ij} \log_2 \alpha_{ij})", R"(2 L_{\mathrm{Q}} L d_{\mathrm{k}} H)",
       R"(\hat{y}(x) = \frac{\sum_i y_i \, K(x - x_i)}{\sum_i K(x - x_i)})",
       R"(\bar{x} \pm \tilde{\sigma})"});
}

TEST(FormulaPictures, Structures) {
  expect_sheet(
      "structures",
      {R"(\frac{1}{1 + \frac{1}{1 + \frac{1}{x}}})", R"(\sqrt{\frac{a}{b}} + \sqrt[3]{x + y})",
       R"(\sqrt{\sqrt{\sqrt{x}}})", R"(x_{i_j}^{2^n})", R"({x_i}^2 + x_i^2 + x^2_i + f'(x))",
       R"(\left( \begin{matrix} 1 & 0 & 0 \\ 0 & 1 & 0 \\ 0 & 0 & 1 \\ 0 & 0 & 0 )"
       R"(\end{matrix} \right))",
       R"(\left[ \frac{\frac{a}{b}}{\frac{c}{d}} \right])",
       R"(\left\{ \begin{matrix} x & \text{where it is seen} \\ -\infty & \text{else} )"
       R"(\end{matrix} \right.)",
       R"(\begin{pmatrix} 0.12 & -3.4 \\ 10.5 & 0 \end{pmatrix})",
       R"(\prod_{t=1}^{n} \int \partial f \nabla g)", R"(\lim_{T \to 0} \alpha_{ij} = 1)",
       R"(\left\lVert \begin{matrix} a \\ b \\ c \\ d \\ e \\ f \\ g \\ h \end{matrix} )"
       R"(\right\rVert)"});
}

TEST(FormulaPictures, Chains) {
  expect_sheet(
      "chains-dark",
      {R"(\query{\mathbf{q}_5} \cdot \key{\mathbf{k}_3} = 0.50 \to \term{scaled}{0.35} \to )"
       R"(\frac{e^{0.35}}{\key{e^{0.35}} + e^{0.12} + e^{-0.4} + \cdots} \to )"
       R"(\term{weight}{0.242} \to 0.242 \cdot \value{0.4} = 0.0968)",
       R"(\mathbf{o}_i = 0.242 \cdot 0.40 + 0.167 \cdot 0.12 + 0.167 \cdot 0.55 + 0.09 \cdot )"
       R"(0.71 = 0.362)",
       R"(a = b = c)", R"(a < b \le c \ne d \approx e \in F)", R"(-1 + (-2) \times -3)",
       R"(A \odot B \oplus C \circ D)", R"(0123456789)", R"(\mathbf{0123456789})",
       R"(\alpha\beta\gamma\delta\epsilon\theta\lambda\mu\pi\sigma\tau\phi\omega)",
       R"(\Gamma\Delta\Theta\Lambda\Sigma\Phi\Psi\Omega)", R"(fghjkpqy\, QWMAVT)",
       R"(\faint{(1)} \quad x \mapsto x^2)"},
      kDarkFigure);
}

}  // namespace
}  // namespace attn::formula_pictures_test
