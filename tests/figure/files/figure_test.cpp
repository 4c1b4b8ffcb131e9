#include "app/figure/files/figure.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/figure/figure_test.h"

namespace attn::figure_test {
namespace {

using test::bytes_of;
using test::first_example;
using test::load_png;
using test::Picture;
using test::TemporaryFolder;

class WriteFigure : public testing::Test {
 protected:
  void write(const std::string& name, const FigureOptions& options = {}) {
    write_figure(scene_, trace_, options, folder_ / name);
  }
  // The words that writing fails with; "" where it doesn't.
  std::string words(const std::string& name, const FigureOptions& options = {}) {
    try {
      write(name, options);
      return "";
    } catch (const std::runtime_error& error) {
      return error.what();
    }
  }

  TemporaryFolder folder_;
  Scene scene_ = first_example();
  Trace trace_ = evaluate(scene_);
};

TEST_F(WriteFigure, TheSameSceneGivesTheSameBytes) {
  write("a.png");
  write("b.png");
  const std::string bytes = bytes_of(folder_ / "a.png");
  EXPECT_GT(bytes.size(), 10'000u);
  EXPECT_EQ(bytes, bytes_of(folder_ / "b.png"));
  write("a.png", {.colormap = find_colormap("magma")});
  EXPECT_NE(bytes, bytes_of(folder_ / "a.png"));
  EXPECT_EQ(folder_.file_count(), 2);
}

TEST_F(WriteFigure, PicturesAreOpaqueAndOfTheScale) {
  write("two.png");
  write("one.png", {.scale = 1});
  const Picture two = load_png(folder_ / "two.png");
  const Picture one = load_png(folder_ / "one.png");
  EXPECT_NEAR(two.width, 2 * one.width, 1);
  EXPECT_NEAR(two.height, 2 * one.height, 1);
  for (std::size_t i = 3; i < two.rgba.size(); i += 4) ASSERT_EQ(two.rgba[i], 255);
}

TEST_F(WriteFigure, EveryViewAndEndingOfTheTablesWorks) {
  ASSERT_FALSE(figure_views().empty());
  ASSERT_FALSE(figure_endings().empty());
  for (const std::string_view view : figure_views()) {
    if (view == "curve") continue;  // refused, as the next test asks
    for (const std::string_view ending : figure_endings()) {
      const std::string name = std::string(view) + std::string(ending);
      write(name, {.view = std::string(view)});
      EXPECT_FALSE(bytes_of(folder_ / name).empty());
    }
  }
  write("CAPITALS.PNG");
  EXPECT_FALSE(bytes_of(folder_ / "CAPITALS.PNG").empty());
}

TEST_F(WriteFigure, WhatIsUnknownIsSaidWithWhatIsKnown) {
  EXPECT_TRUE(
      words("a.png", {.view = "foo"}).starts_with("--view: expected one of weights, scores"));
  EXPECT_EQ(words("a.bmp"), "unknown ending \".bmp\"; known: .png, .svg, .pdf");
  EXPECT_EQ(words("a"), "the file's name has no ending; known: .png, .svg, .pdf");
  EXPECT_EQ(words("png"), "the file's name has no ending; known: .png, .svg, .pdf");
  EXPECT_EQ(words("a.png", {.head = 1}),
            "--head: expected less than 1 (heads of the scene), found 1");
  EXPECT_EQ(words("a.png", {.head = -1}),
            "--head: expected less than 1 (heads of the scene), found -1");
  for (const auto& [scale, found] : std::vector<std::pair<double, std::string>>{
           {0, "0"}, {-1, "-1"}, {9, "9"}, {std::nan(""), "nan"}}) {
    EXPECT_EQ(words("a.png", {.scale = scale}), "--scale: expected 0.25 to 8, found " + found);
  }
  EXPECT_EQ(folder_.file_count(), 0);
}

TEST_F(WriteFigure, AViewWithNothingToShowSaysWhy) {
  EXPECT_EQ(words("a.png", {.view = "curve"}),
            "The keys have 3 features; a curve needs exactly one.");
  scene_.values.reset();
  scene_.score.kind = &score_kind("given");
  scene_.embeddings = Matrix(scene_.key_count(), 0);
  scene_.heads = {Head{}};
  scene_.heads[0].scores = Matrix(Matrix::Zero(scene_.key_count(), scene_.key_count()));
  trace_ = evaluate(scene_);
  for (const std::string_view view :
       {"outputs", "head-outputs", "encoding", "frequencies", "similarity", "rotation", "binary",
        "effect", "plane", "plane-keys", "plane-values", "symmetry"}) {
    EXPECT_NE(words("b.svg", {.view = std::string(view)}), "") << view;
  }
  EXPECT_EQ(words("b.svg", {.view = "weights"}), "");
  EXPECT_EQ(folder_.file_count(), 1);
}

TEST_F(WriteFigure, WhereNothingCanBeWrittenNothingIsLeft) {
  EXPECT_NE(words("missing/a.png"), "");
  std::ofstream(folder_ / "file") << "words";
  EXPECT_NE(words("file/a.png"), "");
  std::filesystem::create_directory(folder_ / "folder.png");
  EXPECT_NE(words("folder.png"), "");
  EXPECT_EQ(folder_.file_count(), 2);
  EXPECT_EQ(bytes_of(folder_ / "file"), "words");
  std::filesystem::create_symlink("/dev/full", folder_ / "full.png");
  EXPECT_NE(words("full.png"), "");
  EXPECT_EQ(folder_.file_count(), 3);
}

TEST_F(WriteFigure, AFailureLeavesTheOldFigure) {
  write("a.png");
  const std::string before = bytes_of(folder_ / "a.png");
  EXPECT_NE(words("a.png", {.head = 7}), "");
  EXPECT_EQ(bytes_of(folder_ / "a.png"), before);
}

TEST_F(WriteFigure, TokensOfAnyScriptAreDrawn) {
  scene_.tokens = {"注意力", "انتباه", "תשומת", "ध्यान", "👩‍👩‍👧", "a\0b\n\xff"};
  scene_.title = "Внимание 注意 انتباه";
  write("scripts.png");
  scene_.tokens = {
      "", " ", "\t", std::string(100'000, 'W'), "\u202e\u2066x", "Z\u0301\u0302\u0303\u0304\u0305"};
  write("odd.png");
  EXPECT_GT(load_png(folder_ / "odd.png").width, 800);
  EXPECT_LT(load_png(folder_ / "odd.png").width, 2000);
}

}  // namespace
}  // namespace attn::figure_test
