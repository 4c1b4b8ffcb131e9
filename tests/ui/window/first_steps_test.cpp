// Tests a new user's hints in the real window.

#include "app/ui/window/first_steps.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/desktop.h"

namespace attn::test::first_steps_test {
namespace {

/// The program as it is started from a menu: without a scene.
class FirstStart : public testing::Test {
 protected:
  FirstStart() { start(); }

  void start() {
    std::filesystem::remove(map_);
    process_ =
        Process({program_path(), "--size", "1440x900", "--ui-map", map_},
                {"DISPLAY=" + desktop_.display(), "XDG_DATA_HOME=" + folder_ / "data",
                 "XDG_STATE_HOME=" + folder_ / "state", "XDG_CONFIG_HOME=" + folder_ / "config"});
    ASSERT_TRUE(eventually([&] { return shows("weights"); }));
  }

  nlohmann::json controls() {
    std::ifstream file(map_);
    const auto json = nlohmann::json::parse(file, nullptr, /*allow_exceptions=*/false);
    return json.is_object() ? json.at("controls") : nlohmann::json::object();
  }
  bool shows(const std::string& name) { return controls().contains(name); }

  void click(const std::string& name) {
    ASSERT_TRUE(eventually([&] { return shows(name); })) << name;
    const auto box = controls().at(name);
    const double x = box[0], y = box[1], width = box[2], height = box[3];
    desktop_.input({"mousemove", std::to_string(static_cast<int>(x + width / 2)),
                    std::to_string(static_cast<int>(y + height / 2)), "sleep", "0.2", "click", "1",
                    "sleep", "0.3"});
  }

  TemporaryFolder folder_;
  std::string map_ = folder_ / "controls.json";
  Desktop desktop_;
  Process process_;
};

TEST_F(FirstStart, PointsAtThreeThingsUntilTheyAreDoneForGood) {
  EXPECT_TRUE(shows("first.number"));
  click("embeddings[0][0]");
  desktop_.input({"type", "3\n", "sleep", "0.3"});
  click("weights[2][1]");
  EXPECT_TRUE(shows("first.number")) << "the temperature is left";
  click("temperature.slider");
  const auto box = controls().at("temperature.slider");
  desktop_.input({"mousemove", std::to_string(static_cast<int>(box[0]) + 20),
                  std::to_string(static_cast<int>(box[1]) + 8), "sleep", "0.2", "click", "1"});
  EXPECT_TRUE(eventually([&] { return !shows("first.number"); }));
  process_.stop();
  start();
  EXPECT_FALSE(shows("first.number"));
}

TEST_F(FirstStart, HasWhatTheFirstPictureNeedsAndAWayToTheRest) {
  for (const char* name : {"sentence", "embeddings[0][0]", "score", "temperature.slider", "row.0",
                           "inspector.card.0", "tab.weights"}) {
    EXPECT_TRUE(shows(name)) << name;
  }
  const std::vector<std::string> later = {"heads.0.w_q",      "section.mask",  "section.heads",
                                          "section.position", "group.numbers", "tab.scores"};
  for (const std::string& name : later) EXPECT_FALSE(shows(name)) << name;
  click("first.all");
  for (const std::string& name : later) {
    EXPECT_TRUE(eventually([&] { return shows(name); })) << name;
  }
  EXPECT_TRUE(shows("first.number")) << "it still points";
  click("first.close");
  EXPECT_TRUE(eventually([&] { return !shows("first.number"); }));
  process_.stop();
  start();
  EXPECT_TRUE(shows("tab.scores"));
}

TEST_F(FirstStart, LeadsToTheFirstLesson) {
  click("first.lesson");
  EXPECT_TRUE(eventually([&] { return shows("lesson.step.0"); }));
  click("lesson.leave");
  EXPECT_TRUE(eventually([&] { return !shows("lesson.step.0"); }));
  EXPECT_FALSE(shows("first.lesson"));
}

}  // namespace
}  // namespace attn::test::first_steps_test
