#include "app/document/view/view_options.h"

#include <gtest/gtest.h>

#include "app/document/view/view_state.h"

namespace attn::view_options_test {
namespace {

TEST(ViewOptions, AreReadBackEqual) {
  ViewState state;
  ViewOptions& options = state.options;
  options.range = "log";
  options.heads = {.share = 0.25, .are_outputs = true};
  options.steps.open = 3;
  options.positions = {
      .part = "rotation", .shift = -7, .start = 9, .rows = 64, .dimensions = {0, 4, 31}};
  options.plane = {.space = "values", .axes = {{2, 0}}};
  options.graph.nodes = {{3, 0.25, 0.75}, {0, 0, 1}};
  options.links = {.are_lines = true,
                   .of_all = false,
                   .heads = std::vector<Index>{5, 0},
                   .threshold = 0.125,
                   .share = 0.5,
                   .first = 70};
  options.curve = {.truth = true, .noise = 0.25, .seed = 7};
  options.symmetry.seed = 12345678901234567ULL;
  options.compare.panels = {
      {"dot", "softmax"},
      {"", ""},
      {"gaussian", "sparsemax", "a \"name\" 猫", {{"/heads/0/sink", "0.5"}, {"/masks", "null"}}},
      {"", "", "kept", {{"/position", R"({"base":100,"kind":"rope"})"}}}};
  options.patches = {.rows = 14, .columns = 16, .skip = 0, .picture = "below/cat.png"};
  EXPECT_EQ(parse_view(format_view(state, "{}")), state);
  options.compare.difference = true;
  EXPECT_EQ(parse_view(format_view(state, "{}")), state);
  options.compare.panels.clear();
  EXPECT_EQ(parse_view(format_view(state, "{}")), state);
}

TEST(ViewOptions, WhatIsTheDefaultIsNotWritten) {
  const std::string view = format_view(ViewState{}, "{}");
  for (const char* key : {"range", "steps", "positions", "plane", "graph", "links", "curve",
                          "symmetry", "compare", "patches"}) {
    EXPECT_EQ(view.find(key), std::string::npos) << key;
  }
}

TEST(ViewOptions, WhatIsNotUnderstoodIsTheDefault) {
  for (const char* view :
       {R"({"range":7})",
        R"({"heads":[]})",
        R"({"heads":{"share":2}})",
        R"({"heads":{"share":"1"}})",
        R"({"steps":{"open":-1}})",
        R"({"steps":{"open":1e9}})",
        R"({"positions":{"shift":1.5}})",
        R"({"positions":{"start":-1,"rows":"6"}})",
        R"({"positions":{"dimensions":[-1,"2"]}})",
        R"({"plane":{"axes":[1]}})",
        R"({"plane":{"axes":[1,-2]}})",
        R"({"graph":{"nodes":[[1,2],["0",0,0],7]}})",
        R"({"curve":{"truth":1,"noise":-1,"seed":-1}})",
        R"({"curve":7})",
        R"({"links":{"arrangement":"rows","queries":1,"heads":[]}})",
        R"({"links":[1]})",
        R"({"links":{"threshold":-0.1,"share":2,"first":-1,"heads":[-1,"0"]}})",
        R"({"symmetry":{"seed":-1}})",
        R"({"patches":{"rows":-1,"columns":1e30,"skip":"1","picture":7}})",
        R"({"compare":[["dot"],["dot",1],3]})",
        R"({"compare":{"panels":7,"difference":1}})",
        R"({"compare":[["","","a"],["","",7,{}],["","","a",[]],["","","a",null]]})",
        R"({"compare":[["","","a",{},1],[7,"","a",{}],{"name":"a"}]})"}) {
    EXPECT_EQ(parse_view(view), ViewState{}) << view;
  }
}

TEST(ViewOptions, ComparedKindsAreWrittenAsTheyWereBeforeThereWereSettings) {
  ViewState state;
  state.options.compare.panels = {{"dot", "softmax"}, {"dot", "relu"}};
  EXPECT_NE(format_view(state, "{}").find(R"("compare":[["dot","softmax"],["dot","relu"]])"),
            std::string::npos);
  state.options.compare.panels[1].changes["/score/cap"] = "5";
  EXPECT_NE(format_view(state, "{}").find(R"(["dot","relu","",{"/score/cap":5}])"),
            std::string::npos);
}

}  // namespace
}  // namespace attn::view_options_test
