#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/document/files/files.h"
#include "app/figure/diagram/heatmap_image.h"
#include "app/figure/files/export.h"
#include "app/figure/numbers/strongest_keys.h"
#include "engine/attention/mask.h"
#include "engine/color/colormap.h"
#include "engine/fast/evaluate.h"
#include "tests/engine/scenes.h"
#include "tests/support/temporary_folder.h"

namespace attn::strongest_weights_test {
namespace {

using namespace attn::test;

Scene causal(Index M, Index L) {
  Scene scene = cross_attention(M, L, 8, 8);
  Mask mask;
  mask.kind = &mask_kind("causal");
  scene.masks.push_back(mask);
  return scene;
}

TEST(StrongestWeights, MakeThePictureOfAllWeights) {
  for (const Scene& scene : {self_attention(400, 8), causal(70, 301), causal(300, 20)}) {
    const Trace trace = evaluate(scene);
    const HeadTrace& head = trace.heads[0];
    for (const auto& [width, height] : {std::pair{97, 53}, {301, 301}, {640, 17}, {1, 1}}) {
      constexpr std::size_t kFirst[] = {0};
      const Matrix strongest = strongest_weights(scene, kFirst, height, width).front();
      EXPECT_EQ(strongest.rows(), std::min<Index>(height, scene.query_count()));
      EXPECT_EQ(strongest.cols(), std::min<Index>(width, scene.key_count()));
      const Colormap& map = *find_colormap("viridis");
      EXPECT_EQ(heatmap_image(strongest, strongest, map, {0, 1}, width, height),
                heatmap_image(head.weights, head.scores, map, {0, 1}, width, height))
          << width << " x " << height;
    }
  }
}

Scene of_four_heads(Scene scene) {
  Random random(7);
  const Index width = scene.embeddings->cols();
  for (std::size_t h = 0; h < 4; ++h) {
    if (h > 0) scene.heads.emplace_back();
    scene.heads[h].w_q =
        random.matrix(scene.queries ? scene.queries->embeddings->cols() : width, 4);
    scene.heads[h].w_k = random.matrix(width, 4);
  }
  return scene;
}

/// Whether both the scene alone and its evaluation give the same file.
void expect_same_file(const Scene& scene, const FigureOptions& options, const std::string& path) {
  Evaluation bare{scene, {}};
  bare.trace.heads.resize(scene.heads.size());
  const auto without = std::make_shared<const Evaluation>(std::move(bare));
  const auto whole = std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
  ASSERT_TRUE(needs_no_trace(scene, options, path));
  write_export(without, options, {}, path);
  const std::string bytes = read_file(path, 1 << 24);
  write_export(whole, options, {}, path);
  EXPECT_TRUE(read_file(path, 1 << 24) == bytes);
}

TEST(StrongestWeights, AreEnoughForTheSameFile) {
  const TemporaryFolder folder;
  for (const Scene& scene : {self_attention(200, 8), causal(70, 150), causal(150, 40)}) {
    for (const char* ending : {".png", ".svg", ".pdf"}) {
      for (const char* range : {"fixed", "log", "0:0.1"}) {
        SCOPED_TRACE(std::string(ending) + " " + range);
        FigureOptions options;
        options.range = range;
        expect_same_file(scene, options, folder / (std::string("figure") + ending));
      }
    }
  }
}

TEST(StrongestWeights, OfAllHeadsAreEnoughForTheSameFile) {
  const TemporaryFolder folder;
  for (const Scene& one : {self_attention(150, 8), causal(140, 150)}) {
    const Scene scene = of_four_heads(one);
    for (const std::vector<Index>& heads : {std::vector<Index>{}, {2, 0}}) {
      for (const char* range : {"fixed", "log", "sqrt", "0:0.1"}) {
        SCOPED_TRACE(std::string(range) + " " + std::to_string(heads.size()));
        FigureOptions options{.all_heads = true};
        options.range = range;
        options.look.heads = heads;
        for (const char* ending : {".png", ".svg"}) {
          expect_same_file(scene, options, folder / (std::string("figure") + ending));
        }
      }
    }
  }
}

/// Its share stands in a column beside the weights.
TEST(StrongestWeights, AreNotEnoughBesideASink) {
  Scene scene = of_four_heads(self_attention(200, 8));
  scene.heads[2].sink = 1;
  EXPECT_FALSE(needs_no_trace(scene, {.all_heads = true}, "x.png"));
}

/// They lie where few weights are hidden by them.
TEST(StrongestWeights, AreNotEnoughForNotes) {
  FigureOptions options;
  options.look.notes = {{.cell = {.query = 20, .key = 3}, .words = "here"}};
  EXPECT_FALSE(needs_no_trace(self_attention(200, 8), options, "x.png"));
}

TEST(StrongestWeights, AreNotEnoughWhereNumbersCount) {
  const Scene large = self_attention(200, 8), small = self_attention(100, 8);
  FigureOptions options;
  EXPECT_TRUE(needs_no_trace(large, options, "x.png"));
  EXPECT_FALSE(needs_no_trace(small, options, "x.png")) << "cells may hold their numbers";
  EXPECT_FALSE(needs_no_trace(large, options, "x.csv"));
  for (const char* range : {"own", "shared", "row"}) {
    options.range = range;
    EXPECT_FALSE(needs_no_trace(large, options, "x.png")) << range;
  }
  EXPECT_FALSE(needs_no_trace(large, {.view = "scores"}, "x.png"));
  EXPECT_FALSE(needs_no_trace(large, {.bare_cell = 2}, "x.png"));
}

}  // namespace
}  // namespace attn::strongest_weights_test
