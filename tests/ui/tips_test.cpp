#include "app/session/words/tips.h"

#include <gtest/gtest.h>

#include "app/document/view/view_kinds.h"
#include "tests/ui/desktop.h"

namespace attn::ui::tips_test {
namespace {

TEST(Tips, FindsTheRowOfANumberedName) {
  EXPECT_EQ(tip_of("mask.12.remove"), "Removes this mask");
  EXPECT_FALSE(tip_of("embeddings[3][10]")->empty());
  EXPECT_EQ(tip_of("embeddings.table"), "");
  EXPECT_EQ(tip_of("colormap.viridis"), "");
  EXPECT_EQ(tip_of("mask.remove"), std::nullopt);
  EXPECT_EQ(tip_of("nothing of the kind"), std::nullopt);
}

TEST(Tips, EveryRowIsTheFirstThatFitsItsName) {
  for (const TipText& row : tip_texts()) {
    const std::string_view pattern = row.pattern;
    std::string name(pattern);
    for (std::size_t at = 0; (at = name.find_first_of("#*", at)) != std::string::npos;) {
      name[at] = name[at] == '#' ? '7' : 'z';
    }
    const auto found = tip_text(name);
    ASSERT_TRUE(found) << name;
    EXPECT_EQ(found->pattern, pattern) << "is never reached";
  }
}

TEST(Tips, EveryControlOnTheScreenHasARow) {
  test::Desktop desktop;
  test::OpenProgram program(desktop, "assets/examples/01-sleepy-child.attn.json");
  for (const auto& [name, rect] : program.controls()) EXPECT_TRUE(tip_of(name)) << name;
}

TEST(Tips, EachViewHasOne) {
  for (const ViewKind& kind : view_kinds()) EXPECT_FALSE(tip_of(kind.part)->empty()) << kind.id;
}

TEST(Tips, AppearsWhereTheMouseRests) {
  test::Desktop desktop;
  test::OpenProgram program(desktop, "assets/examples/01-sleepy-child.attn.json");
  program.rest();
  const test::Picture before = program.settled_picture();
  const test::Rect box = program.control("normalizer");
  desktop.input({"mousemove", std::to_string(static_cast<int>(box.x + 20)),
                 std::to_string(static_cast<int>(box.y + box.height / 2))});
  const auto is_dark_below = [&] {
    const test::Picture now = desktop.picture();
    const auto* pixel =
        now.at(static_cast<int>(box.x + box.width / 2), static_cast<int>(box.y + box.height + 10));
    return pixel[0] < 0x60 && pixel[1] < 0x60;
  };
  EXPECT_TRUE(test::eventually(is_dark_below));
  program.rest();
  const test::Picture after = program.settled_picture();
  EXPECT_EQ(before.rgba, after.rgba);
}

}  // namespace
}  // namespace attn::ui::tips_test
