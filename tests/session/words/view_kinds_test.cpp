#include "app/session/words/view_kinds.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_state.h"
#include "app/session/words/tips.h"
#include "assets/assets.h"

namespace attn::view_test {
namespace {

TEST(Views, EachExampleNamesOneThatThereIs) {
  for (const Asset& one : assets()) {
    if (!one.path.starts_with("assets/examples/")) continue;
    const ViewState state = parse_view(parse_scene(one.bytes).view);
    EXPECT_EQ(view_kind(state).id, state.tab) << one.path;
  }
}

TEST(Views, HaveNamesOfTheirOwnAndATip) {
  for (const ViewKind& kind : view_kinds()) {
    EXPECT_EQ(std::ranges::count(view_kinds(), kind.id, &ViewKind::id), 1) << kind.id;
    EXPECT_EQ(kind.part, "tab." + std::string(kind.id));
    EXPECT_TRUE(tip_of(kind.part)) << kind.id;
  }
  ViewState state;
  state.tab = "nothing";
  EXPECT_EQ(view_kind(state).id, "weights");
}

}  // namespace
}  // namespace attn::view_test
