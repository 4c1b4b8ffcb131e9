#include "app/ui/panels/parameters.h"

#include <algorithm>
#include <cmath>

#include "app/document/edits/kind_edits.h"
#include "app/document/edits/part_edits.h"
#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"
#include "engine/attention/norm.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/base/require.h"

namespace attn::ui {
namespace {

using NumberForm = ParameterLine::NumberForm;

/// Where the n-th of them is.
struct InScore {
  static auto& of(auto& scene, std::size_t) { return scene.score; }
  static bool takes(const Scene& scene, std::size_t, std::string_view key) {
    return attn::takes(*scene.score.kind, key);
  }
};
struct InNormalizer {
  static auto& of(auto& scene, std::size_t) { return scene.normalizer; }
  static bool takes(const Scene& scene, std::size_t, std::string_view key) {
    return attn::takes(*scene.normalizer.kind, key);
  }
};
struct InPosition {
  static auto& of(auto& scene, std::size_t) { return scene.position; }
  static bool takes(const Scene& scene, std::size_t, std::string_view key) {
    return attn::takes(*scene.position.kind, key);
  }
};
struct InMask {
  static auto& of(auto& scene, std::size_t n) { return scene.masks[n]; }
  static bool takes(const Scene& scene, std::size_t n, std::string_view key) {
    return attn::takes(*scene.masks[n].kind, key);
  }
};
struct InHead {
  static auto& of(auto& scene, std::size_t h) { return scene.heads[h]; }
};

template <typename Value>
std::optional<double> number_of(const Value& value) {
  return static_cast<double>(value);
}
template <typename Value>
std::optional<double> number_of(const std::optional<Value>& value) {
  return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
}
template <typename Value>
void put(Value& place, double value) {
  place = static_cast<Value>(value);
}
template <typename Value>
void put(std::optional<Value>& place, double value) {
  place = static_cast<Value>(value);
}

template <typename In, auto member>
std::optional<double> now_at(const Scene& scene, std::size_t n) {
  return number_of(In::of(scene, n).*member);
}
template <typename In, auto member>
void set_at(Scene& scene, std::size_t n, double value) {
  put(In::of(scene, n).*member, value);
}
template <typename In, auto member>
void set_positive_at(Scene& scene, std::size_t n, double value) {
  require_positive(value, "");
  put(In::of(scene, n).*member, value);
}
template <typename In, auto member>
void drop_at(Scene& scene, std::size_t n) {
  using Owner = std::remove_cvref_t<decltype(In::of(scene, n))>;
  In::of(scene, n).*member = Owner{}.*member;
}

/// The row of a member that has its key in the scene's file.
template <typename In, auto member>
constexpr ParameterLine line(std::string_view key, std::string_view word, std::string_view noun,
                             NumberForm entry = NumberForm::kNumber) {
  return {.key = key,
          .word = word,
          .noun = noun,
          .entry = entry,
          .now = now_at<In, member>,
          .set = set_at<In, member>,
          .fits = nullptr};
}
/// That it can be added, and becomes that then.
template <typename In, auto member>
constexpr ParameterLine added(ParameterLine row, double (*first)(const Scene&, std::size_t),
                              std::optional<double> at_rest = std::nullopt) {
  row.first = first;
  row.at_rest = at_rest;
  row.drop = drop_at<In, member>;
  return row;
}

double zero(const Scene&, std::size_t) { return 0; }
double one(const Scene&, std::size_t) { return 1; }
double two(const Scene&, std::size_t) { return 2; }

template <typename Kind>
std::vector<std::string> labels_of(std::span<const Kind> kinds) {
  std::vector<std::string> labels;
  for (const Kind& kind : kinds) labels.emplace_back(kind.label);
  return labels;
}
template <typename Kind>
std::optional<double> index_in(std::span<const Kind> kinds, const Kind* kind) {
  return static_cast<double>(kind - kinds.data());
}
template <typename Kind>
const Kind& kind_at(std::span<const Kind> kinds, double index) {
  return kinds[static_cast<std::size_t>(index)];
}

// The score's.

double first_norm(const Scene&, std::size_t) {
  const auto kinds = norm_kinds();
  return static_cast<double>(std::ranges::find(kinds, "rms", &NormKind::id) - kinds.begin());
}
double first_cap(const Scene&, std::size_t) { return 5; }

constexpr ParameterLine norm_row() {
  ParameterLine row{
      .key = "norm",
      .word = "Norm",
      .noun = "the norm of queries and keys",
      .now = [](const Scene& scene,
                std::size_t) { return index_in(norm_kinds(), scene.score.norm); },
      .set = [](Scene& scene, std::size_t,
                double index) { set_norm(scene, kind_at(norm_kinds(), index)); },
      .fits = [](const Scene& scene, std::size_t n) { return InScore::takes(scene, n, "norm"); }};
  row.first = first_norm;
  row.at_rest = 0;
  row.drop = [](Scene& scene, std::size_t) { set_norm(scene, norm_kinds()[0]); };
  row.choices = [](const Scene&, std::size_t) { return labels_of(norm_kinds()); };
  return row;
}

constexpr ParameterLine epsilon_row() {
  ParameterLine row =
      line<InScore, &Score::epsilon>("epsilon", "$\\epsilon$", "the norm's epsilon");
  row.fits = [](const Scene& scene, std::size_t n) {
    return InScore::takes(scene, n, "epsilon") && scene.score.norm->has_epsilon;
  };
  return row;
}

constexpr ParameterLine cap_row() {
  ParameterLine row =
      added<InScore, &Score::cap>(line<InScore, &Score::cap>("cap", "Cap", "the cap"), first_cap);
  row.set = set_positive_at<InScore, &Score::cap>;
  row.fits = [](const Scene& scene, std::size_t n) { return InScore::takes(scene, n, "cap"); };
  return row;
}

constexpr ParameterLine bend_row() {
  ParameterLine row =
      added<InScore, &Score::bend>(line<InScore, &Score::bend>("bend", "Bend", "the bend"), one, 0);
  row.fits = [](const Scene& scene, std::size_t n) { return InScore::takes(scene, n, "bend"); };
  row.choices = [](const Scene&, std::size_t) {
    return std::vector<std::string>{"tanh", "leaky ReLU"};
  };
  return row;
}

constexpr ParameterLine kScoreLines[] = {bend_row(), norm_row(), epsilon_row(), cap_row()};

// The normalizer's.

constexpr ParameterLine alpha_row() {
  ParameterLine row = line<InNormalizer, &Normalizer::alpha>("alpha", "$\\alpha$", "alpha");
  row.fits = [](const Scene& scene, std::size_t n) {
    return InNormalizer::takes(scene, n, "alpha");
  };
  return row;
}

constexpr ParameterLine k_row() {
  ParameterLine row = line<InNormalizer, &Normalizer::k>("k", "$k$", "k", NumberForm::kWhole);
  row.fits = [](const Scene& scene, std::size_t n) { return InNormalizer::takes(scene, n, "k"); };
  return row;
}

constexpr ParameterLine offset_row() {
  ParameterLine row = line<InNormalizer, &Normalizer::offset>("offset", "Offset", "the offset");
  row.fits = [](const Scene& scene, std::size_t n) {
    return InNormalizer::takes(scene, n, "offset");
  };
  row.stands_in = R"($-\ln L$)";
  row.given = [](const Scene& scene, std::size_t) {
    const Index count =
        scene.normalizer.over == Over::kKeys ? scene.key_count() : scene.query_count();
    return -std::log(static_cast<double>(count));
  };
  row.drop = drop_at<InNormalizer, &Normalizer::offset>;
  return row;
}

constexpr ParameterLine length_row() {
  ParameterLine row = added<InNormalizer, &Normalizer::length>(
      line<InNormalizer, &Normalizer::length>("length", "Length", "the length's factor"), one);
  row.fits = [](const Scene& scene, std::size_t n) {
    return InNormalizer::takes(scene, n, "length");
  };
  return row;
}

constexpr ParameterLine over_row() {
  ParameterLine row{
      .key = "over",
      .word = "Over",
      .noun = "what weights are normalised over",
      .now = [](const Scene& scene,
                std::size_t) { return std::optional(static_cast<double>(scene.normalizer.over)); },
      .set = [](Scene& scene, std::size_t,
                double index) { set_over(scene, static_cast<Over>(index)); },
      .fits = [](const Scene& scene,
                 std::size_t n) { return InNormalizer::takes(scene, n, "over"); }};
  row.first = one;
  row.at_rest = 0;
  row.drop = [](Scene& scene, std::size_t) { set_over(scene, Over::kKeys); };
  row.choices = [](const Scene&, std::size_t) {
    return std::vector<std::string>{"keys", "queries", "queries, keys"};
  };
  return row;
}

constexpr ParameterLine kNormalizerLines[] = {alpha_row(), k_row(), offset_row(), length_row(),
                                              over_row()};

// Positions'.

bool has_scaling(const Scene& scene) { return scene.position.scaling.has_value(); }

template <auto member>
constexpr ParameterLine scaling_row(std::string_view key, std::string_view word,
                                    std::string_view noun,
                                    bool (*fits)(const Scene&, std::size_t)) {
  return {.key = key,
          .word = word,
          .noun = noun,
          .now = [](const Scene& scene,
                    std::size_t) { return number_of((*scene.position.scaling).*member); },
          .set = [](Scene& scene, std::size_t,
                    double value) { put((*scene.position.scaling).*member, value); },
          .fits = fits};
}

bool has_factor(const Scene& scene, std::size_t) { return has_scaling(scene); }
bool has_original(const Scene& scene, std::size_t) {
  return has_scaling(scene) && takes(*scene.position.scaling->kind, "original");
}

constexpr ParameterLine layout_row() {
  ParameterLine row = added<InPosition, &Position::layout>(
      line<InPosition, &Position::layout>("layout", "Layout", "the layout of pairs"), one, 0);
  row.fits = [](const Scene& scene, std::size_t n) {
    return InPosition::takes(scene, n, "layout");
  };
  row.choices = [](const Scene&, std::size_t) {
    return std::vector<std::string>{"pairs", "halves"};
  };
  return row;
}

constexpr ParameterLine rotated_row() {
  ParameterLine row = added<InPosition, &Position::rotated>(
      line<InPosition, &Position::rotated>("rotated", "Rotated", "how many columns turn",
                                           NumberForm::kWhole),
      two);
  row.fits = [](const Scene& scene, std::size_t n) {
    return InPosition::takes(scene, n, "rotated");
  };
  return row;
}

constexpr ParameterLine stretch_row() {
  constexpr float kFactor = 2;
  ParameterLine row{.key = "scaling",
                    .word = "Stretch",
                    .noun = "a stretch of RoPE",
                    .now = [](const Scene& scene, std::size_t) -> std::optional<double> {
                      if (!has_scaling(scene)) return std::nullopt;
                      return index_in(rope_scaling_kinds(), scene.position.scaling->kind);
                    },
                    .set =
                        [](Scene& scene, std::size_t, double index) {
                          const float factor =
                              has_scaling(scene) ? scene.position.scaling->factor : kFactor;
                          scene.position.scaling = RopeScaling{
                              .kind = &kind_at(rope_scaling_kinds(), index), .factor = factor};
                        },
                    .fits = [](const Scene& scene,
                               std::size_t n) { return InPosition::takes(scene, n, "scaling"); }};
  row.first = zero;
  row.drop = [](Scene& scene, std::size_t) { scene.position.scaling.reset(); };
  row.choices = [](const Scene&, std::size_t) { return labels_of(rope_scaling_kinds()); };
  return row;
}

bool has_distances(const Scene& scene, std::size_t) { return scene.position.kind->column; }
bool has_buckets(const Scene& scene, std::size_t n) {
  return InPosition::takes(scene, n, "max_distance");
}

constexpr ParameterLine kPositionLines[] = {
    layout_row(),
    rotated_row(),
    stretch_row(),
    scaling_row<&RopeScaling::factor>("scaling.factor", "Factor", "the factor", has_factor),
    scaling_row<&RopeScaling::low>("scaling.low", "Low", "the low turns", has_original),
    scaling_row<&RopeScaling::high>("scaling.high", "High", "the high turns", has_original),
    scaling_row<&RopeScaling::original>("scaling.original", "Original", "the original length",
                                        has_original),
    {.key = "reach",
     .word = "Reach",
     .noun = "the reach",
     .entry = NumberForm::kWhole,
     .now = [](const Scene& scene, std::size_t) -> std::optional<double> {
       const Index reach = (scene.position.table->cols() - 1) / 2;
       return static_cast<double>(reach);
     },
     .set = [](Scene& scene, std::size_t,
               double reach) { set_distances(scene, 2 * static_cast<Index>(reach) + 1); },
     .fits = [](const Scene& scene,
                std::size_t n) { return has_distances(scene, n) && !has_buckets(scene, n); }},
    {.key = "buckets",
     .word = "Buckets",
     .noun = "the buckets",
     .entry = NumberForm::kWhole,
     .now = [](const Scene& scene, std::size_t) -> std::optional<double> {
       return static_cast<double>(scene.position.table->cols());
     },
     .set = [](Scene& scene, std::size_t,
               double count) { set_distances(scene, static_cast<Index>(count)); },
     .fits = has_buckets},
    {.key = "max_distance",
     .word = "Farthest",
     .noun = "the farthest distance",
     .entry = NumberForm::kWhole,
     .now = now_at<InPosition, &Position::max_distance>,
     .set = set_at<InPosition, &Position::max_distance>,
     .fits = has_buckets},
    {.key = "both",
     .word = "Ways",
     .noun = "the ways",
     .now = now_at<InPosition, &Position::both>,
     .set = [](Scene& scene, std::size_t, double index) { scene.position.both = index != 0; },
     .fits = has_buckets,
     .choices =
         [](const Scene&, std::size_t) {
           return std::vector<std::string>{"back only", "both"};
         }},
};

// A mask's.

template <auto member>
constexpr ParameterLine mask_row(std::string_view key, std::string_view word, std::string_view noun,
                                 bool (*fits)(const Scene&, std::size_t)) {
  ParameterLine row = line<InMask, member>(key, word, noun, NumberForm::kWhole);
  row.fits = fits;
  return row;
}

constexpr ParameterLine kMaskLines[] = {
    added<InMask, &Mask::dilation>(mask_row<&Mask::dilation>("dilation", "Dilation", "a dilation",
                                                             [](const Scene& scene, std::size_t n) {
                                                               return InMask::takes(scene, n,
                                                                                    "dilation");
                                                             }),
                                   two, 1),
    added<InMask, &Mask::sinks>(mask_row<&Mask::sinks>("sinks", "Sinks", "keys that all see",
                                                       [](const Scene& scene, std::size_t n) {
                                                         return InMask::takes(scene, n, "sinks");
                                                       }),
                                one, 0),
    mask_row<&Mask::length>(
        "length", "Length", "the prefix",
        [](const Scene& scene, std::size_t n) { return InMask::takes(scene, n, "length"); }),
    mask_row<&Mask::stride>(
        "stride", "Stride", "the stride",
        [](const Scene& scene, std::size_t n) { return InMask::takes(scene, n, "stride"); }),
};

// A head's.

/// The heads whose keys head h may have.
std::vector<std::size_t> key_givers(const Scene& scene, std::size_t h) {
  std::vector<std::size_t> givers;
  for (std::size_t n = 0; n < h; ++n) {
    if (may_share_keys(scene, h, n)) givers.push_back(n);
  }
  return givers;
}

constexpr ParameterLine keys_of_row() {
  ParameterLine row{
      .key = "keys_of",
      .word = "Keys of",
      .noun = "keys of an earlier head",
      .now = [](const Scene& scene, std::size_t h) -> std::optional<double> {
        if (!scene.heads[h].keys_of) return std::nullopt;
        const auto givers = key_givers(scene, h);
        const auto at = std::ranges::find(givers, keys_head(scene, h));
        return static_cast<double>(at - givers.begin());
      },
      .set =
          [](Scene& scene, std::size_t h, double index) {
            set_keys_of(scene, h, key_givers(scene, h)[static_cast<std::size_t>(index)]);
          },
      .fits = [](const Scene& scene, std::size_t h) { return !key_givers(scene, h).empty(); }};
  row.first = [](const Scene& scene, std::size_t h) {
    return static_cast<double>(key_givers(scene, h).size() - 1);
  };
  row.drop = [](Scene& scene, std::size_t h) { set_keys_of(scene, h, std::nullopt); };
  row.choices = [](const Scene& scene, std::size_t h) {
    std::vector<std::string> names;
    for (const std::size_t n : key_givers(scene, h)) names.push_back("head " + std::to_string(n));
    return names;
  };
  return row;
}

template <auto member>
constexpr ParameterLine head_row(std::string_view key, std::string_view word, std::string_view noun,
                                 double (*first)(const Scene&, std::size_t),
                                 bool (*fits)(const Scene&, std::size_t),
                                 NumberForm entry = NumberForm::kNumber) {
  ParameterLine row = added<InHead, member>(line<InHead, member>(key, word, noun, entry), first);
  row.fits = fits;
  return row;
}

constexpr ParameterLine kHeadLines[] = {
    keys_of_row(),
    head_row<&Head::sink>("sink", "Sink", "a sink", zero,
                          [](const Scene& scene, std::size_t) {
                            return scene.normalizer.kind->sums_to_one() &&
                                   scene.normalizer.over == Over::kKeys;
                          }),
    {.key = "subtract.lambda",
     .word = "$\\lambda$",
     .noun = "lambda",
     .entry = NumberForm::kShare,
     .now = [](const Scene& scene, std::size_t h) -> std::optional<double> {
       return static_cast<double>(scene.heads[h].subtract->lambda);
     },
     .set = [](Scene& scene, std::size_t h,
               double value) { scene.heads[h].subtract->lambda = static_cast<float>(value); },
     .fits = [](const Scene& scene, std::size_t h) { return scene.heads[h].subtract.has_value(); }},
    head_row<&Head::gain>(
        "gain", "Gain", "a gain", one,
        [](const Scene& scene, std::size_t h) { return width_of_v(scene, h) > 0; },
        NumberForm::kShare),
    head_row<&Head::decay>(
        "decay", "Decay", "a decay", [](const Scene&, std::size_t) { return 0.9; },
        [](const Scene& scene, std::size_t) { return scene.normalizer.kind->takes_decay; },
        NumberForm::kShare),
    head_row<&Head::b_f>(
        "b_f", "$b_\\mathrm{F}$", "the forget gate's bias", zero,
        [](const Scene& scene, std::size_t h) { return scene.heads[h].w_f.has_value(); }),
};

}  // namespace

std::span<const ParameterLine> score_parameters() { return kScoreLines; }
std::span<const ParameterLine> normalizer_parameters() { return kNormalizerLines; }
std::span<const ParameterLine> position_parameters_of_kind() { return kPositionLines; }
std::span<const ParameterLine> mask_parameters() { return kMaskLines; }
std::span<const ParameterLine> head_parameters() { return kHeadLines; }

}  // namespace attn::ui
