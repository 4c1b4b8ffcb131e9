#include <algorithm>

#include <gtest/gtest.h>

#include "app/ui/views/view.h"

namespace attn::test::make_view_test {
namespace {

TEST(MakeView, AViewWithoutAClassIsOneDiagramAndNoClassIsOver) {
  for (const ViewKind& kind : view_kinds()) {
    const auto own = std::ranges::count(ui::view_classes(), kind.id, &ui::ViewClass::id);
    EXPECT_LE(own, 1) << kind.id;
    if (own == 1) continue;
    EXPECT_TRUE(kind.figures.empty()) << kind.id << " has nothing to choose among its figures by";
    EXPECT_FALSE(kind.hint.empty()) << kind.id << " says nothing below its diagram";
  }
  for (const ui::ViewClass& one : ui::view_classes()) {
    EXPECT_TRUE(find_view_kind(one.id)) << one.id << " draws no view";
  }
}

}  // namespace
}  // namespace attn::test::make_view_test
