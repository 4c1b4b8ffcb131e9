#include "app/session/words/highlight.h"

#include <algorithm>
#include <array>
#include <span>

#include <gtest/gtest.h>

#include "tests/ui/desktop.h"

namespace attn::ui::highlight_test {
namespace {

TEST(Highlight, LightsInTheNextFrameAndInNoOther) {
  Highlight highlight;
  highlight.light({{"embeddings", 3, 1, Side::kKey}});
  EXPECT_EQ(highlight.side_of("embeddings[3][1]"), std::nullopt);
  highlight.begin_frame();
  EXPECT_EQ(highlight.side_of("embeddings[3][1]"), Side::kKey);
  highlight.begin_frame();
  EXPECT_EQ(highlight.side_of("embeddings[3][1]"), std::nullopt);
}

TEST(Highlight, KnowsNumbersRowsColumnsAndControls) {
  Highlight highlight;
  highlight.light({{"embeddings", 3, {}, Side::kKey},
                   {"heads/0/w_q", {}, 2, Side::kQuery},
                   {"temperature", {}, {}, Side::kQuery}});
  highlight.begin_frame();
  EXPECT_EQ(highlight.side_of("embeddings[3][40]"), Side::kKey);
  EXPECT_EQ(highlight.side_of("embeddings[2][0]"), std::nullopt);
  EXPECT_EQ(highlight.side_of("embeddings"), std::nullopt);
  EXPECT_EQ(highlight.side_of("heads/0/w_q[7][2]"), Side::kQuery);
  EXPECT_EQ(highlight.side_of("heads/0/w_q[7][1]"), std::nullopt);
  EXPECT_EQ(highlight.side_of("temperature"), Side::kQuery);
  EXPECT_EQ(highlight.side_of("temperature.slider"), std::nullopt);
  EXPECT_EQ(highlight.side_of("odd[name]"), std::nullopt);
}

}  // namespace
}  // namespace attn::ui::highlight_test

namespace attn::test::highlight_test {
namespace {

/// How many of the pixels within `margin` around `box` are other ones.
int changed_around(const Picture& before, const Picture& after, const Rect& box, int margin) {
  int changed = 0;
  for (int y = static_cast<int>(box.y) - margin; y < box.y + box.height + margin; ++y) {
    for (int x = static_cast<int>(box.x) - margin; x < box.x + box.width + margin; ++x) {
      const auto* a = before.at(x, y);
      const auto* b = after.at(x, y);
      changed += a[0] != b[0] || a[1] != b[1] || a[2] != b[2];
    }
  }
  return changed;
}

TEST(HoveredTerm, LightsTheNumbersThatItCameFrom) {
  Desktop desktop;
  OpenProgram program{desktop, "assets/examples/01-sleepy-child.attn.json"};
  program.rest();
  const Picture before = program.settled_picture();
  const auto hover = [&](const std::string& name) {
    const Rect box = program.control(name);
    desktop.input({"mousemove", std::to_string(static_cast<int>(box.x + box.width / 2)),
                   std::to_string(static_cast<int>(box.y + box.height / 2))});
    return program.settled_picture();
  };
  const auto lit = [&](const Picture& now, const std::string& name, int margin = 1) {
    return changed_around(before, now, program.control(name), margin) > 60;
  };
  Picture now = hover("inspector.step0.term1");  // 2·3
  EXPECT_TRUE(lit(now, "embeddings[5][1]"));
  EXPECT_TRUE(lit(now, "embeddings[3][1]"));
  EXPECT_EQ(changed_around(before, now, program.control("embeddings[1][1]"), 0), 0);
  EXPECT_FALSE(lit(now, "temperature.slider"));
  for (const char* name : {"embeddings[3][1]", "embeddings[5][1]"}) {
    const Rect box = program.control(name);
    const int x = static_cast<int>(box.x), y = static_cast<int>(box.y);
    const auto is = [&](const std::uint8_t* pixel, std::array<int, 3> color) {
      return std::ranges::equal(color, std::span(pixel, 3));
    };
    EXPECT_TRUE(is(now.at(x + 4, y + 8), {0xff, 0xe9, 0xa3})) << name << ": its ground";
    EXPECT_TRUE(is(now.at(x + 20, y - 1), {0xd9, 0xa4, 0x00})) << name << ": its line";
  }

  now = hover("inspector.step1.term1");  // / 1.00
  EXPECT_TRUE(lit(now, "temperature"));
  EXPECT_TRUE(lit(now, "temperature.slider"));
  EXPECT_FALSE(lit(now, "embeddings[5][1]"));

  now = hover("inspector.step2.term0");  // e^7.00
  EXPECT_TRUE(lit(now, "weights[5][3]", 4));
  EXPECT_FALSE(lit(now, "weights[0][0]", 0));
}

}  // namespace
}  // namespace attn::test::highlight_test
