#include "app/document/scene_file/scene_code.h"

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "assets/assets.h"
#include "engine/base/problem.h"
#include "tests/document/varied_scene.h"
#include "tests/support/case_seed.h"
#include "tests/support/test_cases.h"

namespace attn::scene_code_test {
namespace {

std::string words_of(const std::string& code) {
  try {
    file_in_code(code);
  } catch (const SceneError& error) {
    EXPECT_EQ(error.problem().place, "");
    return error.problem().text;
  }
  return "";
}

std::string sleepy_child() {
  return scene_code(asset("assets/examples/01-sleepy-child.attn.json"));
}

TEST(SceneCode, GivesTheSceneBack) {
  for (int round = 0; round < test::test_cases(200); ++round) {
    test::Random random(test::case_seed(round));
    const Scene scene = test::varied_scene(random);
    EXPECT_EQ(parse_scene(file_in_code(scene_code(format_scene(scene)))), scene);
  }
}

TEST(SceneCode, OfEachExampleFitsAMessage) {
  for (const Asset& one : assets()) {
    if (!one.path.starts_with("assets/examples/")) continue;
    const std::string code = scene_code(one.bytes);
    EXPECT_LE(code.size(), kMessageBytes) << one.path;
    EXPECT_EQ(code.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                     "0123456789-_:"),
              std::string::npos);
  }
}

TEST(SceneCode, SurvivesWhatMailsDoToALine) {
  std::string code = sleepy_child();
  for (std::size_t at = 70; at < code.size(); at += 72) code.insert(at, "\r\n");
  EXPECT_EQ(file_in_code("  \n" + code + "=\n"), file_in_code(sleepy_child()));
}

TEST(SceneCode, ThatIsCutOrChangedIsRefused) {
  const std::string code = sleepy_child();
  for (std::size_t size = 5; size < code.size(); ++size) {
    EXPECT_NE(words_of(code.substr(0, size)), "") << size;
  }
  for (std::size_t at = 5; at + 1 < code.size(); ++at) {
    std::string other = code;
    other[at] = other[at] == 'A' ? 'B' : 'A';
    EXPECT_NE(words_of(other), "") << at;
  }
  EXPECT_NE(words_of(code + code.substr(5)).find("data after the scene"), std::string::npos);
  EXPECT_NE(words_of("attn:hello, world").find("invalid character"), std::string::npos);
  EXPECT_NE(words_of("a scene").find("attn:"), std::string::npos);
  EXPECT_FALSE(is_scene_code("a scene"));
  EXPECT_TRUE(is_scene_code(" attn:"));
}

TEST(SceneCode, NamesNoFiles) {
  const std::string code =
      scene_code(R"({"format": "attentoscope/scene", "version": 2, "tokens": ["a"],)"
                 R"( "embeddings": {"file": "x.npy"}})");
  EXPECT_THROW(read_scene(code), SceneError);
  EXPECT_THROW(read_scene("attn:/../" + code.substr(5)), SceneError);
}

/// Few letters can mean many bytes.
TEST(SceneCode, ThatIsABombIsRefused) {
  Scene scene = parse_scene(asset("assets/examples/01-sleepy-child.attn.json"));
  scene.notes = std::string((std::size_t{16} << 20) - 4000, 'a');
  const std::string largest = scene_code(format_scene(scene));
  EXPECT_LT(largest.size(), 40000u);
  EXPECT_EQ(words_of(largest), "");
  scene.notes += std::string(8000, 'a');
  EXPECT_THROW(scene_code(format_scene(scene)), SceneError);
}

}  // namespace
}  // namespace attn::scene_code_test
