// In the real window: a tooltip covers neither a message nor a complaint.

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tests/ui/desktop.h"

namespace attn::ui::tooltip_test {
namespace {

constexpr const char* kExample = "assets/examples/01-sleepy-child.attn.json";

bool overlap(const test::Rect& a, const test::Rect& b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

class Tooltip : public testing::Test {
 protected:
  /// Rests on each of `names`; all have a tooltip, which covers nothing that is told.
  void point_at(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      const test::Rect box = program.control(name);
      desktop.input({"mousemove", std::to_string(static_cast<int>(box.x + box.width / 2)),
                     std::to_string(static_cast<int>(box.y + box.height / 2))});
      ASSERT_TRUE(test::eventually([&] { return program.shows("tooltip"); })) << name;
      const auto controls = program.controls();
      int told = 0;
      for (const auto& [other, place] : controls) {
        if (!other.starts_with("told.")) continue;
        ++told;
        EXPECT_FALSE(overlap(controls.at("tooltip"), place)) << name << " over " << other;
      }
      EXPECT_GT(told, 0) << name;
      program.rest();
      ASSERT_TRUE(test::eventually([&] { return !program.shows("tooltip"); })) << name;
    }
  }

  test::Desktop desktop;
  test::OpenProgram program{desktop, kExample};
};

TEST_F(Tooltip, LeavesTheComplaintOfItsOwnField) {
  program.click("sentence");
  program.key("ctrl+a");
  program.key("BackSpace");
  ASSERT_TRUE(test::eventually([&] { return program.shows("told.0"); }));
  point_at({"sentence", "queries.0"});
}

TEST_F(Tooltip, LeavesTheMessage) {
  program.click("embeddings.copy.csv");
  ASSERT_TRUE(test::eventually([&] { return program.shows("message"); }));
  const test::Rect message = program.control("message");
  std::vector<std::string> near;
  for (const char* name :
       {"section.heads", "section.position", "section.mask", "section.bias.scale", "normalizer",
        "score", "temperature", "temperature.slider"}) {
    if (program.shows(name) && !overlap(program.control(name), message)) near.emplace_back(name);
  }
  EXPECT_GE(near.size(), 4U);
  point_at(near);
}

}  // namespace
}  // namespace attn::ui::tooltip_test
