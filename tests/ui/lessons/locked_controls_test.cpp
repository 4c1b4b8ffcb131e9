// Tests that locked controls are dim, cannot be changed, and tell why when pressed.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_kinds.h"
#include "app/session/files/session.h"
#include "app/session/words/window_parts.h"
#include "assets/assets.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/desktop.h"

namespace attn::ui::locked_controls_test {
namespace {

constexpr const char* kExample = "assets/examples/01-sleepy-child.attn.json";
constexpr const char* kInScene = "This scene locks it";
constexpr const char* kInLesson = "This step of the lesson locks it";
constexpr const char* kAll =
    R"(["inputs", "queries", "embeddings.table", "weights", "attention", "temperature", "mask",
        "heads", "position"])";

/// The example with values of its own and two masks, so that there is more to lock.
Scene rich() {
  Scene scene = parse_scene(asset(kExample));
  scene.values = scene.embeddings;
  scene.masks.resize(2);
  scene.masks[0].kind = &mask_kind("window");
  scene.masks[0].radius = 9;
  scene.masks[1].kind = &mask_kind("causal");
  return scene;
}

std::string scene_file(const test::TemporaryFolder& folder, const std::string& name,
                       const std::string& locked) {
  Scene scene = rich();
  scene.view =
      R"({"selection": {"query": 5, "key": 3}, "opened": ["heads", "position", "bias.scale",
                   "weights.w_q"], "locked": )" +
      locked + "}";
  write_scene(scene, folder / name);
  return folder / name;
}

/// From the darkest pixel of `box` to the lightest, 0…255.
int contrast(const test::Picture& picture, const test::Rect& box) {
  int low = 255, high = 0;
  for (int y = static_cast<int>(box.y); y < static_cast<int>(box.y + box.height); ++y) {
    for (int x = static_cast<int>(box.x); x < static_cast<int>(box.x + box.width); ++x) {
      const std::uint8_t* pixel =
          &picture.rgba[(static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
                         static_cast<std::size_t>(x)) *
                        4];
      const int light = (pixel[0] * 3 + pixel[1] * 6 + pixel[2]) / 10;
      low = std::min(low, light);
      high = std::max(high, light);
    }
  }
  return high - low;
}

/// One control of each kind: indices are all the same.
std::string kind_of(const std::string& name) {
  return std::regex_replace(name, std::regex("[0-9]+"), "#");
}

void open(test::Desktop& desktop, test::OpenProgram& program, const std::string& path) {
  ASSERT_TRUE(desktop.drop({path}));
  program.settle();
}

TEST(LockedControls, AreDim) {
  const test::TemporaryFolder folder;
  test::Desktop desktop;
  test::OpenProgram program(desktop, kExample);
  open(desktop, program, scene_file(folder, "free.attn.json", "[]"));
  program.rest();
  EXPECT_EQ(program.locked(), std::set<std::string>());
  const auto free = program.controls();
  const test::Picture before = program.settled_picture();
  open(desktop, program, scene_file(folder, "locked.attn.json", kAll));
  program.rest();
  const auto locked = program.controls();
  const test::Picture after = program.settled_picture();
  int compared = 0;
  for (const std::string& name : program.locked()) {
    const auto was = free.find(name);
    if (was == free.end() || !locked.contains(name)) continue;
    const int alive = contrast(before, was->second);
    if (alive < 60) continue;            // a slider's groove, say
    if (name == "row.curves") continue;  // its marker is; the curves are what is shown
    EXPECT_LT(contrast(after, locked.at(name)), 0.8 * alive) << name;
    ++compared;
  }
  EXPECT_GT(compared, 50);
}

TEST(LockedControls, SayWhyWhereTheyArePressedAndChangeNothing) {
  const test::TemporaryFolder folder;
  test::Desktop desktop;
  test::OpenProgram program(desktop, kExample, "1440x1380");  // room for all sections
  open(desktop, program, scene_file(folder, "locked.attn.json", kAll));
  std::set<std::string> pressed;
  for (const ViewKind& kind : view_kinds()) {
    if (kind.suits) continue;  // not this scene
    program.click("tab." + std::string(kind.id));
    for (const std::string& name : program.locked()) {
      if (!program.shows(name) || !pressed.insert(kind_of(name)).second) continue;
      program.click(name);
      EXPECT_TRUE(program.text("tooltip").ends_with(kInScene)) << name;
    }
  }
  for (const char* name :
       {"sentence",           "queries.#",        "values.#",   "embeddings[#][#]",
        "values[#][#]",       "tokens[#]",        "tokens.add", "embeddings.menu",
        "heads.#.w_q[#][#]",  "heads.#.w_q.menu", "score",      "temperature",
        "temperature.slider", "normalizer",       "row.curves", "mask.add",
        "mask.#.remove",      "mask.#.radius",    "mask.paint", "bias.give",
        "heads.count.#",      "combine",          "position",   "graph.make",
        "curve.textbook"}) {
    EXPECT_TRUE(pressed.contains(name)) << name;
  }
  program.click("tab.weights");
  program.rest();
  EXPECT_TRUE(same_computation(parse_scene(program.saved_at(folder / "locked.attn.json")), rich()));
}

TEST(LockedControls, PressesThatMeetNoLockedControlAreAnsweredToo) {
  const test::TemporaryFolder folder;
  test::Desktop desktop;
  test::OpenProgram program(desktop, kExample);
  test::put(folder / "l.md",
            "# A\n\nb\n\n```scene\nexample 01-sleepy-child\n```\n\n```view\n"
            "{\"tab\": \"plane\", \"locked\": " +
                std::string(kAll) + "}\n```\n\n## S\n\nText.\n");
  open(desktop, program, folder / "l.md");
  ASSERT_TRUE(test::eventually([&] { return program.shows("lesson"); })) << program.text("message");
  program.click("temperature.slider");
  EXPECT_EQ(program.text("tooltip"), kInLesson);
  program.drag("plane.inputs.token[3]", 40, 20);
  EXPECT_EQ(program.text("message"), kInLesson);
  program.click("lesson.leave");
  EXPECT_EQ(program.text("message"), "") << "it is not so any more";
}

/// Whatever proposes it, and whatever it is: a refusal is told where nobody can overlook it.
TEST(LockedControls, EveryRefusedEditIsToldInTheWindow) {
  Session session(rich(), "");
  Workspace& workspace = session.workspace;
  workspace.edit("any", "Change", "", [](Scene& scene) { scene.normalizer.temperature = 3; });
  for (const char* part : {"embeddings.table", "temperature", "mask", "inputs", "position"}) {
    workspace.look.view.locked = {part};
    workspace.notices.forget_message();
    workspace.edit("nobody", "Change", "", [&](Scene& scene) {
      scene.embeddings.edit()(0, 0) += 1;
      scene.normalizer.temperature += 1;
      scene.masks.clear();
      scene.tokens[0] += "!";
      scene.position.kind = &position_kind("sinusoidal");
    });
    EXPECT_EQ(workspace.notices.message(), kInScene) << part;
  }
  workspace.look.view.locked = {"temperature"};
  workspace.notices.forget_message();
  workspace.undo();
  EXPECT_EQ(workspace.scene().normalizer.temperature, 3);
  EXPECT_EQ(workspace.notices.message(), kInScene) << "undo would change it";
}

}  // namespace
}  // namespace attn::ui::locked_controls_test
