#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "app/document/view/view_state.h"

namespace attn::view_settings_test {
namespace {

std::string refusal(std::string_view setting) {
  try {
    with_view_setting("{}", setting);
    return "";
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

TEST(ViewSettings, GoIntoTheViewByTheirNames) {
  std::string view = R"({"tab":"links","heads":{"share":0.25},"mine":[1]})";
  for (const char* setting :
       {"links.threshold=0.1", "links.arrangement=lines", "links.queries=one", "links.heads=[2,0]",
        "heads.of=outputs", "positions.part=\"rotation\"", "plane.axes=[1,2]"}) {
    view = with_view_setting(view, setting);
  }
  const ViewState state = parse_view(view);
  EXPECT_EQ(state.tab, "links");
  EXPECT_EQ(state.options.links, (ViewOptions::TokenLinks{.are_lines = true,
                                                          .of_all = false,
                                                          .heads = std::vector<Index>{2, 0},
                                                          .threshold = 0.1}));
  EXPECT_EQ(state.options.heads, (ViewOptions::Heads{.share = 0.25, .are_outputs = true}));
  EXPECT_EQ(state.options.positions.part, "rotation");
  EXPECT_EQ(state.options.plane.axes, (std::array<Index, 2>{1, 2}));
  EXPECT_NE(view.find(R"("mine":[1])"), std::string::npos);
  EXPECT_EQ(parse_view(with_view_setting(view, "links.heads=null")).options.links.heads,
            std::nullopt);
}

TEST(ViewSettings, LeaveWhatWasChosenBesideThem) {
  const std::string view = with_view_setting(R"({"compare":[["dot","softmax"],["dot","relu"]]})",
                                             "compare.difference=true");
  const ViewOptions::Compare compare = parse_view(view).options.compare;
  EXPECT_TRUE(compare.difference);
  EXPECT_EQ(compare.panels.size(), 2U);
}

TEST(ViewSettings, OfAnotherNameOrValueAreRefusedInWords) {
  for (const char* setting : {"links.threshold=0", "links.threshold=0.05", "links.threshold=1",
                              "links.share=0.9", "links.first=12", "steps.open=3"}) {
    EXPECT_EQ(refusal(setting), "") << setting;
  }
  for (const char* setting :
       {"links.threshold=2", "links.threshold=much", "links.queries=some", "links.heads=[-1]",
        "links.share=1.5", "links.first=-1", "heads.of=7", "links.heads={}"}) {
    EXPECT_NE(refusal(setting).find("a value that "), std::string::npos) << setting;
  }
  for (const char* setting : {"", "links", "links.threshold", "=1", "range=own", "links.colour=1",
                              "compare.0=1", "threshold=1", "links.=1"}) {
    EXPECT_NE(refusal(setting).find("expected NAME=VALUE of "), std::string::npos) << setting;
  }
  EXPECT_NE(refusal("links").find("links.threshold"), std::string::npos) << "it says what there is";
}

}  // namespace
}  // namespace attn::view_settings_test
