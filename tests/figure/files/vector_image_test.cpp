// How sharp the heatmaps are that PDF and SVG files hold as images: read out of the files.
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "app/figure/files/figure.h"
#include "tests/figure/figure_test.h"

namespace attn::vector_image_test {
namespace {

/// An image in a file, and the dots for each inch that it is drawn at.
struct Image {
  int width = 0, height = 0;
  double across = 0, down = 0;
};

double number_after(const std::string& text, const std::string& name, std::size_t from = 0) {
  const std::size_t at = text.find(name, from);
  if (at == std::string::npos) throw std::runtime_error("no " + name);
  return std::stod(text.substr(at + name.size()));
}

/// The first bytes of what is in base64.
std::string decoded(const std::string& text, std::size_t bytes) {
  const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  unsigned group = 0;
  for (std::size_t n = 0; out.size() < bytes; ++n) {
    group = group << 6 | static_cast<unsigned>(letters.find(text[n]));
    if (n % 4 == 3) {
      for (const int shift : {16, 8, 0}) out += static_cast<char>(group >> shift & 255);
      group = 0;
    }
  }
  return out;
}

int big_endian(const std::string& bytes, std::size_t at) {
  int number = 0;
  for (std::size_t n = 0; n < 4; ++n)
    number = number << 8 | static_cast<unsigned char>(bytes[at + n]);
  return number;
}

std::vector<Image> images_of_svg(const std::string& path) {
  const std::string svg = test::bytes_of(path);
  const double width = number_after(svg, " width=\"", svg.find("<svg "));
  std::istringstream box(svg.substr(svg.find("viewBox=\"") + 9));
  double x, y, units;
  box >> x >> y >> units;
  const double inches = width / units / 96;  // of a unit
  std::vector<Image> images;
  for (std::size_t at = svg.find("<image"); at != std::string::npos;
       at = svg.find("<image", at + 1)) {
    const std::string png = decoded(svg.substr(svg.find("base64,", at) + 7, 64), 24);
    Image image{big_endian(png, 16), big_endian(png, 20)};
    image.across = image.width / (number_after(svg, " width=\"", at) * inches);
    image.down = image.height / (number_after(svg, " height=\"", at) * inches);
    images.push_back(image);
  }
  return images;
}

std::vector<Image> images_of_pdf(const std::string& path) {
  const std::string listing = path + ".txt";
  if (std::system(("pdfimages -list '" + path + "' > '" + listing + "'").c_str()) != 0) {
    throw std::runtime_error("pdfimages failed");
  }
  std::ifstream in(listing);
  std::vector<Image> images;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::vector<std::string> row;
    for (std::string word; words >> word;) row.push_back(word);
    if (row.size() < 14 || row[2] != "image") continue;
    images.push_back(
        {std::stoi(row[3]), std::stoi(row[4]), std::stod(row[12]), std::stod(row[13])});
  }
  return images;
}

/// As many dots for each cell as make 150 an inch, or 300 an inch where cells are smaller; the
/// listing of a PDF file rounds to whole dots.
void expect_sharp(const Image& image, Index rows, Index columns) {
  EXPECT_GE(image.across, image.width % columns == 0 ? 149.5 : 299.5) << image.width;
  EXPECT_GE(image.down, image.height % rows == 0 ? 149.5 : 299.5) << image.height;
  EXPECT_TRUE(image.width <= columns || image.across <= 300.5) << image.across;
  EXPECT_TRUE(image.height <= rows || image.down <= 300.5) << image.down;
}

TEST(VectorImage, HoldsWhatPrintShowsOrEachCell) {
  const test::TemporaryFolder folder;
  for (const auto& [rows, columns] :
       std::vector<std::pair<Index, Index>>{{129, 129}, {130, 500}, {700, 700}}) {
    test::Example made = test::example(rows, columns, {"a"});
    const auto evaluation = std::make_shared<const Evaluation>(
        Evaluation{std::move(made.scene), std::move(made.trace)});
    for (const std::optional<int> width :
         {std::optional<int>(), std::optional(700), std::optional(2100)}) {
      for (const double scale : {0.5, 1.0, 3.0}) {
        if (width == 700 && scale == 3) continue;  // that is no figure any more
        for (const char* ending : {".svg", ".pdf"}) {
          SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns) + ending +
                       ", width " + std::to_string(width.value_or(0)) + ", scale " +
                       std::to_string(scale));
          const std::string path = folder / (std::string("figure") + ending);
          write_figure(evaluation, {.scale = scale, .title = "", .width = width}, path);
          const auto images =
              ending == std::string(".svg") ? images_of_svg(path) : images_of_pdf(path);
          ASSERT_EQ(images.size(), 1U);
          expect_sharp(images[0], rows, columns);
        }
      }
    }
  }
}

/// Likewise where several stand side by side, as marks of a diagram.
TEST(VectorImage, OfPanelsHoldsNoLess) {
  const test::TemporaryFolder folder;
  test::Example made = test::example(900, 900, {"a"});
  made.scene.heads.resize(2);
  made.trace.heads.push_back(made.trace.heads[0]);
  const auto evaluation =
      std::make_shared<const Evaluation>(Evaluation{std::move(made.scene), std::move(made.trace)});
  for (const char* ending : {".svg", ".pdf"}) {
    for (const double scale : {1.0, 2.0}) {
      const std::string path = folder / (std::string("panels") + ending);
      write_figure(evaluation, {.all_heads = true, .scale = scale, .legend = false}, path);
      const auto images = ending == std::string(".svg") ? images_of_svg(path) : images_of_pdf(path);
      ASSERT_EQ(images.size(), 2U);
      for (const Image& image : images) expect_sharp(image, 900, 900);
    }
  }
}

}  // namespace
}  // namespace attn::vector_image_test
