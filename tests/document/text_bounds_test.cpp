// Texts of a scene are bounded in bytes: told with their place, and read in time that is in
// proportion to them.

#include "engine/base/text_bounds.h"

#include <ctime>
#include <functional>
#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "app/document/history/document.h"
#include "app/document/scene_file/network_file.h"
#include "app/document/scene_file/scene_fields.h"
#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_state.h"
#include "engine/base/problem.h"
#include "engine/reference/check.h"
#include "tests/document/full_scene.h"
#include "tests/document/scene_problem.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_cases.h"

namespace attn::text_bounds_test {
namespace {

using nlohmann::ordered_json;
using test::kFullScene;
using test::problem_of;
using test::with;

struct Bounded {
  std::string place;
  std::size_t bytes;
};

const std::vector<Bounded> kTexts{{"/title", kMaxTitleBytes},
                                  {"/notes", kMaxNotesBytes},
                                  {"/tokens/1", kMaxTokenBytes},
                                  {"/queries/tokens/0", kMaxTokenBytes}};

std::string scene_with(const std::string& place, const ordered_json& value) {
  ordered_json scene = ordered_json::parse(kFullScene);
  scene[ordered_json::json_pointer(place)] = value;
  return scene.dump();
}

TEST(TextBounds, ATextOfItsMostBytesIsTakenAndOneOfMoreIsNot) {
  for (const auto& [place, bytes] : kTexts) {
    SCOPED_TRACE(place);
    const std::string longest = scene_with(place, std::string(bytes, 'x'));
    EXPECT_EQ(problem_of(longest).place, "taken");
    EXPECT_EQ(problem_of(format_scene(parse_scene(longest))).place, "taken") << "saved";
    const std::string most = "expected at most " + std::to_string(bytes) + " bytes, found ";
    for (const std::size_t more : {bytes + 1, std::size_t{2} << 20}) {
      EXPECT_EQ(problem_of(scene_with(place, std::string(more, 'x'))),
                (Problem{place, most + std::to_string(more)}));
    }
  }
}

TEST(TextBounds, AllTokensTogetherAreBounded) {
  const std::size_t count = kMaxTokensBytes / kMaxTokenBytes;
  Scene scene = parse_scene(kFullScene);
  scene.tokens.assign(count, std::string(kMaxTokenBytes, 'x'));
  EXPECT_NE(check(scene)->place, "/tokens") << check(scene)->text;
  scene.tokens.emplace_back(kMaxTokensBytes - count * kMaxTokenBytes + 1, 'x');
  EXPECT_EQ(*check(scene), (Problem{"/tokens", "expected at most 16777216 bytes, found 16777217"}));
}

TEST(TextBounds, HoldForNetworks) {
  const auto network =
      ordered_json::parse(test::bytes_of(test::data_path("golden2/net-gpt2.attn-net.json")));
  const auto problem_with = [&](const std::string& place, std::size_t bytes) {
    ordered_json changed = network;
    changed[ordered_json::json_pointer(place)] = std::string(bytes, 'x');
    try {
      parse_network(changed.dump());
    } catch (const SceneError& error) {
      return error.problem();
    }
    return Problem{"taken", ""};
  };
  const std::vector<Bounded> texts{
      {"/title", kMaxTitleBytes}, {"/notes", kMaxNotesBytes}, {"/vocabulary/0", kMaxTokenBytes}};
  for (const auto& [place, bytes] : texts) {
    SCOPED_TRACE(place);
    EXPECT_EQ(problem_with(place, bytes + 1),
              (Problem{place, "expected at most " + std::to_string(bytes) + " bytes, found " +
                                  std::to_string(bytes + 1)}));
    EXPECT_NE(problem_with(place, bytes).place, place) << problem_with(place, bytes).text;
  }
}

// Edits in the window use the same validation as files.
TEST(TextBounds, AnEditCanNotPassThem) {
  Document document(parse_scene(kFullScene));
  const auto problem = document.edit(
      "Rename", "", [](Scene& scene) { scene.tokens[0] = std::string(kMaxTokenBytes + 1, 'x'); });
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->place, "/tokens/0");
  EXPECT_EQ(document.scene(), parse_scene(kFullScene));
}

std::string view_of(std::size_t bytes) {
  const std::string empty = R"({"x":""})";
  return R"({"x":")" + std::string(bytes - empty.size(), 'x') + "\"}";
}

TEST(TextBounds, AViewOfItsMostBytesIsTakenAndOneOfMoreIsNot) {
  const auto problem = [](std::size_t bytes) {
    return problem_of(with("{\"tab\": \"heads\"}", view_of(bytes)));
  };
  EXPECT_EQ(problem(kMaxViewBytes).place, "taken");
  const std::string before_notes = view_of(kMaxViewBytes) + ", \"notes\": \"n\"";
  EXPECT_EQ(problem_of(with("\"notes\": \"n\"", "\"view\": " + before_notes)),
            (Problem{"/view", "the key occurs twice"}))
      << "what comes after it is not counted";
  EXPECT_EQ(problem(kMaxViewBytes + 1),
            (Problem{"/view", "expected at most 65536 bytes, found 65537"}));
}

TEST(TextBounds, AViewThatCanNotBeReadIsNotWritten) {
  Scene scene = parse_scene(kFullScene);
  scene.view = view_of(kMaxViewBytes);
  EXPECT_EQ(parse_scene(format_scene(scene)), scene);
  scene.view = view_of(kMaxViewBytes + 1);
  EXPECT_EQ(parse_scene(format_scene(scene)).view, Scene{}.view);
}

std::string keys(std::size_t count) {
  std::string members;
  for (std::size_t n = 0; n < count; ++n) {
    members += (n ? ",\"k" : "\"k") + std::to_string(n) + "\":" + std::to_string(n % 7);
  }
  return members;
}

/// CPU time in seconds, independent of other load.
double seconds_of(const std::function<void()>& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// It takes about a second; by the square of the keys it took minutes.
TEST(TextBounds, AViewOfManyKeysTakesTimeInProportion) {
  const std::string view =
      "{" + keys(test::test_cases(std::size_t{300'000})) + R"(,"tab":"heads"})";
  EXPECT_LT(seconds_of([&] {
              const ViewState state = parse_view(view);
              EXPECT_EQ(state.tab, "heads");
              EXPECT_EQ(parse_view(format_view(state, view)), state);
            }),
            20);
}

TEST(TextBounds, AViewThatIsMuchTooLongIsRefusedBeforeItIsKept) {
  const std::string view = keys(test::test_cases(std::size_t{1'500'000}));
  const std::string scene = with("\"tab\": \"heads\"", view);
  EXPECT_LT(seconds_of([&] {
              EXPECT_EQ(problem_of(scene),
                        (Problem{"/view", "expected at most 65536 bytes, found more"}));
            }),
            5);
  const std::string text = with("\"heads\"}", "\"" + std::string(30 << 20, 'x') + "\"}");
  EXPECT_EQ(problem_of(text).place, "/view");
}

}  // namespace
}  // namespace attn::text_bounds_test
