#include "app/document/view/view_state.h"

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

namespace attn::view_state_test {
namespace {

using Json = nlohmann::json;

TEST(ViewState, IsReadBackEqual) {
  ViewState state;
  EXPECT_EQ(parse_view(format_view(state, "{}")), state);
  state.tab = "a \"tab\" 猫\n";
  state.colormap = "magma";
  state.numbers = false;
  state.head = 7;
  state.selection = Cell{3, 5};
  state.folded = {"row"};
  state.opened = {"mask", "w_q"};
  const std::string view = format_view(state, "{}");
  EXPECT_EQ(parse_view(view), state);
  EXPECT_EQ(format_view(state, view), view);
}

TEST(ViewState, WhatIsNotUnderstoodIsTheDefault) {
  for (const char* view : {"",
                           "{",
                           "[]",
                           "null",
                           "7",
                           "\"tab\"",
                           "{}",
                           "\xff",
                           R"({"tab":7})",
                           R"({"tab":null})",
                           R"({"colormap":[]})",
                           R"({"numbers":1})",
                           R"({"numbers":"true"})",
                           R"({"head":-1})",
                           R"({"head":"0"})",
                           R"({"head":1.5})",
                           R"({"head":1e30})",
                           R"({"head":99999999999999999999})",
                           R"({"head":18446744073709551615})",
                           R"({"head":67108865})",
                           R"({"selection":[1,2]})",
                           R"({"selection":{}})",
                           R"({"selection":{"query":1}})",
                           R"({"selection":{"query":1,"key":-2}})",
                           R"({"selection":{"query":"1","key":2}})"}) {
    EXPECT_EQ(parse_view(view), ViewState{}) << view;
  }
}

TEST(ViewState, WhatIsUnderstoodBesideGarbageIsTaken) {
  const ViewState state =
      parse_view(R"({"tab":[],"colormap":"gray","head":2,"selection":{"query":0,"key":1,"z":9}})");
  ViewState expected;
  expected.colormap = "gray";
  expected.head = 2;
  expected.selection = Cell{0, 1};
  EXPECT_EQ(state, expected);
}

TEST(ViewState, MembersOfOthersAreKept) {
  const std::string view = R"({"later":{"a":[1,null,2.5]},"selection":{"query":1,"key":2},)"
                           R"("colormap":"gray","zoom":1.0})";
  const Json kept = Json::parse(format_view(ViewState{}, view));
  EXPECT_EQ(kept["later"], Json::parse(R"({"a":[1,null,2.5]})"));
  EXPECT_EQ(kept["zoom"], 1.0);
  EXPECT_FALSE(kept.contains("selection"));  // known, and now absent
  EXPECT_FALSE(kept.contains("colormap"));
  EXPECT_EQ(kept["tab"], "weights");
}

TEST(ViewState, AViewThatIsNoObjectIsReplaced) {
  for (const char* view : {"", "[1]", "{broken", "\xff"}) {
    EXPECT_EQ(format_view(ViewState{}, view), format_view(ViewState{}, "{}"));
  }
}

}  // namespace
}  // namespace attn::view_state_test
