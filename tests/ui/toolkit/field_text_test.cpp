#include "app/ui/toolkit/field_text.h"

#include <gtest/gtest.h>

#include "app/ui/theme/fonts.h"

namespace attn::ui::field_text_test {
namespace {

TEST(FieldText, WhatAFieldCanHoldIsLeft) {
  for (const char* text : {"", "The child", "été", "注意", "انتباه", "\xff broken"}) {
    EXPECT_EQ(to_field(std::string_view(text)), text);
    EXPECT_EQ(from_field(text), text);
  }
}

TEST(FieldText, ComesBackAsItWas) {
  std::string many;
  for (char32_t c = 0x1f300; c < 0x1f3ff; ++c) append_character(many, c);
  for (const std::string& text : {std::string("a🙂b👩‍👩‍👧"), std::string("𠀋𠀌"),
                                  std::string("\uf000\uf5ff\ufdd0"), many}) {
    EXPECT_EQ(from_field(to_field(text)), text);
    EXPECT_EQ(from_field(to_field(text)), text) << "and again";
  }
}

TEST(FieldText, IsOfCharactersThatTheFieldHolds) {
  if (!imgui::kFieldsLoseCharacters) GTEST_SKIP() << "it holds all";
  std::string_view text = "🙂𠀋";
  const std::string in_field = to_field(text);
  text = in_field;
  while (!text.empty()) EXPECT_LE(take_character(text), char32_t{IM_UNICODE_CODEPOINT_MAX});
}

TEST(FieldText, TheSameCharacterHasTheSameStandIn) {
  EXPECT_EQ(to_field(U'🙂'), to_field(U'🙂'));
  EXPECT_EQ(to_field(std::string_view("🙂🙂")).size(),
            2 * to_field(std::string_view("🙂")).size());
}

}  // namespace
}  // namespace attn::ui::field_text_test
