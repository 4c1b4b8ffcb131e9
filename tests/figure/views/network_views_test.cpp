// A block of a network in every view: what is drawn is what the network's evaluation has there.

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include <gtest/gtest.h>

#include "app/document/files/files.h"
#include "app/document/scene_file/network_file.h"
#include "app/figure/files/diagram_figure.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/inspector/explain.h"
#include "app/figure/steps/pipeline.h"
#include "engine/blocks/stages.h"
#include "engine/reference/parts.h"
#include "tests/engine/same_trace.h"
#include "tests/support/paths.h"

namespace attn::network_views_test {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr long long kMaxBytes = 1 << 24;

struct Golden {
  std::string name;
  Network network;
  json result;
};

/// Those of tests/golden2, with what the oracle computes.
std::vector<Golden> golden_networks() {
  std::vector<Golden> found;
  for (const auto& entry : fs::directory_iterator(test::data_path("golden2"))) {
    const std::string path = entry.path(), ending = ".attn-net.json";
    if (!path.ends_with(ending)) continue;
    const std::string stem = path.substr(0, path.size() - ending.size());
    found.push_back({entry.path().filename(), parse_network(read_file(path, kMaxBytes)),
                     json::parse(read_file(stem + ".result.json", kMaxBytes))});
  }
  return found;
}

Matrix matrix_of(const json& rows) {
  Matrix matrix(rows.size(), rows.empty() ? 0 : rows[0].size());
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.cols(); ++j) {
      const json& number = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
      matrix(i, j) = number.is_number() ? number.get<float>() : kMasked;
    }
  }
  return matrix;
}

/// Matrix of the oracle's result, if present.
std::optional<Matrix> expected(const json& result, const Where& where) {
  const json& attention = result["blocks"][static_cast<std::size_t>(where.block)]["attention"];
  if (where.part == Part::output) return matrix_of(attention["output"]);
  const json& head = attention["heads"][static_cast<std::size_t>(where.head)];
  const std::string key(where.part == Part::head_output ? "output" : part_kind(where.part).id);
  if (!head.contains(key)) return std::nullopt;
  return matrix_of(head[key]);
}

std::vector<MatrixMark> matrices_of(const Diagram& diagram) {
  std::vector<MatrixMark> found;
  for (const Mark& mark : diagram.marks) {
    const auto* matrix = std::get_if<MatrixMark>(&mark);
    if (matrix && matrix->where && matrix->values) found.push_back(*matrix);
  }
  return found;
}

/// Which parts of the block were drawn, and compared.
void expect_as_computed(const Diagram& diagram, const Golden& golden, Index block,
                        std::set<Part>& compared) {
  for (const MatrixMark& matrix : matrices_of(diagram)) {
    const Where where = *matrix.where;
    EXPECT_EQ(where.block, block);
    const auto numbers = expected(golden.result, where);
    if (!numbers) continue;
    SCOPED_TRACE(part_kind(where.part).id);
    // Keys stand as columns in a product.
    const bool is_turned = where.part == Part::k && matrix.rows() != numbers->rows();
    const Matrix turned = numbers->transpose();
    EXPECT_TRUE(test::is_close(*matrix.values, is_turned ? turned : *numbers));
    compared.insert(where.part);
  }
}

TEST(NetworkViews, DrawWhatTheNetworkHasInEachBlock) {
  const FigureRuler ruler;
  int blocks = 0;
  for (const Golden& golden : golden_networks()) {
    const NetworkTrace trace = evaluate_plainly(golden.network);
    for (Index block = 0; block < std::ssize(golden.network.blocks); ++block) {
      const auto attention = attention_of(golden.network, trace, block);
      const json& result = golden.result["blocks"][static_cast<std::size_t>(block)];
      ASSERT_EQ(attention == nullptr, result["attention"].is_null());
      if (!attention) continue;
      ++blocks;
      EXPECT_EQ(attention->block, block);
      std::set<Part> compared;
      for (Index head = 0; head < std::ssize(attention->scene.heads); ++head) {
        for (const FigureView& view : figure_view_table()) {
          const bool has_steps = view.id == "steps";
          for (int step = 0; step < (has_steps ? pipeline_step_count(attention->scene, head) : 1);
               ++step) {
            SCOPED_TRACE(golden.name + ", block " + std::to_string(block) + ", head " +
                         std::to_string(head) + ", " + std::string(view.id));
            ViewInput input{.evaluation = attention, .width = 900, .height = 520, .ruler = ruler};
            input.state.head = head;
            input.state.options.steps.open = step;
            const Diagram diagram = view.diagram(input);
            EXPECT_FALSE(diagram.marks.empty());
            expect_as_computed(diagram, golden, block, compared);
          }
        }
      }
      const std::set<Part> all{Part::q,       Part::k,           Part::v,     Part::scores,
                               Part::weights, Part::head_output, Part::output};
      EXPECT_EQ(compared, all) << golden.name << ", block " << block;
    }
  }
  EXPECT_EQ(blocks, 21);
}

/// A block of a network, and the same as a scene of its own.
struct Pair {
  std::shared_ptr<const Evaluation> block, scene;
};

Pair second_block(const std::string& name) {
  for (const Golden& golden : golden_networks()) {
    if (golden.name != name + ".attn-net.json") continue;
    Pair pair{attention_of(golden.network, evaluate_plainly(golden.network), 1), nullptr};
    Evaluation scene = *pair.block;
    scene.block = 0;
    pair.scene = std::make_shared<const Evaluation>(std::move(scene));
    return pair;
  }
  return {};
}

/// Names of all that is lit beside the steps of an explanation.
std::vector<std::string> lit_names(const Evaluation& evaluation, Index head) {
  std::vector<std::string> names;
  for (const ExplanationStep& step : explain(evaluation, head, {2, 1}).steps) {
    for (const ExplanationTerm& term : step.terms) {
      for (const Source& source : term.sources) names.push_back(source.name);
    }
    for (const Source& source : step.result.sources) names.push_back(source.name);
  }
  return names;
}

TEST(NetworkViews, WhatIsExplainedComesFromThatBlock) {
  for (const char* name : {"net-gpt2", "net-llama"}) {
    const Pair pair = second_block(name);
    ASSERT_TRUE(pair.block) << name;
    std::vector<std::string> expected = lit_names(*pair.scene, 1);
    EXPECT_GT(expected.size(), 20U);
    for (std::string& one : expected) one = "blocks.1." + one;
    EXPECT_EQ(lit_names(*pair.block, 1), expected) << name;
  }
}

TEST(NetworkViews, CellsLightThoseThatTheyComeFromInTheirBlock) {
  const FigureRuler ruler;
  const Pair pair = second_block("net-gpt2");
  ASSERT_TRUE(pair.block);
  const FigureView& view = *find_figure_view("steps");
  const auto marks = [&](const std::shared_ptr<const Evaluation>& evaluation, int step,
                         std::optional<Where> where) {
    ViewInput input{.evaluation = evaluation, .height = 520, .ruler = ruler};
    input.state.options.steps.open = step;
    if (where) input.pointed = PointedCell{"", {1, 1}, where};
    return view.diagram(input).marks.size();
  };
  for (const auto& [step, part] : {std::pair(2, Part::q), {7, Part::weights}, {9, Part::output}}) {
    const Where of_scene{part}, of_block{part, 0, 1};
    const std::size_t lit = marks(pair.block, step, of_block);
    EXPECT_EQ(lit, marks(pair.scene, step, of_scene));
    EXPECT_GT(lit, marks(pair.block, step, std::nullopt));
    EXPECT_EQ(marks(pair.block, step, of_scene), marks(pair.block, step, std::nullopt));
  }
}

TEST(NetworkViews, FiguresSayOfWhichBlockTheyAre) {
  const Pair pair = second_block("net-bert");
  ASSERT_TRUE(pair.block);
  for (const FigureView& view : figure_view_table()) {
    if (!is_meaningful(*pair.block, view.id)) continue;
    const FigureOptions options{.view = std::string(view.id)};
    const std::string words = draw_figure(pair.block, options).description;
    EXPECT_TRUE(words.starts_with(std::string(view.id) + " · block 1 · ")) << words;
    EXPECT_EQ(draw_figure(pair.scene, options).description.find("block"), std::string::npos);
  }
}

}  // namespace
}  // namespace attn::network_views_test
