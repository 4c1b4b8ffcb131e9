#include "app/document/scene_file/result_file.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "engine/fast/evaluate.h"
#include "tests/engine/random_scene.h"
#include "tests/support/case_seed.h"
#include "tests/support/format_result.h"

namespace attn::result_file_test {
namespace {

using namespace attn::test;
using nlohmann::json;

std::vector<std::string> keys_of(const nlohmann::ordered_json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

void expect_matrix(const json& found, const Matrix& expected, bool masked = false) {
  ASSERT_EQ(found.size(), static_cast<std::size_t>(expected.rows()));
  for (Index i = 0; i < expected.rows(); ++i) {
    const json& row = found[static_cast<std::size_t>(i)];
    ASSERT_EQ(row.size(), static_cast<std::size_t>(expected.cols()));
    for (Index j = 0; j < expected.cols(); ++j) {
      const json& number = row[static_cast<std::size_t>(j)];
      if (masked && expected(i, j) == kMasked) {
        EXPECT_TRUE(number.is_null());
      } else {
        EXPECT_EQ(std::bit_cast<std::uint32_t>(number.get<float>()),
                  std::bit_cast<std::uint32_t>(expected(i, j)));
      }
    }
  }
}

TEST(ResultFile, HoldsTheTraceToTheLastBit) {
  for (int round = 0; round < 200; ++round) {
    Random random(case_seed(round));
    const Scene scene = random_scene(random);
    const Trace trace = evaluate(scene);
    const json result = json::parse(format_result(trace, "glsl", 1));
    EXPECT_EQ(result["format"], "attentoscope/result");
    EXPECT_EQ(result["version"], 1);
    EXPECT_EQ(result["backend"], "glsl");
    EXPECT_EQ(result["warnings"], json(trace.warnings));
    EXPECT_EQ(result["position"].is_null(), !scene.position.kind->table);
    if (trace.position) expect_matrix(result["position"], *trace.position);
    EXPECT_EQ(result["output"].is_null(), !scene.combine.kind->combine);
    if (trace.output) expect_matrix(result["output"], *trace.output);
    ASSERT_EQ(result["heads"].size(), trace.heads.size());
    for (std::size_t h = 0; h < trace.heads.size(); ++h) {
      const json& head = result["heads"][h];
      expect_matrix(head["q"], trace.heads[h].q);
      expect_matrix(head["k"], trace.heads[h].k);
      expect_matrix(head["v"], trace.heads[h].v);
      expect_matrix(head["scores"], trace.heads[h].scores, true);
      expect_matrix(head["weights"], trace.heads[h].weights);
      expect_matrix(head["output"], trace.heads[h].output);
    }
  }
}

TEST(ResultFile, HoldsNoOtherKeys) {
  const auto result =
      nlohmann::ordered_json::parse(format_result(evaluate(self_attention(2, 2)), "eigen", 1));
  EXPECT_EQ(keys_of(result), (std::vector<std::string>{"format", "version", "backend", "position",
                                                       "heads", "output", "warnings"}));
  EXPECT_EQ(keys_of(result["heads"][0]),
            (std::vector<std::string>{"q", "k", "v", "scores", "weights", "output"}));
}

TEST(ResultFile, KeepsTheSignOfZero) {
  Trace trace = evaluate(self_attention(1, 2));
  *trace.output = matrix({{-0.0f, 0.0f}});
  EXPECT_TRUE(
      std::signbit(json::parse(format_result(trace, "eigen", 1))["output"][0][0].get<float>()));
}

TEST(ResultFile, IsNeverHeldAsAWhole) {
  const Trace trace = evaluate(self_attention(200, 8));
  std::string whole;
  std::size_t largest = 0;
  write_result(trace, "eigen", 1, [&](std::string_view piece) {
    largest = std::max(largest, piece.size());
    whole += piece;
  });
  EXPECT_EQ(whole, format_result(trace, "eigen", 1));
  EXPECT_GT(whole.size(), 10 * kSinkBytes);
  EXPECT_LT(largest, 2 * kSinkBytes);
}

}  // namespace
}  // namespace attn::result_file_test
