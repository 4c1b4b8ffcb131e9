// Every case of tests/golden and tests/golden2, from the file to the result's JSON.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "app/document/files/files.h"
#include "app/document/scene_file/scene_fields.h"
#include "app/document/scene_file/scene_file.h"
#include "engine/attention/combine.h"
#include "engine/attention/mask.h"
#include "engine/attention/norm.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/base/problem.h"
#include "engine/fast/evaluate.h"
#include "tests/document/json_compare.h"
#include "tests/support/format_result.h"
#include "tests/support/paths.h"

namespace attn::golden_test {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr long long kMaxBytes = 1 << 24;
const fs::path kTests = test::data_path("");

/// "golden/score-dot"
std::vector<std::string> cases(const std::vector<std::string>& folders) {
  constexpr std::string_view kEnding = ".attn.json";
  std::vector<std::string> names;
  for (const std::string& folder : folders) {
    for (const auto& entry : fs::directory_iterator(kTests / folder)) {
      const std::string name = folder + "/" + entry.path().filename().string();
      if (name.ends_with(kEnding)) names.push_back(name.substr(0, name.size() - kEnding.size()));
    }
  }
  std::ranges::sort(names);
  return names;
}

std::string name_of_case(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::ranges::replace_if(
      name, [](char c) { return !std::isalnum(c); }, '_');
  return name;
}

/// Matrix as restored by a reader that converts numbers to float32.
Matrix restored(const json& rows) {
  Matrix matrix(static_cast<Index>(rows.size()), static_cast<Index>(rows[0].size()));
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.cols(); ++j) {
      matrix(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].get<float>();
    }
  }
  return matrix;
}

bool same_bits(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::equal(a.data(), a.data() + a.size(), b.data(), [](float x, float y) {
           return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
         });
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, ResultIsWithinTolerance) {
  const fs::path path = kTests / (GetParam() + ".attn.json");
  const Scene scene = read_scene(path);
  const json found = json::parse(format_result(evaluate(scene), "eigen", version_of(scene)));
  json expected = json::parse(read_file(kTests / (GetParam() + ".result.json"), kMaxBytes));
  EXPECT_EQ(found["warnings"].empty(), expected["warnings"].empty());
  expected["warnings"] = found["warnings"];
  EXPECT_EQ(test::difference(found, expected), "");
  EXPECT_EQ(found.size(), expected.size());
}

TEST_P(Golden, ValuesWithoutWeightsAreTheInputToTheLastBit) {
  const Scene scene = read_scene(kTests / (GetParam() + ".attn.json"));
  const json found = json::parse(format_result(evaluate(scene), "eigen", version_of(scene)));
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    const Head& head = scene.heads[h];
    if (head.w_v || head.b_v || head.keys_of) continue;
    if (scene.position.kind->table && !scene.values) continue;
    const Matrix& input = scene.values ? **scene.values : *scene.embeddings;
    if (input.cols() == 0) continue;
    EXPECT_TRUE(same_bits(restored(found["heads"][h]["v"]), input)) << "head " << h;
  }
}

TEST_P(Golden, SceneIsReadBackEqual) {
  const Scene scene = read_scene(kTests / (GetParam() + ".attn.json"));
  const std::string text = format_scene(scene);
  const Scene again = parse_scene(text);
  EXPECT_EQ(again, scene);
  EXPECT_EQ(format_scene(again), text);
}

INSTANTIATE_TEST_SUITE_P(All, Golden, testing::ValuesIn(cases({"golden", "golden2"})),
                         name_of_case);

/// Which of a table's kinds are in `seen`.
template <typename Kind>
void expect_all(std::span<const Kind> kinds, const std::set<std::string_view>& seen) {
  for (const Kind& kind : kinds) EXPECT_TRUE(seen.contains(kind.id)) << "no case of " << kind.id;
}

TEST(GoldenCases, ThereIsOneOfEveryKind) {
  std::set<std::string_view> scores, norms, masks, normalizers, positions, scalings, combines;
  for (const std::string& name : cases({"golden", "golden2"})) {
    const Scene scene = read_scene(kTests / (name + ".attn.json"));
    scores.insert(scene.score.kind->id);
    norms.insert(scene.score.norm->id);
    for (const Mask& mask : scene.masks) masks.insert(mask.kind->id);
    normalizers.insert(scene.normalizer.kind->id);
    positions.insert(scene.position.kind->id);
    if (scene.position.scaling) scalings.insert(scene.position.scaling->kind->id);
    combines.insert(scene.combine.kind->id);
  }
  expect_all(score_kinds(), scores);
  expect_all(norm_kinds(), norms);
  expect_all(mask_kinds(), masks);
  expect_all(normalizer_kinds(), normalizers);
  expect_all(position_kinds(), positions);
  expect_all(rope_scaling_kinds(), scalings);
  expect_all(combine_kinds(), combines);
}

class GoldenBad : public testing::TestWithParam<std::string> {};

TEST_P(GoldenBad, IsRefusedAtThePlacePreferred) {
  std::istringstream expect(read_file(kTests / (GetParam() + ".expect"), kMaxBytes));
  std::string place;
  std::getline(expect, place);
  if (place == "file") place.clear();
  try {
    read_scene(kTests / (GetParam() + ".attn.json"));
    FAIL() << "was taken";
  } catch (const SceneError& error) {
    EXPECT_EQ(error.problem().place, place) << error.problem().text;
    EXPECT_FALSE(error.problem().text.empty());
    EXPECT_EQ(error.problem().text.find('\n'), std::string::npos);
  }
}

INSTANTIATE_TEST_SUITE_P(All, GoldenBad, testing::ValuesIn(cases({"golden/bad"})), name_of_case);

}  // namespace
}  // namespace attn::golden_test
