#include <gtest/gtest.h>

#include "engine/base/text.h"

namespace attn::isolate_test {
namespace {

/// How deep in isolates the end of `text` is; what closes none counts against it.
int depth_after(std::string_view text) {
  int depth = 0;
  while (!text.empty()) {
    const char32_t c = take_character(text);
    if (c >= 0x2066 && c <= 0x2068) ++depth;
    if (c == 0x2069) --depth;
    if (depth < 0) return depth;
  }
  return depth;
}

const std::vector<std::string> kTurning{
    "שלום",
    "انتباه",
    "abc שלום 12",
    "\u202eabc",
    "abc\u202e",
    "\u202babc",
    "\u2067abc",
    "\u2066\u2067\u2068",
    "abc\u2069",
    "\u2069\u2068",
    "\u2068abc\u2069\u202e",
    "\u200f",
    "\u061c",
    "٣",
    "𐤀",
    "𞤀",
};

TEST(Isolate, WhatCanNotTurnStaysAsItIs) {
  for (const char* text : {"", "The", "été", "注意", "猫 ज़ 🙂", "0.12", "a\xff", "→ · ½"}) {
    EXPECT_FALSE(may_change_direction(text)) << text;
    EXPECT_EQ(isolated(text), text);
    EXPECT_EQ(inside_isolate(text), text);
  }
}

TEST(Isolate, WhatMayTurnIsBetweenMarksThatHold) {
  for (const std::string& text : kTurning) {
    SCOPED_TRACE(text);
    const std::string made = isolated(text);
    EXPECT_TRUE(made.starts_with("\u2068"));
    EXPECT_TRUE(made.ends_with("\u2069"));
    EXPECT_EQ(depth_after(made), 0);
    // Only its own mark closes it.
    EXPECT_EQ(depth_after(std::string_view(made).substr(0, made.size() - 3)), 1);
    EXPECT_EQ(isolated(made), made) << "once";
  }
}

TEST(Isolate, WhatIsCutIsClosedAgain) {
  for (const std::string& text : kTurning) {
    const std::string made = isolated(text);
    for (std::size_t end = 0; end <= made.size(); ++end) {
      const bool is_between = end == made.size() || (made[end] & 0xC0) != 0x80;
      if (!is_between) continue;
      EXPECT_EQ(depth_after(with_isolates_closed(made.substr(0, end) + "…")), 0);
    }
  }
  EXPECT_EQ(with_isolates_closed("plain"), "plain");
}

TEST(Isolate, TwoBesideEachOtherAreNotOne) {
  const std::string two = isolated("שלום") + isolated("עולם");
  EXPECT_EQ(inside_isolate(two), two);
  EXPECT_EQ(inside_isolate("\u2068שלום\u2069"), "שלום");
}

}  // namespace
}  // namespace attn::isolate_test
