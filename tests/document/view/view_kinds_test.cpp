#include "app/document/view/view_kinds.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_state.h"
#include "assets/assets.h"

namespace attn::view_kinds_test {
namespace {

TEST(Views, EachExampleNamesOneThatThereIs) {
  for (const Asset& one : assets()) {
    if (!one.path.starts_with("assets/examples/")) continue;
    const ViewState state = parse_view(parse_scene(one.bytes).view);
    EXPECT_EQ(view_kind(state).id, state.tab) << one.path;
  }
}

TEST(Views, HaveNamesOfTheirOwnInAGroupThatThereIs) {
  for (const ViewKind& kind : view_kinds()) {
    EXPECT_EQ(std::ranges::count(view_kinds(), kind.id, &ViewKind::id), 1) << kind.id;
    EXPECT_EQ(std::ranges::count(view_groups(), kind.group, &ViewGroup::id), 1) << kind.id;
    EXPECT_EQ(kind.part, "tab." + std::string(kind.id));
    EXPECT_EQ(view_part(kind.id), kind.part);
    EXPECT_EQ(view_of_part(kind.part), kind.id);
  }
  EXPECT_EQ(view_of_part("inspector"), "");
  ViewState state;
  state.tab = "nothing";
  EXPECT_EQ(view_kind(state).id, "weights");
}

}  // namespace
}  // namespace attn::view_kinds_test
