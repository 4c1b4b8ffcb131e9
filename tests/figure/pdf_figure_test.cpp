#include "app/figure/files/pdf_figure.h"

#include <gtest/gtest.h>

#include "app/figure/files/figure.h"
#include "app/figure/heatmap/pair_figure.h"
#include "tests/figure/figure_test.h"

namespace attn::pdf_figure_test {
namespace {

TEST(PdfFigure, HoldsNoDateAndTheSameBytesEachTime) {
  const Scene scene = test::first_example();
  const Trace trace = evaluate(scene);
  const std::string pdf = pdf_figure(draw_pairs(scene, trace, {}));
  EXPECT_TRUE(pdf.starts_with("%PDF-"));
  EXPECT_EQ(pdf.find("CreationDate"), std::string::npos);
  EXPECT_EQ(pdf, pdf_figure(draw_pairs(scene, trace, {})));
}

TEST(PdfFigure, ALargeMatrixIsOneImage) {
  const auto images = [](const test::Example& example) {
    const std::string pdf = pdf_figure(draw_pairs(example.scene, example.trace, {}));
    std::size_t found = 0;
    for (std::size_t at = 0; (at = pdf.find("/Subtype /Image", at)) != std::string::npos; ++at) {
      ++found;
    }
    return found;
  };
  EXPECT_EQ(images(test::example(128, 128, {"a"})), 0u);
  EXPECT_EQ(images(test::example(200, 200, {"a"})), 1u);
}

TEST(PdfFigure, FontsAreKeptSoThatTextIsText) {
  const Scene scene = test::first_example();
  const std::string pdf = pdf_figure(draw_pairs(scene, evaluate(scene), {}));
  EXPECT_NE(pdf.find("/ToUnicode"), std::string::npos);
}

}  // namespace
}  // namespace attn::pdf_figure_test
