#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "app/document/formulas/formula.h"
#include "app/document/scene_file/scene_file.h"
#include "app/figure/inspector/explain.h"
#include "app/figure/inspector/explain_parts.h"
#include "engine/attention/lookup.h"
#include "engine/attention/normalize.h"
#include "engine/base/text.h"
#include "engine/fast/evaluate.h"
#include "tests/document/varied_scene.h"
#include "tests/support/case_seed.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_cases.h"

namespace attn::explain_chain_test {
namespace {

/// "0.25", or what is small: "1.66 \cdot 10^{-9}".
double number_in(const std::string& tex) {
  constexpr std::string_view kPower = "\\cdot 10^{";
  const std::size_t at = tex.find(kPower);
  const double number = std::stod(tex);
  return at == std::string::npos ? number
                                 : number * std::pow(10, std::stod(tex.substr(at + kPower.size())));
}

using Counts = std::map<std::string, int>;

/// Compares a printed result with the trace's number: its rounding, with three digits or more; "0"
/// for an error of rounding.
void expect_printed(const std::string& tex, float value) {
  if (value == kMasked) {
    EXPECT_EQ(tex, "-\\infty");
    return;
  }
  const double size = std::abs(static_cast<double>(value));
  EXPECT_NEAR(number_in(tex), value, tex == "0" ? 1e-4 : std::max(0.00501, 0.00501 * size))
      << "for " << value;
}

/// Compares each term of a cell's chain with the trace, if it is there; counts the terms.
void expect_chain(const Evaluation& evaluation, std::size_t h, Cell cell, Counts& counts) {
  const Scene& scene = evaluation.scene;
  const Head& head = scene.heads[h];
  const HeadTrace& trace = evaluation.trace.heads[h];
  const Index i = cell.query, j = cell.key;
  const Explanation why = explain(evaluation, static_cast<Index>(h), cell);
  const PairTrace* pairs = &trace;
  bool is_subtracted = false;
  bool has_weight = false, has_output = false;
  for (const ExplanationStep& step : why.steps) {
    SCOPED_TRACE(step.title + ": " + step.formula + step.result.tex);
    for (const std::string& tex : {step.formula, step.lead, step.result.tex}) {
      ASSERT_NO_THROW(read_formula(tex));
    }
    ASSERT_FALSE(step.terms.empty());
    ASSERT_FALSE(step.result.tex.empty());
    for (const ExplanationTerm& term : step.terms) {
      EXPECT_FALSE(term.says.empty()) << term.tex;
      EXPECT_EQ(term.tex.find("nan"), std::string::npos) << term.tex;
    }
    ++counts[step.title];
    const auto begins = [&](const std::string& words) { return step.title.starts_with(words); };
    if (step.title == "score of the subtracted weight") {
      pairs = &trace.subtracted;
      is_subtracted = true;
    }
    const float raw = pairs->raw_scores()(i, j);
    if (step.title == "score" || step.title == "score of the subtracted weight") {
      if (!scene.score.cap || raw == kMasked) {
        expect_printed(step.result.tex, raw);
      }
    } else if (step.title == "capped") {
      expect_printed(step.result.tex, raw);
    } else if (step.title == "bias and mask") {
      expect_printed(step.result.tex, pairs->scores(i, j));
    } else if (begins(within_words(scene.normalizer.kind->label))) {
      has_weight = true;
      if (scene.normalizer.over == Over::kQueriesThenKeys) continue;
      if (!head.subtract) {
        expect_printed(step.result.tex, trace.weights(i, j));
      } else if (is_subtracted) {
        expect_printed(step.result.tex, pairs->weights(i, j));
      }
    } else if (step.title == "divided by the row's sum") {
      // Divided in double precision, and so as near as it is written.
      if (!head.subtract) {
        EXPECT_NEAR(number_in(step.result.tex), trace.weights(i, j), 0.0006) << "of a share";
      }
    } else if (step.title == "the other weight subtracted") {
      expect_printed(step.result.tex, trace.weights(i, j));
    } else if (begins("output: ")) {
      has_output = true;
      expect_printed(step.result.tex, trace.output(i, why.contributions.column));
    } else if (begins("gate of")) {
      expect_printed(step.result.tex, trace.gates(i, why.contributions.column));
    } else if (begins("value, with")) {
      expect_printed(step.result.tex, trace.v(j, why.contributions.column));
    }
  }
  EXPECT_TRUE(has_weight);
  EXPECT_EQ(has_output, trace.v.cols() > 0);
  if (!head.subtract && scene.normalizer.over != Over::kQueriesThenKeys &&
      trace.scores(i, j) != kMasked) {
    const WeightLine line = weight_line({evaluation, h, cell});
    EXPECT_EQ(static_cast<float>(line.own_weight()), trace.weights(i, j));
    EXPECT_LT(line.own, line.places.size());
    EXPECT_EQ(line.places[line.own], line.is_column ? i : j);
  }
}

void expect_chains(const Scene& scene, Counts& counts) {
  const Evaluation evaluation{scene, evaluate(scene)};
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    const Index rows = std::max<Index>(1, scene.query_count() / 4);
    const Index columns = std::max<Index>(1, scene.key_count() / 4);
    for (Index i = 0; i < scene.query_count(); i += rows) {
      for (Index j = 0; j < scene.key_count(); j += columns) {
        SCOPED_TRACE("head " + std::to_string(h) + ", cell " + std::to_string(i) + ", " +
                     std::to_string(j));
        ASSERT_NO_FATAL_FAILURE(expect_chain(evaluation, h, {i, j}, counts));
      }
    }
  }
}

TEST(ExplainChain, EachLinkOfRandomScenesIsWhatTheTraceHas) {
  Counts counts;
  for (int n = 0; n < test::test_cases(120); ++n) {
    SCOPED_TRACE(n);
    test::Random random(test::case_seed(n));
    ASSERT_NO_FATAL_FAILURE(expect_chains(test::varied_scene(random), counts));
  }
  if (!test::are_all_tried()) return;
  for (const char* title :
       {"score", "capped", "bias and mask", "by temperature", "by length",
        "divided by the row's sum", "the other weight subtracted", "gate of the output",
        "value, with its bias", "forget gates from the key to the query"}) {
    EXPECT_GT(counts[title], 0) << title;
  }
}

TEST(ExplainChain, EachLinkOfTheGoldenScenesIsWhatTheTraceHas) {
  Counts counts;
  std::size_t scenes = 0;
  for (const char* folder : {"golden", "golden2"}) {
    for (const auto& entry : std::filesystem::directory_iterator(test::data_path(folder))) {
      if (!entry.path().string().ends_with(".attn.json")) continue;
      ++scenes;
      if (!test::is_tried(entry.path().filename().string())) continue;
      SCOPED_TRACE(entry.path().filename());
      ASSERT_NO_FATAL_FAILURE(
          expect_chains(parse_scene(test::bytes_of(entry.path().string())), counts));
    }
  }
  EXPECT_GT(scenes, 100U);
  if (!test::are_all_tried()) return;
  for (const char* title :
       {"query, normalised", "key, normalised", "query, rotated by its position",
        "key, rotated by its position", "query, with its bias"}) {
    EXPECT_GT(counts[title], 0) << title;
  }
}

}  // namespace
}  // namespace attn::explain_chain_test
