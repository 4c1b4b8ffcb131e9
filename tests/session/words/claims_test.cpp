// Evaluates every claim that tooltips make about numbers.

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "app/document/edits/kind_edits.h"
#include "app/document/edits/part_edits.h"
#include "app/document/scene_file/scene_changes.h"
#include "app/document/scene_file/scene_file.h"
#include "app/figure/inspector/explain.h"
#include "app/session/words/tips.h"
#include "engine/attention/combine.h"
#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"
#include "engine/attention/norm.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/color/colormap.h"
#include "engine/fast/evaluate.h"
#include "tests/document/varied_scene.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace attn::claims_test {
namespace {

double keys_that_count(const Trace& trace) {
  const Matrix& weights = trace.heads[0].weights;
  double sum = 0;
  for (Index i = 0; i < weights.rows(); ++i) sum += std::exp(entropy(weights.row(i)));
  return sum;
}

double keys_seen(const Trace& trace) {
  return static_cast<double>((trace.heads[0].scores.array() != kMasked).count());
}

double far_keys(const Trace& trace) {
  const Matrix& weights = trace.heads[0].weights;
  double sum = 0;
  for (Index i = 0; i < weights.rows(); ++i) {
    for (Index j = 0; j < weights.cols(); ++j) {
      sum += weights(i, j) * static_cast<double>(std::abs(i - j));
    }
  }
  return sum;
}

/// The scores of neighbours; of a scene whose words are all alike.
double near_positions(const Trace& trace) {
  const Matrix& scores = trace.heads[0].scores;
  double sum = 0;
  for (Index i = 0; i + 1 < scores.rows(); ++i) sum += scores(i, i + 1);
  return sum;
}

double position_size(const Trace& trace) { return trace.position ? trace.position->norm() : 0; }

double measured(Measure measure, const Scene& scene) {
  const Trace trace = evaluate(scene);
  switch (measure) {
    case Measure::none:
      break;
    case Measure::keys_that_count:
    case Measure::keys_of_whole:
      return keys_that_count(trace);
    case Measure::keys_seen:
      return keys_seen(trace);
    case Measure::far_keys:
      return far_keys(trace);
    case Measure::near_positions:
      return near_positions(trace);
    case Measure::position_size:
      return position_size(trace);
    case Measure::weight_sum:
      return trace.heads[0].weights.sum();
  }
  return 0;
}

/// A number of a kind: its control, where it stands in the file, and a scene that has it.
struct Number {
  std::string control, pointer;
  Scene scene;
};

Scene scene_of(unsigned seed) {
  Scene scene = test::self_attention(7, 4, seed);
  scene.score.kind = &score_kind("dot");
  scene.heads[0].gain = 1.F;  // of version 2, which holds all numbers
  return scene;
}

bool takes_number(const Scene& scene, const std::string& pointer, double number) {
  try {
    static_cast<void>(SceneNumber(scene, {pointer}).with(number));
    return true;
  } catch (const SceneError&) {
    return false;
  }
}

bool is_number(const Scene& scene, const std::string& pointer) {
  return takes_number(scene, pointer, 1) || takes_number(scene, pointer, 2);
}

/// Every parameter of every kind that is a number, or a list of numbers of which the first counts.
std::vector<Number> numbers(unsigned seed) {
  std::vector<Number> all;
  const auto add = [&](const Scene& scene, std::string control, std::string pointer) {
    if (is_number(scene, pointer)) all.push_back({control, pointer, scene});
  };
  for (const ScoreKind& kind : score_kinds()) {
    Scene scene = scene_of(seed);
    set_score_kind(scene, kind);
    for (const Parameter& one : kind.parameters) {
      const std::string key(one.key);
      if (one.key == "epsilon") set_norm(scene, norm_kind("rms"));
      add(scene, "score." + key, "/score/" + key);
    }
    for (const Parameter& one : kind.head_parameters) {
      const std::string key(one.key);
      add(scene, "heads.0." + key, "/heads/0/" + key);
    }
  }
  for (const NormalizerKind& kind : normalizer_kinds()) {
    for (const ScoreKind& score : score_kinds()) {
      Scene scene = scene_of(seed);
      set_normalizer_kind(scene, kind);
      set_score_kind(scene, score);
      for (const Parameter& one : kind.parameters) {
        const std::string key(one.key);
        add(scene, key == "temperature" ? key : "normalizer." + key, "/normalizer/" + key);
      }
    }
  }
  for (const MaskKind& kind : mask_kinds()) {
    Scene scene = scene_of(seed);
    scene.masks = {new_mask(scene, kind)};
    scene.masks[0].radius = takes(kind, "radius") ? 3 : 0;
    for (const Parameter& one : kind.parameters) {
      const std::string key(one.key);
      if (one.key == "sinks") scene.masks[0].radius = 1;
      add(scene, "mask.0." + key, "/masks/0/" + key);
      scene.masks[0].radius = takes(kind, "radius") ? 3 : 0;
    }
  }
  for (const PositionKind& kind : position_kinds()) {
    Scene scene = scene_of(seed);
    if (kind.table || kind.rotate) {  // words that are alike: only positions count
      scene.embeddings = Matrix(Matrix::Constant(7, 4, kind.rotate ? 1.F : 0.F));
    }
    test::Random random(seed, test::kFirstVersion);
    test::set_position(random, kind, scene);
    if (kind.slope) scene.position.slopes = RowVector(RowVector::Constant(1, 0.5F));
    for (const Parameter& one : kind.parameters) {
      const std::string key(one.key);
      add(scene, "position." + key, "/position/" + key);
      add(scene, "position." + key + "[0][0]", "/position/" + key + "/0");
    }
    if (!takes(kind, "scaling")) continue;
    for (const RopeScalingKind& scaling : rope_scaling_kinds()) {
      scene.position.scaling = RopeScaling{.kind = &scaling, .original = 4};  // all pairs are slow
      for (const Parameter& one : scaling.parameters) {
        const std::string key(one.key);
        add(scene, "position.scaling." + key, "/position/scaling/" + key);
      }
    }
  }
  for (const CombineKind& kind : combine_kinds()) {
    Scene scene = scene_of(seed);
    test::Random random(seed, test::kFirstVersion);
    test::set_combine(random, kind, scene);
    for (const Parameter& one : kind.parameters) {
      const std::string key(one.key);
      add(scene, "combine." + key, "/combine/" + key);
    }
  }
  Scene fading = scene_of(seed);
  set_score_kind(fading, score_kind("elu"));
  set_normalizer_kind(fading, normalizer_kind("sum"));
  add(fading, "heads.0.decay", "/heads/0/decay");
  Scene forgetting = scene_of(seed);
  give_part(forgetting, {Part::w_f}, 0);
  add(forgetting, "heads.0.b_f", "/heads/0/b_f");
  return all;
}

std::vector<double> growing(const std::string& control) {
  if (control.ends_with(".radius") || control.ends_with(".sinks")) return {0, 1, 2, 3, 5};
  if (control.ends_with(".length") && control.starts_with("mask")) return {0, 1, 2, 3, 5};
  if (control.ends_with(".k")) return {1, 2, 3, 5};
  if (control.ends_with(".alpha")) return {1.25, 1.5, 2, 3, 4};
  if (control.ends_with(".decay")) return {0.25, 0.5, 0.75, 1};
  if (control.ends_with(".base")) return {2, 10, 100, 10000};
  return {0.25, 0.5, 1, 2, 4};
}

TEST(Claims, OfEveryNumberOfEveryKindAreTrue) {
  std::set<std::string> met, silent;
  for (const unsigned seed : {1U, 2U, 3U, 4U}) {
    for (const Number& number : numbers(seed)) {
      SCOPED_TRACE(number.control + ", seed " + std::to_string(seed));
      const auto tip = tip_text(number.control);
      ASSERT_TRUE(tip);
      if (tip->claim.measure == Measure::none) {
        silent.insert(std::string(tip->pattern));
        continue;
      }
      const bool is_whole = number.scene.normalizer.kind->sums_to_one();
      if (tip->claim.measure == Measure::keys_of_whole && !is_whole) continue;
      const SceneNumber place(number.scene, {number.pointer});
      const double sign = tip->claim.when_larger == Goes::up ? 1 : -1;
      const std::vector<double> values = growing(number.control);
      double first = 0, before = 0;
      for (std::size_t n = 0; n < values.size(); ++n) {
        const double now = sign * measured(tip->claim.measure, place.with(values[n]));
        if (n == 0) {
          first = now;
        } else {
          EXPECT_GE(now, before - 1e-4) << values[n] << ": " << claim_words(tip->claim);
        }
        before = now;
      }
      EXPECT_GT(before, first + 1e-3) << claim_words(tip->claim);
      met.insert(std::string(tip->pattern));
    }
  }
  EXPECT_EQ(met, (std::set<std::string>{
                     "heads.#.b_f", "heads.#.decay", "heads.#.width", "mask.#.length",
                     "mask.#.radius", "mask.#.sigma", "mask.#.sinks", "normalizer.alpha",
                     "normalizer.k", "normalizer.length", "normalizer.offset", "position.base",
                     "position.scale", "position.scaling.factor", "position.slopes[#][#]",
                     "score.cap", "score.scale", "temperature"}));
  // No direction holds everywhere for these.
  EXPECT_EQ(silent, (std::set<std::string>{"mask.#.dilation", "mask.#.stride",
                                           "position.max_distance", "position.rotated",
                                           "position.scaling.high", "position.scaling.low",
                                           "position.scaling.original", "score.epsilon"}));
}

TEST(Claims, OfSlidersAreThoseOfTheirNumbers) {
  const std::pair<const char*, const char*> kSame[] = {
      {"temperature.slider", "temperature"},
      {"curve.width", "heads.0.width"},
      {"mask.0.radius.slider", "mask.0.radius"},
      {"heads.0.decay.slider", "heads.0.decay"},
  };
  std::set<std::string_view> checked;
  for (const auto& [slider, number] : kSame) {
    EXPECT_EQ(tip_text(slider)->claim, tip_text(number)->claim) << slider;
    checked.insert(tip_text(slider)->pattern);
  }
  for (const Number& number : numbers(1)) checked.insert(tip_text(number.control)->pattern);
  for (const TipText& row : tip_texts()) {
    const std::string_view pattern = row.pattern;
    std::string name(pattern);
    std::ranges::replace(name, '#', '0');
    const auto tip = tip_text(name);
    if (tip && tip->claim.measure != Measure::none) {
      EXPECT_TRUE(checked.contains(pattern)) << pattern << " claims what nothing evaluates";
    }
  }
}

/// A sentence that says a direction in words of its own could say the wrong one.
TEST(Claims, NoSentenceSaysADirectionByItself) {
  const std::regex kDirection(
      "\\b(more|less|fewer|larger|smaller|higher|lower|high|low|wider|narrower|flatter|sharper|"
      "softer|harder|nearer|farther|faster|slower|longer|shorter)\\b",
      std::regex::icase);
  for (const TipText& row : tip_texts()) {
    const std::string_view pattern = row.pattern;
    if (pattern == "snapshot.show.2") continue;  // below
    std::string name(pattern);
    std::ranges::replace(name, '#', '0');
    std::ranges::replace(name, '*', 'x');
    const std::string sentence(tip_text(name)->sentence);
    EXPECT_FALSE(std::regex_search(sentence, kDirection)) << sentence;
  }
}

TEST(Claims, MoreIsBlueAndLessIsRed) {
  EXPECT_NE(tip_of("snapshot.show.2")->find("more is blue, less is red"), std::string::npos);
  const Colormap& map = *find_colormap("red-blue");
  const auto less = map.steps.front(), more = map.steps.back();
  EXPECT_GT(more.b, more.r);
  EXPECT_GT(less.r, less.b);
}

TEST(Claims, TheTemperaturesEndsAreHardAndUniform) {
  for (const NormalizerKind& kind : normalizer_kinds()) {
    if (!kind.sums_to_one()) continue;
    Scene scene = scene_of(5);
    scene.normalizer.kind = &kind;
    scene.normalizer.temperature = 0;
    EXPECT_NEAR(keys_that_count(evaluate(scene)), 7, 1e-4) << "one key for each of 7 queries";
    scene.normalizer.temperature = std::numeric_limits<float>::infinity();
    EXPECT_NEAR(keys_that_count(evaluate(scene)), 49, 1e-3);
  }
}

TEST(Claims, ABellCurvePrefersNearKeys) {
  Scene scene = scene_of(6);
  Mask mask;
  mask.kind = &mask_kind("window");
  mask.radius = 6;
  scene.masks = {mask};
  const double without = far_keys(evaluate(scene));
  scene.masks[0].sigma = 1.F;
  EXPECT_LT(far_keys(evaluate(scene)), without);
}

/// The keys that the help names are keys that something in the window takes.
TEST(Claims, TheKeysOfTheHelpDoSomething) {
  const std::filesystem::path folder = std::filesystem::path(test::data_path("../app/ui"));
  std::string sources;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".cpp") sources += test::bytes_of(entry.path().string());
  }
  const std::string help = test::bytes_of((folder / "window/key_help.cpp").string());
  const std::regex kLine(R"re(\{"([^"]+)", "[^"]+"\})re");
  const std::regex kKey(R"((?:^|[ +])(?:Ctrl\+|Shift\+|Alt\+)*([A-Z]|F\d+|[A-Z][a-z]+)(?=$|[ ,]))");
  int count = 0;
  for (std::sregex_iterator at(help.begin(), help.end(), kLine), end; at != end; ++at) {
    const std::string keys = (*at)[1];
    for (std::sregex_iterator key(keys.begin(), keys.end(), kKey); key != end; ++key) {
      std::string name = (*key)[1];
      if (name == "Tab" && keys.starts_with("Tab to")) name = "TAB";
      if (name == "Esc") name = "ESCAPE";
      if (name == "Plus") name = "EQUAL";
      if (name == "Shift" || name == "Alt") continue;
      for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      EXPECT_TRUE(std::regex_search(sources, std::regex("GLFW_KEY_" + name + "\\b"))) << keys;
      ++count;
    }
  }
  EXPECT_GT(count, 20);
}

}  // namespace
}  // namespace attn::claims_test
