#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "app/document/view/patch_grid.h"
#include "app/figure/files/diagram_figure.h"
#include "app/figure/numbers/patch_map.h"
#include "app/figure/views/diagrams.h"
#include "tests/figure/diagram_boxes.h"
#include "tests/figure/diagram_checks.h"
#include "tests/figure/patch_scene.h"

namespace attn::patches_diagram_test {
namespace {

using test::find_matrix;
using test::named_matrices;

const FigureRuler kRuler;

BackPicture small_picture() {
  PixelImage image{2, 2, {0xff404040, 0xff808080, 0xffc0c0c0, 0xffffffff}};
  return {std::make_shared<const PixelImage>(std::move(image)), ""};
}

std::string words_of(const Diagram& diagram) {
  std::string words;
  for (const Mark& mark : diagram.marks) {
    if (const auto* text = std::get_if<TextMark>(&mark)) words += text->text + " ";
  }
  return words;
}

bool has_words(const Diagram& diagram, const std::string& words) {
  return words_of(diagram).find(words) != std::string::npos;
}

/// Boxes outlined in this colour.
std::vector<Rect> outlined(const Diagram& diagram, Ink ink) {
  std::vector<Rect> boxes;
  for (const Mark& mark : diagram.marks) {
    const auto* rect = std::get_if<RectMark>(&mark);
    if (rect && rect->stroke && !rect->fill && rect->stroke->ink == ink)
      boxes.push_back(rect->rect);
  }
  return boxes;
}

TEST(PatchesDiagram, DrawsTheQuerysRowAsAMapBesideTheOtherTokens) {
  const Scene scene = test::patch_scene(16, 3);
  const auto evaluation = test::evaluated_patches(scene);
  ViewState state;
  state.head = 1;
  const Diagram diagram = patches_diagram(
      {.evaluation = evaluation, .state = state, .shown = Cell{5, 9}, .ruler = kRuler});
  const auto matrices = named_matrices(diagram);
  ASSERT_EQ(matrices.size(), 2U);
  const PatchGrid grid{4, 4, 3};
  const PatchMap expected = patch_map(evaluation->trace.head(1), grid, 5);
  const MatrixMark* map = find_matrix(matrices, "patches");
  ASSERT_TRUE(map);
  EXPECT_EQ(*map->values, *expected.weights);
  EXPECT_NEAR(map->cell_width(), map->cell_height(), 1e-9) << "patches are square";
  const MatrixMark* others = find_matrix(matrices, "patches.others");
  ASSERT_TRUE(others);
  EXPECT_EQ(*others->values, *expected.others);
  EXPECT_EQ(others->range, map->range);
  EXPECT_TRUE(has_words(diagram, "[CLS] reg1 reg2 "));
  EXPECT_TRUE(has_words(diagram, "Query 5 “p2”, patch row 0, column 2 · patches 0."));
  EXPECT_TRUE(has_words(diagram, "3 other tokens 0."));
  ASSERT_EQ(outlined(diagram, Ink::query).size(), 1U);
  EXPECT_EQ(outlined(diagram, Ink::query)[0], grown(map->cell(0, 2), 0.5));
  ASSERT_EQ(outlined(diagram, Ink::key).size(), 1U);
  EXPECT_EQ(outlined(diagram, Ink::key)[0], grown(map->cell(1, 2), 0.5));
}

TEST(PatchesDiagram, ShowsTheClassTokensRowUnlessAnotherIsSelected) {
  const auto evaluation = test::evaluated_patches(test::patch_scene(16, 1));
  const Diagram diagram = patches_diagram({.evaluation = evaluation, .ruler = kRuler});
  const auto matrices = named_matrices(diagram);
  const MatrixMark& map = *find_matrix(matrices, "patches");
  EXPECT_EQ(*map.values, *patch_map(evaluation->trace.head(0), {4, 4, 1}, 0).weights);
  EXPECT_TRUE(has_words(diagram, "4 × 4 patches behind 1 token: guessed"));
  const MatrixMark& others = *find_matrix(matrices, "patches.others");
  ASSERT_EQ(outlined(diagram, Ink::query).size(), 1U);
  EXPECT_EQ(outlined(diagram, Ink::query)[0], grown(others.cell(0, 0), 0.5));
  const Diagram without =
      patches_diagram({.evaluation = evaluation, .marks = false, .ruler = kRuler});
  EXPECT_TRUE(outlined(without, Ink::query).empty());
}

TEST(PatchesDiagram, ColoursAreThoseOfThePatchesUnlessARangeIsChosen) {
  const auto evaluation = test::evaluated_patches(test::patch_scene(9, 1));
  const auto range_of = [&](const std::string& range, bool all_heads = false) {
    ViewState state;
    state.options.range = range;
    const Diagram diagram = patches_diagram(
        {.evaluation = evaluation, .state = state, .all_heads = all_heads, .ruler = kRuler});
    return named_matrices(diagram).front().range;
  };
  const auto largest = [&](std::size_t head) {
    return patch_map(evaluation->trace.heads[head], {3, 3, 1}, 0).weights->maxCoeff();
  };
  EXPECT_EQ(range_of(""), (ColorRange{0, range_end(largest(0))})) << "as “own”";
  EXPECT_EQ(range_of("own"), range_of(""));
  EXPECT_EQ(range_of("fixed"), (ColorRange{0, 1}));
  EXPECT_EQ(range_of("0.1:0.2"), (ColorRange{0.1F, 0.2F}));
  EXPECT_EQ(range_of("shared"), (ColorRange{0, range_end(std::max(largest(0), largest(1)))}));
  EXPECT_EQ(range_of("", true), range_of("")) << "each head on its own";
}

TEST(PatchesDiagram, AMapOfEachHeadHasItsSums) {
  const auto evaluation = test::evaluated_patches(test::patch_scene(16, 5, 3));
  HeatmapLook look;
  const auto names = [&](bool all, const std::vector<Index>& heads) {
    look.heads = heads;
    std::vector<std::string> found;
    const Diagram diagram = patches_diagram(
        {.evaluation = evaluation, .all_heads = all, .look = look, .ruler = kRuler});
    for (const MatrixMark& matrix : named_matrices(diagram)) found.push_back(matrix.name);
    EXPECT_TRUE(has_words(diagram, "5 other tokens 0."));
    return found;
  };
  EXPECT_EQ(names(true, {}).size(), 6U);
  EXPECT_EQ(names(true, {2, 0}),
            (std::vector<std::string>{"patches.head[2]", "patches.head[2].others",
                                      "patches.head[0]", "patches.head[0].others"}));
}

TEST(PatchesDiagram, MapsAreInAsManyColumnsAsAreChosen) {
  const auto evaluation = test::evaluated_patches(test::patch_scene(16, 5, 3));
  for (const int columns : {1, 2, 3, 5}) {
    HeatmapLook look;
    look.columns = columns;
    const Diagram diagram = patches_diagram(
        {.evaluation = evaluation, .all_heads = true, .look = look, .ruler = kRuler});
    std::set<double> lefts;
    for (const MatrixMark& matrix : named_matrices(diagram)) {
      if (!matrix.name.ends_with(".others")) lefts.insert(matrix.area.x);
    }
    EXPECT_EQ(std::ssize(lefts), std::min(columns, 3));
  }
}

TEST(PatchesDiagram, APictureIsBehindTheMapOnly) {
  const auto evaluation = test::evaluated_patches(test::patch_scene(4, 1));
  const BackPicture picture = small_picture();
  const Diagram diagram =
      patches_diagram({.evaluation = evaluation, .picture = picture, .ruler = kRuler});
  const auto matrices = named_matrices(diagram);
  EXPECT_EQ(find_matrix(matrices, "patches")->behind, picture.pixels);
  EXPECT_FALSE(find_matrix(matrices, "patches")->numbers) << "they would hide it";
  EXPECT_EQ(find_matrix(matrices, "patches.others")->behind, nullptr);
  EXPECT_TRUE(has_words(diagram, "colours at 55 % over the picture in grey"));
  const Diagram missing = patches_diagram(
      {.evaluation = evaluation, .picture = {nullptr, "cat.png: No such file"}, .ruler = kRuler});
  EXPECT_TRUE(has_words(missing, "Without its picture: cat.png: No such file"));
}

TEST(PatchesDiagram, SaysWhyTheKeysAreNoPatches) {
  const auto evaluation = test::evaluated_patches(test::patch_scene(3, 0));
  EXPECT_EQ(patches_diagram({.evaluation = evaluation, .ruler = kRuler}).missing,
            "Expected ROWSxCOLUMNS: 3 keys can be no square of patches.");
  ViewState state;
  state.options.patches = {.rows = 1, .columns = 3};
  EXPECT_EQ(patches_diagram({.evaluation = evaluation, .state = state, .ruler = kRuler}).missing,
            "");
}

TEST(PatchesDiagram, QueriesOfTheirOwnAreNoPatches) {
  Scene scene = test::patch_scene(4, 1);
  scene.queries = Queries{{"box", "cat"}, Matrix(2, 0)};
  for (Head& head : scene.heads) head.scores = Matrix(Matrix::Zero(2, 5));
  const Diagram diagram = patches_diagram(
      {.evaluation = test::evaluated_patches(scene), .shown = Cell{1, 2}, .ruler = kRuler});
  EXPECT_TRUE(has_words(diagram, "Query 1 “cat” · patches 0.80, 1 other token 0.20"));
  EXPECT_TRUE(outlined(diagram, Ink::query).empty());
  EXPECT_EQ(outlined(diagram, Ink::key).size(), 1U);
}

TEST(PatchesDiagram, StaysInsideItsRoomAndNothingOverlaps) {
  for (const auto& [patches, skip] : {std::pair<Index, Index>{4, 1}, {9, 0}, {196, 5}, {16, 40}}) {
    const auto evaluation = test::evaluated_patches(test::patch_scene(patches, skip, 6));
    ViewState state;
    const auto side = static_cast<Index>(std::lround(std::sqrt(patches)));
    state.options.patches = {.rows = side, .columns = side};
    for (const bool all_heads : {false, true}) {
      for (const auto& [width, height] :
           {std::pair{480.0, 330.0}, {900.0, 620.0}, {900.0, 0.0}, {320.0, 0.0}}) {
        const Diagram diagram = patches_diagram({.evaluation = evaluation,
                                                 .state = state,
                                                 .width = width,
                                                 .height = height,
                                                 .all_heads = all_heads,
                                                 .picture = small_picture(),
                                                 .ruler = kRuler});
        EXPECT_EQ(test::misplaced(diagram, kRuler), "")
            << patches << " behind " << skip << " in " << width << " x " << height << ", all "
            << all_heads;
        EXPECT_LE(diagram.width, width + 1);
        EXPECT_TRUE(height == 0 || diagram.height <= height + 1);
      }
    }
  }
}

}  // namespace
}  // namespace attn::patches_diagram_test
