// Attention over an image, from the dump of a vision transformer to figures and tables.

#include <filesystem>

#include <gtest/gtest.h>

#include "app/document/files/files.h"
#include "tests/app/run_program.h"
#include "tests/document/tensors/made_files.h"
#include "tests/figure/png_bytes.h"
#include "tests/support/case_seed.h"
#include "tests/support/picture.h"
#include "tests/support/random.h"
#include "tests/support/temporary_folder.h"

namespace attn::export_patches_test {
namespace {

using namespace attn::test;

constexpr int kTokens = 19;  // a class token, 2 registers, 16 patches

class ExportPatches : public testing::Test {
 protected:
  void SetUp() override {
    Random random(case_seed());
    for (int row = 0; row < 2 * kTokens; ++row) {
      std::vector<float> weights;
      for (int key = 0; key < kTokens; ++key) weights.push_back(random.uniform(1, 1)(0, 0) + 1.5F);
      float sum = 0;
      for (const float weight : weights) sum += weight;
      for (const float weight : weights) weights_.push_back(weight / sum);
    }
    put(folder_ / "vit.npz", zip({{"attentions.npy", npy("(1, 2, 19, 19)", floats(weights_))}}));
    put(folder_ / "cat.png", grey_png(64));
    ASSERT_EQ(in_folder({"import", "vit.npz", "--out", "vit.attn.json"}).status, 0);
  }
  Answer in_folder(const std::vector<std::string>& words) const {
    return run_program(words, {.folder = folder_.path().string()});
  }
  Answer patches(const std::string& out, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words{"export", "vit.attn.json", "--view", "patches", "--out", out};
    words.insert(words.end(), more.begin(), more.end());
    return in_folder(words);
  }
  std::string read(const std::string& name) const {
    return read_regular_file(folder_ / name, 1 << 24);
  }
  std::vector<float> weights_;
  TemporaryFolder folder_;
};

TEST_F(ExportPatches, AFigureOfEachFormatHasThePicture) {
  for (const char* out : {"a.pdf", "a.svg", "a.png"}) {
    const Answer run = patches(out, {"--patches", "4x4", "--skip", "3", "--picture", "cat.png",
                                     "--query", "5", "--head", "0"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.err, "");
  }
  EXPECT_NE(read("a.svg").find("data:image/png;base64,"), std::string::npos);
  EXPECT_NE(read("a.pdf").find("/Image"), std::string::npos);
  EXPECT_EQ(patches("b.png", {"--head", "all", "--picture", "cat.png"}).status, 0);
  EXPECT_EQ(patches("c.png", {"--heads", "1", "--for", "column"}).status, 0);
}

TEST_F(ExportPatches, ATableHasThePlaceTokenAndWeightOfEachKey) {
  const Answer run =
      patches("a.csv", {"--patches", "4x4", "--skip", "3", "--query", "5", "--head", "1"});
  EXPECT_EQ(run.status, 0) << run.err;
  const std::string csv = read("a.csv");
  EXPECT_EQ(csv.substr(0, 31), "token,row,column,token,weight\r\n");
  EXPECT_NE(csv.find("\r\n0,,,0,0."), std::string::npos) << "a token that is no patch";
  EXPECT_NE(csv.find("\r\n18,3,3,18,0."), std::string::npos);
  const std::size_t at = csv.find("\r\n9,1,2,9,") + 10;
  EXPECT_NEAR(std::stof(csv.substr(at)), weights_[(kTokens + 5) * kTokens + 9], 1e-6);
  EXPECT_EQ(patches("b.csv", {"--head", "all"}).status, 0);
  expect_failure(patches("c.csv", {"--range", "own"}), 2, "--range: has no effect in a table");
  expect_failure(patches("c.csv", {"--query", "19"}), 2, "--query: expected less than 19");
  expect_failure(patches("c.csv", {"--patches", "5x5"}), 2,
                 "--patches: expected ROWSxCOLUMNS with at most 19 patches, found 5x5");
}

TEST_F(ExportPatches, WhatIsWrongIsOneLine) {
  put(folder_ / "text.png", "no picture");
  put(folder_ / "large.png", png_begin(1'000'000'000, 1'000'000'000, 8, PngType::rgb));
  put(folder_ / "short.png", grey_png(200).substr(0, 60));
  put(folder_ / "cat.jpg", "\xff\xd8\xff\xe0");
  const auto picture = [&](const std::string& name) {
    return patches("a.png", {"--picture", name});
  };
  expect_failure(picture("none.png"), 2, "--picture: none.png: No such file or directory");
  expect_failure(picture("text.png"), 2, "--picture: text.png: expected a PNG file");
  expect_failure(picture("cat.jpg"), 2, "--picture: cat.jpg: expected a PNG file");
  expect_failure(picture("short.png"), 2, "--picture: short.png: damaged PNG file");
  expect_failure(picture("/dev/zero"), 2, "--picture: zero: ");
  const Answer large = picture("large.png");
  expect_failure(large, 2,
                 "large.png: expected at most 67108864 pixels, found 1000000000 x 1000000000");
  EXPECT_LT(large.peak_kilobytes, 300'000);
  expect_failure(patches("a.png", {"--patches", "20x20"}), 2,
                 "--patches: expected ROWSxCOLUMNS with at most 19 patches, found 20x20");
  expect_failure(patches("a.png", {"--skip", "4"}), 2,
                 "--patches: expected ROWSxCOLUMNS: 15 keys can be no square of patches");
  expect_failure(in_folder({"export", "vit.attn.json", "--view", "weights", "--patches", "4x4",
                            "--out", "a.png"}),
                 2, "--patches: has no effect in the view weights; expected one of patches");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "a.png"));
}

TEST_F(ExportPatches, AMissingPictureOfTheSceneIsOnlyTold) {
  const Answer there = patches("a.png", {"--set", "patches.picture=cat.png"});
  EXPECT_EQ(there.status, 0);
  EXPECT_EQ(there.err, "");
  const Answer missing = patches("b.png", {"--set", "patches.picture=none.png"});
  EXPECT_EQ(missing.status, 0);
  EXPECT_EQ(missing.err,
            "attentoscope: vit.attn.json: drawn without its picture: none.png: No such file or "
            "directory\n");
  EXPECT_EQ(load_png(folder_ / "a.png").width, load_png(folder_ / "b.png").width);
  std::filesystem::create_directory(folder_ / "f");
  std::filesystem::rename(folder_ / "vit.attn.json", folder_ / "f/vit.attn.json");
  const Answer elsewhere = in_folder({"export", "f/vit.attn.json", "--view", "patches", "--set",
                                      "patches.picture=../cat.png", "--out", "c.png"});
  EXPECT_EQ(elsewhere.status, 0);
  EXPECT_NE(elsewhere.err.find("expected a file in the folder of this one"), std::string::npos);
}

TEST_F(ExportPatches, APanelAndAllViewsTakeTheSameOptions) {
  const Answer panels =
      in_folder({"export", "--panels", "weights@vit.attn.json",
                 "patches@vit.attn.json:patches=4x4,skip=3,query=5,picture=cat.png", "--letters",
                 "--out", "a.svg"});
  EXPECT_EQ(panels.status, 0) << panels.err;
  EXPECT_NE(read("a.svg").find("data:image/png;base64,"), std::string::npos);
  EXPECT_EQ(in_folder({"export", "vit.attn.json", "--view", "all", "--patches", "4x4", "--picture",
                       "cat.png", "--out", "all/"})
                .status,
            0);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "all/vit-patches.png"));
  EXPECT_EQ(
      run_program({"export", example_path(), "--view", "all", "--out", folder_ / "text/"}).status,
      0);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "text/01-sleepy-child-patches.png"))
      << "six words are no image";
}

}  // namespace
}  // namespace attn::export_patches_test
