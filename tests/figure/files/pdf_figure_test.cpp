#include <gtest/gtest.h>

#include "app/figure/files/cairo_figure.h"
#include "app/figure/files/figure.h"
#include "tests/figure/recording_canvas.h"

namespace attn::pdf_figure_test {
namespace {

Drawing figure_of(const test::Example& example) {
  return draw_figure(test::evaluation_of(example), {}, 1);
}

TEST(PdfFigure, HoldsNoDateAndTheSameBytesEachTime) {
  const Scene scene = test::first_example();
  const std::string pdf = pdf_figure(figure_of({scene, evaluate(scene)}));
  EXPECT_TRUE(pdf.starts_with("%PDF-"));
  EXPECT_EQ(pdf.find("CreationDate"), std::string::npos);
  EXPECT_EQ(pdf, pdf_figure(figure_of({scene, evaluate(scene)})));
}

TEST(PdfFigure, ALargeMatrixIsOneImage) {
  const auto images = [](const test::Example& example) {
    const std::string pdf = pdf_figure(figure_of(example));
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
  const std::string pdf = pdf_figure(figure_of({scene, evaluate(scene)}));
  EXPECT_NE(pdf.find("/ToUnicode"), std::string::npos);
}

}  // namespace
}  // namespace attn::pdf_figure_test
