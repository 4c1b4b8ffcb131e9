// Tests the words about scripts without fonts.

#include "app/paint/missing_scripts.h"

#include <gtest/gtest.h>

#include "app/paint/fallback_fonts.h"

namespace attn::missing_scripts_test {
namespace {

using Texts = std::vector<std::string>;

TEST(MissingScripts, AreNamedOnceWithTheirPackages) {
  // Scripts of the tests' fonts, and what no font has to draw.
  MissingScripts scripts;
  EXPECT_EQ(scripts.words_for(Texts{"the", "кот", "αβγ", "a\u200db", "\ufe0f", "\uefff"}), "");
  // Cuneiform is in none of the fonts that this project asks for.
  const std::string signs = "\U00012000\U00012001";
  if (characters_without_fonts({U'\U00012000'}).empty()) GTEST_SKIP() << "a font has it";
  EXPECT_EQ(scripts.words_for(Texts{"a", signs}),
            "No font has \U00012000 \U00012001 (other signs): Debian has fonts in "
            "fonts-noto-core");
  EXPECT_EQ(scripts.words_for(Texts{signs}), "") << "once";
  EXPECT_NE(MissingScripts().words_for(Texts{signs}), "");
}

TEST(MissingScripts, OfManyCharactersShowThree) {
  if (characters_without_fonts({U'\U00012000'}).empty()) GTEST_SKIP() << "a font has it";
  const std::string words =
      MissingScripts().words_for({U'\U00012000', U'\U00012001', U'\U00012002', U'\U00012003'});
  EXPECT_NE(words.find("\U00012002 (other signs)"), std::string::npos) << words;
}

}  // namespace
}  // namespace attn::missing_scripts_test
