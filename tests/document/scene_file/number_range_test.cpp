// Every number of the contract against numbers that rounding to float32 would hide: a range is
// checked on what the file says, not on what is left of it.

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "app/document/numbers/numbers.h"
#include "app/document/scene_file/scene_changes.h"
#include "app/document/scene_file/scene_file.h"
#include "engine/base/problem.h"
#include "tests/document/full_scene.h"
#include "tests/document/scene_problem.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_cases.h"

namespace attn::number_range_test {
namespace {

using nlohmann::ordered_json;
using test::kFullScene;
using test::problem_of;

struct Nasty {
  std::string text;
  int sign;               // of the number itself
  bool is_zero = false;   // as a float32
  bool is_finite = true;  // as a float32
  bool is_whole = false;
};

const std::vector<Nasty> kNasty{
    {"0", 0, true, true, true},
    {"-0", 0, true, true, true},
    {"-0.0", 0, true, true, true},
    {"0e9", 0, true, true, true},
    {"1e-400", 1, true},
    {"-1e-400", -1, true},
    {"-0.00000e-1", 0, true, true, true},
    {"1e-300", 1, true},
    {"-1e-300", -1, true},
    {"1e-46", 1, true},
    {"-1e-46", -1, true},
    {"7e-46", 1, true},
    {"-7e-46", -1, true},
    {"1e-45", 1},
    {"-1e-45", -1},
    {"1e-38", 1},
    {"-1e-38", -1},
    {"0.5", 1},
    {"-0.5", -1},
    {"1", 1, false, true, true},
    {"-1", -1, false, true, true},
    {"1.0000000001", 1},
    {"3.4028235e38", 1, false, true, true},
    {"-3.4028235e38", -1, false, true, true},
    {"3.5e38", 1, false, false},
    {"-3.5e38", -1, false, false},
    {"1e39", 1, false, false},
    {"1e400", 1, false, false},
    {"-1e400", -1, false, false},
};

enum class Range { kAny, kNotNegative, kPositive, kWhole };

/// Range of the number that the format requires.
Range range_at(const std::string& place) {
  if (place == "/normalizer/temperature") return Range::kNotNegative;
  if (place == "/masks/2/radius") return Range::kWhole;
  const bool is_positive =
      place == "/position/base" || place == "/heads/0/width" || place == "/masks/2/sigma";
  return is_positive ? Range::kPositive : Range::kAny;
}

bool is_allowed(Range range, const Nasty& number) {
  if (!number.is_finite) return false;
  if (range == Range::kAny) return true;
  if (range == Range::kPositive) return number.sign > 0 && !number.is_zero;
  return number.sign >= 0 && (range == Range::kNotNegative || number.is_whole);
}

bool is_in(Range range, double number) {
  if (range == Range::kAny) return std::isfinite(number);
  if (range == Range::kPositive) return number > 0;
  const bool is_whole = number == std::floor(number);
  return number >= 0 && !std::signbit(number) && (range == Range::kNotNegative || is_whole);
}

/// The places of all numbers of a scene that has every part; those of the graph's edges, which are
/// indices, and the version are no quantities.
std::vector<std::string> number_places() {
  std::vector<std::string> places;
  const ordered_json leaves = ordered_json::parse(kFullScene).flatten();
  for (const auto& [place, value] : leaves.items()) {
    const bool is_other = place == "/version" || place.starts_with("/masks/4/edges");
    if (value.is_number() && !is_other) places.push_back(place);
  }
  return places;
}

std::string with_number(const std::string& place, const std::string& number) {
  ordered_json scene = ordered_json::parse(kFullScene);
  scene[ordered_json::json_pointer(place)] = "NUMBER";
  std::string text = scene.dump();
  return text.replace(text.find("\"NUMBER\""), 8, number);
}

TEST(NumberRange, IsCheckedBeforeRounding) {
  const std::vector<std::string> places = number_places();
  EXPECT_GT(places.size(), 60u);
  int n = 0;
  for (const std::string& place : places) {
    const Range range = range_at(place);
    for (const Nasty& number : kNasty) {
      if (!test::is_tried(n++)) continue;
      SCOPED_TRACE(place + " = " + number.text);
      const std::string text = with_number(place, number.text);
      const Problem problem = problem_of(text);
      if (!is_allowed(range, number)) {
        EXPECT_EQ(problem.place, place) << problem.text;
        EXPECT_TRUE(problem.text.starts_with("expected")) << problem.text;
        continue;
      }
      ASSERT_EQ(problem.place, "taken") << problem.text;
      // Saved and read again it is the same number, and in its range.
      const std::string saved = format_scene(parse_scene(text));
      EXPECT_EQ(format_scene(parse_scene(saved)), saved);
      const auto read = ordered_json::parse(saved);
      const ordered_json::json_pointer at(place);
      if (!read.contains(at)) continue;  // the default
      EXPECT_TRUE(is_in(range, read[at].get<double>())) << read[at];
    }
  }
}

// The number of a film's frame goes the same way.
TEST(NumberRange, HoldsForANumberThatIsSwept) {
  const Scene scene = parse_scene(kFullScene);
  for (const std::string& place : number_places()) {
    if (!test::is_tried(place)) continue;
    const SceneNumber swept(scene, {place});
    for (const Nasty& number : kNasty) {
      const auto value = typed_number(number.text);
      if (!value) continue;
      SCOPED_TRACE(place + " = " + number.text);
      std::string refused_at = "taken";
      try {
        swept.with(*value);
      } catch (const SceneError& error) {
        refused_at = error.problem().place;
      }
      EXPECT_EQ(refused_at, is_allowed(range_at(place), number) ? "taken" : place);
    }
  }
}

/// Numbers, each with a plainer one of its kind that rounding leaves as it is: which of the two is
/// taken is for the range to say, so none is taken where its fellow is not.
struct Fellows {
  const char *nasty, *plain;
};
constexpr Fellows kFellows[] = {{"-1e-300", "-1e-30"},     {"-1e-46", "-1e-30"},
                                {"-1e-400", "-1e-30"},     {"1e-300", "1e-30"},
                                {"1e-400", "1e-30"},       {"1.0000000001", "1.001"},
                                {"0.9999999999", "0.999"}, {"-1.0000000001", "-1.001"},
                                {"2.0000000001", "2.001"}, {"1e-50", "1e-30"}};

/// The first number of each list and object: what is in lists is all of one range.
std::vector<std::string> first_numbers(const ordered_json& scene) {
  static const std::regex kLater(R"(/[1-9]\d*(/|$))");
  std::vector<std::string> places;
  const ordered_json leaves = scene.flatten();
  for (const auto& [place, value] : leaves.items()) {
    if (value.is_number() && !std::regex_search(place, kLater)) places.push_back(place);
  }
  return places;
}

// Every number of version 2 too, wherever a golden case has it.
TEST(NumberRange, HoldsForEveryNumberOfEveryGoldenScene) {
  std::set<std::string> seen;
  for (const auto& entry : std::filesystem::directory_iterator(test::data_path("golden2"))) {
    if (!entry.path().string().ends_with(".attn.json")) continue;
    const ordered_json scene = ordered_json::parse(test::bytes_of(entry.path().string()));
    for (const std::string& place : first_numbers(scene)) {
      const auto problem_with = [&](const char* number) {
        ordered_json changed = scene;
        changed[ordered_json::json_pointer(place)] = "NUMBER";
        std::string text = changed.dump();
        return problem_of(text.replace(text.find("\"NUMBER\""), 8, number));
      };
      seen.insert(place);
      if (!test::is_tried(entry.path().filename().string() + place)) continue;
      for (const auto& [nasty, plain] : kFellows) {
        SCOPED_TRACE(entry.path().filename().string() + place + " = " + nasty);
        if (problem_with(nasty).place != "taken") continue;
        EXPECT_EQ(problem_with(plain).place, "taken") << problem_with(plain).text;
      }
      EXPECT_NE(problem_with("1e39").place, "taken") << place;
    }
  }
  EXPECT_GT(seen.size(), 45U);
}

TEST(NumberRange, SaysWhatFloat32CannotHold) {
  EXPECT_EQ(problem_of(with_number("/heads/0/width", "1e-46")).text,
            "expected a number > 0 in float32, found 1e-46");
  EXPECT_EQ(problem_of(with_number("/heads/0/width", "-1e-46")).text,
            "expected a number > 0, found -1e-46");
  EXPECT_EQ(problem_of(with_number("/normalizer/temperature", "-1e-300")).text,
            "expected a number >= 0 or \"inf\", found -1e-300");
}

}  // namespace
}  // namespace attn::number_range_test
