// Any bytes as a scene or network file: it is refused in one bounded line, or it is read, written
// and read again as the same, and what is computed from it is finite, and in version 1 sums to 1.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "app/document/scene_file/network_file.h"
#include "app/document/scene_file/scene_fields.h"
#include "app/document/scene_file/scene_file.h"
#include "engine/attention/shapes.h"
#include "engine/base/problem.h"
#include "engine/fast/evaluate.h"
#include "tests/fuzz/require.h"
#include "tests/support/format_result.h"

namespace {

using attn::test::require;

void check_problem(const attn::Problem& problem) {
  require(!problem.text.empty(), "an error says something");
  require(problem.place.size() + problem.text.size() < 3000, "an error is bounded");
  for (const std::string& part : {problem.place, problem.text}) {
    for (const char c : part)
      require(static_cast<unsigned char>(c) >= 0x20, "an error is one line");
  }
}

/// Approximate cost of an evaluation.
double cost_of(const attn::Scene& scene) {
  double width = 1;
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    width += static_cast<double>(attn::width_of_q(scene, h) + attn::width_of_v(scene, h));
  }
  return width * static_cast<double>(scene.query_count()) * static_cast<double>(scene.key_count());
}

/// Checks row sums of a head in version 1; later versions allow any sum.
void check_sums(const attn::HeadTrace& head) {
  for (attn::Index i = 0; i < head.weights.rows(); ++i) {
    const bool sees = (head.scores.row(i).array() != attn::kMasked).any();
    const double sum = head.weights.row(i).cast<double>().sum();
    require(std::abs(sum - (sees ? 1 : 0)) < 1e-5, "weights sum to 1, or to 0 without keys");
    require((head.weights.row(i).array() >= 0).all(), "weights are not negative");
  }
}

void evaluate_and_check(const attn::Scene& scene) {
  try {
    const attn::Trace trace = attn::evaluate(scene);
    const int version = attn::version_of(scene);
    for (const attn::HeadTrace& head : trace.heads) {
      require(head.weights.allFinite(), "weights are finite");
      if (version == 1) check_sums(head);
    }
    const std::string result = attn::format_result(trace, "eigen", version);
    require(result.find("inf") == result.npos || !trace.warnings.empty(), "results are finite");
  } catch (const attn::SceneError& error) {
    check_problem(error.problem());
  }
}

void check_scene(std::string_view text) {
  const attn::Scene scene = attn::parse_scene(text);
  const std::string written = attn::format_scene(scene);
  const attn::Scene again = attn::parse_scene(written);
  require(again == scene, "what is written is read back equal");
  require(attn::format_scene(again) == written, "what is read back is written alike");
  if (cost_of(scene) < 1e6) evaluate_and_check(scene);
}

void check_network(std::string_view text) {
  const attn::Network network = attn::parse_network(text);
  const std::string written = attn::format_network(network);
  const attn::Network again = attn::parse_network(written);
  require(again == network, "what is written is read back equal");
  require(attn::format_network(again) == written, "what is read back is written alike");
  if (attn::trace_numbers(network) > 1e5) return;
  const attn::NetworkTrace trace = attn::evaluate_plainly(network);
  for (const attn::StageTrace& stage : trace.stages) {
    require(stage.x.allFinite(), "what a stage gives is finite");
  }
  attn::write_network_result(network, trace, "eigen", [](std::string_view) {});
}

/// Checks the error of an invalid `text`.
template <typename Check>
void told(const Check& check, std::string_view text) {
  try {
    check(text);
  } catch (const attn::SceneError& error) {
    check_problem(error.problem());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  told(check_scene, text);
  told(check_network, text);
  return 0;
}
