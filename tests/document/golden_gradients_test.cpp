// Every case of tests/golden_gradients, from the files to the result's JSON.

#include <filesystem>

#include <gtest/gtest.h>

#include "app/document/scene_file/gradients_file.h"
#include "app/document/scene_file/scene_file.h"
#include "engine/gradients/scene_gradients.h"
#include "tests/document/json_compare.h"
#include "tests/support/paths.h"

namespace attn::golden_gradients_test {
namespace {

namespace fs = std::filesystem;

const fs::path kTests = test::data_path("");

fs::path scene_of_case(const std::string& name) {
  for (const char* folder : {"golden", "golden2"}) {
    fs::path path = kTests / folder / (name + ".attn.json");
    if (fs::exists(path)) return path;
  }
  return {};
}

std::string gradients_of_case(const std::string& name) {
  const std::string text = read_whole(scene_of_case(name));
  const json::Tree file = parse_whole(text);
  const Scene scene = scene_of(file);
  const WideTrace trace = evaluate_wide(scene);
  WideTrace by = no_gradient(trace);
  double sum = 0;
  for (const Loss& loss : read_losses(kTests / "golden_gradients" / (name + ".loss.json"), scene)) {
    check_loss(loss, scene);
    sum += add_loss(loss, scene, trace, by);
  }
  std::string written;
  write_gradients(sum, scene_gradients(scene, trace, std::move(by)), json::Value(file, 0),
                  [&](std::string_view piece) { written += piece; });
  return written;
}

TEST(GoldenGradients, AreWithinTolerance) {
  constexpr std::string_view kEnding = ".gradients.json";
  int cases = 0;
  for (const auto& entry : fs::directory_iterator(kTests / "golden_gradients")) {
    std::string name = entry.path().filename().string();
    if (!name.ends_with(kEnding)) continue;
    name.resize(name.size() - kEnding.size());
    SCOPED_TRACE(name);
    ++cases;
    const auto found = nlohmann::json::parse(gradients_of_case(name));
    const auto expected = nlohmann::json::parse(read_whole(entry.path()));
    EXPECT_EQ(test::difference(found, expected, {1e-6, 1e-4}), "");
  }
  EXPECT_GT(cases, 80);
}

}  // namespace
}  // namespace attn::golden_gradients_test
