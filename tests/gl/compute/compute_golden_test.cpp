// Every scene of tests/golden and golden2 by compute shaders, from the file to the result's JSON.

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "app/document/files/files.h"
#include "app/document/scene_file/scene_fields.h"
#include "app/document/scene_file/scene_file.h"
#include "tests/document/json_compare.h"
#include "tests/gl/compute/compute_test.h"
#include "tests/support/format_result.h"
#include "tests/support/paths.h"

namespace attn::gl::compute_golden_test {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

const fs::path kGolden = test::data_path("golden");

/// The scenes of a folder, without their ending.
std::vector<fs::path> cases(const fs::path& folder) {
  constexpr std::string_view kEnding = ".attn.json";
  std::vector<fs::path> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    if (name.ends_with(kEnding))
      names.push_back(folder / name.substr(0, name.size() - kEnding.size()));
  }
  std::ranges::sort(names);
  return names;
}

std::vector<fs::path> all_cases() {
  std::vector<fs::path> all = cases(kGolden);
  for (const fs::path& later : cases(test::data_path("golden2"))) all.push_back(later);
  return all;
}

class ComputeGolden : public ComputeTest {};

TEST_F(ComputeGolden, ResultsAreWithinTolerance) {
  ComputeBackend backend;
  ASSERT_GT(all_cases().size(), 80u);
  for (const fs::path& name : all_cases()) {
    SCOPED_TRACE(name);
    const Scene scene = read_scene(name.string() + ".attn.json");
    const json found =
        json::parse(format_result(backend.evaluate(scene), "glsl", version_of(scene)));
    json expected = json::parse(read_file(name.string() + ".result.json", 1 << 24));
    EXPECT_EQ(found["warnings"].empty(), expected["warnings"].empty());
    expected["warnings"] = found["warnings"];
    expected["backend"] = "glsl";
    EXPECT_EQ(test::difference(found, expected), "");
  }
}

TEST_F(ComputeGolden, ValuesWithoutWeightsAreTheInputToTheLastBit) {
  ComputeBackend backend;
  const Scene scene = read_scene(kGolden / "digits.attn.json");
  EXPECT_EQ(backend.evaluate(scene).heads[0].v, **scene.values);
}

TEST_F(ComputeGolden, NoneTakesLongerThanASecondWithCompilingIncluded) {
  for (const fs::path& name : all_cases()) {
    const Scene scene = read_scene(name.string() + ".attn.json");
    const auto start = std::chrono::steady_clock::now();
    ComputeBackend().evaluate(scene);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    EXPECT_LT(taken.count(), 1) << name;
    RecordProperty(name.filename(), std::to_string(taken.count()));
  }
}

}  // namespace
}  // namespace attn::gl::compute_golden_test
