#include <gtest/gtest.h>

#include "app/figure/files/figure.h"
#include "app/figure/files/painted_figure.h"
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

/// The table of objects that begins at `at` has `object`, as "number 1\n" and its one entry.
void expect_entry(const std::string& pdf, std::size_t at, const std::string& object) {
  EXPECT_EQ(pdf.substr(at, 5), "xref\n");
  const std::size_t name = pdf.find("\n" + object + " 1\n", at) + 1;
  ASSERT_NE(name, 0U);
  const std::size_t offset = std::stoul(pdf.substr(pdf.find('\n', name) + 1, 10));
  EXPECT_EQ(pdf.substr(offset, object.size() + 6), object + " 0 obj");
}

TEST(PdfFigure, HasATextAlternative) {
  Scene scene = test::first_example();
  scene.title = "Ж (a";
  const std::string pdf = pdf_figure(figure_of({scene, evaluate(scene)}));
  EXPECT_NE(pdf.find("/Marked true"), std::string::npos);
  const std::size_t alternative = pdf.find("/Alt <FEFF0416002000280061002E0020");
  ASSERT_NE(alternative, std::string::npos);
  const std::size_t object = pdf.rfind(" 0 obj", alternative);
  const std::size_t line = pdf.rfind('\n', object) + 1;
  EXPECT_NE(pdf.substr(object, alternative - object).find("/S /Figure"), std::string::npos);
  // The last table of objects names this one in place of Cairo's.
  const std::size_t start = pdf.rfind("startxref\n") + 10;
  expect_entry(pdf, std::stoul(pdf.substr(start)), pdf.substr(line, object - line));
  const std::size_t last = pdf.rfind("/Prev ");
  EXPECT_EQ(pdf.substr(std::stoul(pdf.substr(last + 6)), 5), "xref\n");
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
