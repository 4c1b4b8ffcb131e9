// Tests text in any script on the screen: labels as in figures, fields with system fonts, and a box
// for characters without a glyph.

#include "app/ui/theme/shaped_text.h"

#include <fstream>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/figure/text/visible_text.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/desktop.h"

namespace attn::test::shaped_text_test {
namespace {

constexpr const char* kScripts = "tests/golden/unicode.attn.json";

/// How much darker than paper the box is, in pixels of full ink of the text's colour.
double ink_in(const Picture& picture, const Rect& box) {
  double sum = 0;
  for (int y = static_cast<int>(box.y); y < static_cast<int>(box.y + box.height); ++y) {
    for (int x = static_cast<int>(box.x); x < static_cast<int>(box.x + box.width); ++x) {
      sum += (255.0 - picture.at(x, y)[0]) / (255.0 - 0x2b);
    }
  }
  return sum;
}

double ink_of(const TextBitmap& bitmap) {
  double sum = 0;
  for (std::size_t i = 3; i < bitmap.ink.size(); i += 4) sum += bitmap.ink[i] / 255.0;
  return sum;
}

/// Picture of the sentence's field for a scene with this token only.
Picture field_of(Desktop& desktop, const std::string& token) {
  const TemporaryFolder folder;
  Scene scene;
  scene.tokens = {token};
  scene.embeddings = Matrix(Matrix::Constant(1, 1, 0.5F));
  std::ofstream(folder / "one.attn.json") << format_scene(scene);
  OpenProgram program(desktop, folder / "one.attn.json");
  const Rect box = program.control("sentence");
  const Picture screen = program.settled_picture();
  Picture field{static_cast<int>(box.width) - 6, static_cast<int>(box.height) - 6, {}};
  for (int y = 0; y < field.height; ++y) {
    for (int x = 0; x < field.width; ++x) {
      const auto* pixel =
          screen.at(static_cast<int>(box.x) + 3 + x, static_cast<int>(box.y) + 3 + y);
      field.rgba.insert(field.rgba.end(), pixel, pixel + 4);
    }
  }
  return field;
}

double ink_of(const Picture& picture) {
  return ink_in(picture, {0, 0, 1.0 * picture.width, 1.0 * picture.height});
}

TEST(ShapedText, LabelsOfTheHeatmapHaveTheInkOfFigures) {
  Desktop desktop;
  OpenProgram program(desktop, kScripts);
  const Scene scene = read_scene(program.scene_path().string());
  program.key("Escape");  // what is kept has another colour,
  program.rest();         // and what the mouse is over
  const Picture picture = program.settled_picture();
  for (std::size_t i = 0; i < scene.tokens.size(); ++i) {
    const std::string token = visible_text(scene.tokens[i]);
    const TextBitmap expected = line_bitmap(token, {.weight = 500, .size = 16});
    if (!expected.colors.empty()) continue;
    const Rect cell = program.control("weights[" + std::to_string(i) + "][0]");
    const double row = ink_in(picture, {cell.x - 120, cell.y, 112, cell.height});
    EXPECT_NEAR(row, ink_of(expected), 3 + 0.1 * ink_of(expected)) << token;
    const Rect top = program.control("weights[0][" + std::to_string(i) + "]");
    const double column = ink_in(picture, {top.x, top.y - 116, top.width, 112});
    EXPECT_NEAR(column, ink_of(expected), 3 + 0.1 * ink_of(expected)) << token;
  }
}

TEST(ShapedText, EmojiKeepTheirColors) {
  if (line_bitmap("🙂", {}).colors.empty()) GTEST_SKIP() << "no font with coloured emoji";
  Desktop desktop;
  OpenProgram program(desktop, kScripts);
  const Picture picture = program.settled_picture();
  const Rect cell = program.control("weights[6][0]");
  int yellow = 0;
  for (int y = static_cast<int>(cell.y); y < static_cast<int>(cell.y + cell.height); ++y) {
    for (int x = static_cast<int>(cell.x) - 40; x < static_cast<int>(cell.x) - 8; ++x) {
      const auto* pixel = picture.at(x, y);
      yellow += pixel[0] > 200 && pixel[2] < 120;
    }
  }
  EXPECT_GT(yellow, 30);
}

TEST(ShapedText, FieldsShowABoxForWhatNoFontHas) {
  Desktop desktop;
  for (const char* token : {"\uefff", "\U0010fffd", "\U0001f642"}) {
    EXPECT_GT(ink_of(field_of(desktop, token)), 15) << token;
  }
}

TEST(ShapedText, FieldsTakeTheMachinesFonts) {
  Desktop desktop;
  const Picture box = field_of(desktop, "\uefff");
  EXPECT_EQ(field_of(desktop, "\uefff").rgba, box.rgba);
  const std::pair<char32_t, const char*> letters[] = {{U'∈', "∈"}, {U'ب', "ب"}, {U'注', "注"}};
  for (const auto& [character, text] : letters) {
    if (fallback_fonts({character}).empty()) continue;
    const Picture field = field_of(desktop, text);
    EXPECT_GT(ink_of(field), 5) << text;
    EXPECT_NE(field.rgba, box.rgba) << text << " is no box";
  }
}

TEST(ShapedText, AFieldThatIsVisitedKeepsItsTokens) {
  Desktop desktop;
  OpenProgram program(desktop, kScripts);
  const Scene before = read_scene(program.scene_path().string());
  program.click("sentence");
  program.key("End");
  program.type(" z");
  const Scene after = parse_scene(program.saved());
  EXPECT_EQ(after.tokens[5], before.tokens[5]);
  EXPECT_EQ(after.tokens[6], before.tokens[6]);
  EXPECT_EQ(after.tokens.back(), "z");
}

}  // namespace
}  // namespace attn::test::shaped_text_test
