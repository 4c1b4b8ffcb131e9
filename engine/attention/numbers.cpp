#include "engine/attention/numbers.h"

#include <cmath>

#include "engine/attention/norm.h"

namespace attn {
namespace {

template <auto member, auto... inner, typename Object>
Slot slot_in(Object& object) {
  if constexpr (sizeof...(inner) == 0) {
    return &(object.*member);
  } else {
    auto& within = object.*member;
    return within ? slot_in<inner...>(*within) : Slot{};
  }
}

template <typename Member>
struct OwnerOfMember;
template <typename Owner, typename Type>
struct OwnerOfMember<Type Owner::*> {
  using type = Owner;
};

/// Reaches a number by a member of its owner, or by a member of an object that may be absent.
template <auto member, auto... inner>
Slot in(typename OwnerOfMember<decltype(member)>::type& owner) {
  return slot_in<member, inner...>(owner);
}

template <typename Column, typename Value>
constexpr void set_if_of_type(Column& column, const Value& value) {
  if constexpr (std::is_same_v<Column, Value> || std::is_same_v<Column, std::optional<Value>>) {
    column = value;
  }
}

/// Row of a table. The type of each further argument determines its column.
template <auto member, auto... inner, typename... Columns>
constexpr auto row(std::string_view key, Columns... columns) {
  NumberRow<typename OwnerOfMember<decltype(member)>::type> number{key, in<member, inner...>};
  const auto set = [&](const auto& value) {
    set_if_of_type(number.version, value);
    set_if_of_type(number.shape, value);
    set_if_of_type(number.range, value);
    set_if_of_type(number.learned, value);
    set_if_of_type(number.line, value);
    set_if_of_type(number.lesson, value);
    set_if_of_type(number.absent, value);
    set_if_of_type(number.stale, value);
    set_if_of_type(number.why_not, value);
  };
  (set(columns), ...);
  return number;
}

// Ranges.

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr NumberRange kAny{}, kPositive{0}, kNotNegative{0, true}, kShare{0, false, 1};
constexpr NumberRange kAlpha{1, false, 4}, kWhole{0, true}, kCount{1, true};
constexpr NumberRange kTemperature{0, true, kInfinity}, kMaskable{-kInfinity, true};

// Shapes.

template <auto shape>
Shape any_head(const Scene& scene, std::size_t) {
  return shape(scene);
}

Shape q_row(const Scene& scene, std::size_t h) { return {{}, exactly(width_of_q(scene, h), "dk")}; }
Shape k_row(const Scene& scene, std::size_t h) { return {{}, exactly(width_of_k(scene, h), "dk")}; }
Shape v_row(const Scene& scene, std::size_t h) { return {{}, exactly(width_of_v(scene, h), "dv")}; }
Shape q_gains(const Scene& scene, std::size_t h) {
  return {{}, exactly(width_of_q(scene, h), "width of q")};
}
Shape k_gains(const Scene& scene, std::size_t h) {
  return {{}, exactly(width_of_k(scene, h), "width of k")};
}
Shape input_row(const Scene& scene, std::size_t) { return {{}, w_k_shape(scene).rows}; }

// Reasons why a head may not have a number.

std::string own_keys(const Scene& scene, std::size_t h) {
  return scene.heads[h].keys_of ? "expected none together with keys_of" : "";
}
std::string with_norm(const Scene& scene, std::size_t) {
  return has_norm(scene.score) ? "" : "expected none, as the score has no norm";
}
std::string own_keys_with_norm(const Scene& scene, std::size_t h) {
  const std::string why = own_keys(scene, h);
  return why.empty() ? with_norm(scene, h) : why;
}
std::string over_keys(const Scene& scene, std::size_t) {
  const Normalizer& normalizer = scene.normalizer;
  if (!normalizer.kind->sums_to_one()) {
    return "expected none for the normalizer \"" + std::string(normalizer.kind->id) + "\"";
  }
  return normalizer.over == Over::kKeys ? "" : "expected none, except with a normalizer over keys";
}
std::string fading_sum(const Scene& scene, std::size_t) {
  return scene.normalizer.kind->takes_decay ? ""
                                            : "expected none, except with the normalizer \"sum\"";
}
std::string with_w_g(const Scene& scene, std::size_t h) {
  return scene.heads[h].w_g ? "" : "expected none without w_g";
}
std::string with_w_f(const Scene& scene, std::size_t h) {
  return scene.heads[h].w_f ? "" : "expected none without w_f";
}
std::string self_attention(const Scene& scene, std::size_t) {
  return scene.queries ? "expected none, except in self-attention" : "";
}

// Defaults, and conditions of panels.

template <int number>
double constant(const Scene&, std::size_t) {
  return number;
}
double no_cap(const Scene&, std::size_t) { return static_cast<double>(kInfinity); }
/// −ln of the number of keys, or of queries, over which weights are normalized.
double minus_log_count(const Scene& scene, std::size_t) {
  const bool is_over_keys = scene.normalizer.over == Over::kKeys;
  return -std::log(static_cast<double>(is_over_keys ? scene.key_count() : scene.query_count()));
}
double all_columns(const Scene& scene, std::size_t) {
  return static_cast<double>(rotated_width(scene.position, width_of_q(scene, 0)));
}

bool uses_width(const Scene& scene, std::size_t h) {
  return takes_of_head(*scene.score.kind, "width") || scene.heads[h].width;
}
bool has_values(const Scene& scene, std::size_t h) { return width_of_v(scene, h) > 0; }
bool has_epsilon(const Scene& scene, std::size_t) { return scene.score.norm->has_epsilon; }
bool has_original(const Scene& scene, std::size_t) {
  return takes(*scene.position.scaling->kind, "original");
}

constexpr bool kSlider = true, kNeedsKind = true;

constexpr Learned learned(std::string_view label) { return {label, false}; }
/// Number that is trained by default.
constexpr Learned weight(std::string_view label) { return {label, true}; }

using Line = NumberLine;
using Lesson = NumberName;

constexpr NumberRow<Head> kHeadNumbers[] = {
    row<&Head::w_q>("w_q", any_head<w_q_shape>, weight("$W_Q$")),
    row<&Head::w_k>("w_k", any_head<w_k_shape>, weight("$W_K$"), own_keys),
    row<&Head::w_v>("w_v", any_head<w_v_shape>, weight("$W_V$"), own_keys),
    row<&Head::w_a>("w_a", w_a_shape, weight("$W_A$")),
    row<&Head::v>("v", k_row, weight("$v$ of the score")),
    row<&Head::width>("width", kPositive, weight("Width"),
                      Line{"Width", "the width", {}, false, uses_width},
                      Lesson{"width", "a head's width, for gaussian"}, constant<1>),
    row<&Head::b_q>("b_q", 2, q_row, weight("$b_Q$")),
    row<&Head::b_k>("b_k", 2, k_row, weight("$b_K$"), own_keys),
    row<&Head::b_v>("b_v", 2, v_row, weight("$b_V$"), own_keys),
    row<&Head::g_q>("g_q", 2, q_gains, weight("$g_Q$"), with_norm),
    row<&Head::g_k>("g_k", 2, k_gains, weight("$g_K$"), own_keys_with_norm),
    row<&Head::scores>("scores", 2, any_head<pair_shape>, kMaskable, weight("Scores")),
    row<&Head::sink>("sink", 2, kAny, learned("Sink"), Line{"Sink", "a sink", 0},
                     Lesson{"sink", "a head's additional score, if it has one"}, Part::weights,
                     over_keys),
    row<&Head::subtract, &Subtract::w_q>("subtract.w_q", 2, any_head<w_q_shape>,
                                         weight("$W_Q$ subtracted")),
    row<&Head::subtract, &Subtract::w_k>("subtract.w_k", 2, any_head<w_k_shape>,
                                         weight("$W_K$ subtracted")),
    row<&Head::subtract, &Subtract::lambda>(
        "subtract.lambda", 2, kAny, learned("Share subtracted"),
        Line{"$\\lambda$", "lambda", {}, kSlider},
        Lesson{"lambda", "the factor of the subtracted weights"}, constant<0>, Part::weights),
    row<&Head::w_g>("w_g", 2, w_g_shape, weight("$W_G$")),
    row<&Head::b_g>("b_g", 2, v_row, weight("$b_G$"), with_w_g),
    row<&Head::gain>("gain", 2, kAny, learned("Gain"),
                     Line{"Gain", "a gain", 1, kSlider, has_values},
                     Lesson{"gain", "a head's gain"}, constant<1>, Part::head_output),
    row<&Head::decay>("decay", 2, kShare, learned("Decay"), Line{"Decay", "a decay", 0.9, kSlider},
                      Lesson{"decay", "a head's decay"}, constant<1>, Part::scores, fading_sum),
    row<&Head::w_f>("w_f", 2, input_row, weight("$w_F$"), self_attention),
    row<&Head::b_f>("b_f", 2, kAny, weight("$b_F$"),
                    Line{"$b_\\mathrm{F}$", "the forget gate's bias", 0},
                    Lesson{"b_f", "the bias of a head's forget gate"}, constant<0>,
                    Part::forget_gates, with_w_f),
};

constexpr NumberRow<Score> kScoreNumbers[] = {
    row<&Score::scale>("scale", kAny, learned("Scale"), Line{"Scale", "the scale"},
                       Lesson{"scale", "of the scores, for dot and cosine"}),
    row<&Score::epsilon>("epsilon", kNotNegative,
                         Line{"$\\epsilon$", "the norm's epsilon", {}, false, has_epsilon},
                         Lesson{"epsilon", "of the norm of queries and keys"}),
    row<&Score::cap>("cap", kPositive, learned("Cap"), Line{"Cap", "the cap", 5},
                     Lesson{"cap", "of the scores; inf if there is none"}, no_cap),
};

constexpr NumberRow<Mask> kMaskNumbers[] = {
    row<&Mask::radius>("radius", kWhole, Lesson{"radius", "of the first window", kNeedsKind}),
    row<&Mask::sigma>("sigma", kPositive, learned("Sigma")),
    row<&Mask::dilation>("dilation", kCount, Line{"Dilation", "a dilation", 2},
                         Lesson{"dilation", "of the first window", kNeedsKind}),
    row<&Mask::sinks>(
        "sinks", kWhole, Line{"Sinks", "first keys visible to all", 1},
        Lesson{"sinks", "of the first window: number of first keys visible to all", kNeedsKind}),
    row<&Mask::length>(
        "length", kWhole, Line{"Length", "the prefix"},
        Lesson{"prefix_length", "of the first prefix: number of keys visible to all", kNeedsKind}),
    row<&Mask::stride>("stride", kCount, Line{"Stride", "the stride"},
                       Lesson{"stride", "of the first strided mask", kNeedsKind}),
};

constexpr NumberRow<Normalizer> kNormalizerNumbers[] = {
    row<&Normalizer::temperature>("temperature", kTemperature, learned("Temperature"),
                                  Lesson{"temperature", "0 hard, 1, inf uniform"}),
    row<&Normalizer::alpha>("alpha", kAlpha, Line{"$\\alpha$", "alpha"},
                            Lesson{"alpha", "of entmax"}),
    row<&Normalizer::k>("k", kCount, Line{"$k$", "k"}, Lesson{"top_k", "how many keys topk keeps"}),
    row<&Normalizer::offset>(
        "offset", kAny, learned("Offset"),
        Line{"Offset", "the offset", {}, false, nullptr, R"($-\ln L$)"},
        Lesson{"offset", "of the sigmoid; −ln L if it is not given", kNeedsKind}, minus_log_count),
    row<&Normalizer::length>(
        "length", kAny, learned("Length"), Line{"Length", "the length's factor", 1},
        Lesson{"length", "multiplies the scores, times ln n; 0 if it is not given"}, constant<0>),
};

constexpr NumberRow<Position> kPositionNumbers[] = {
    row<&Position::base>("base", kPositive, learned("Position base"),
                         Line{"Base", "the position encoding"},
                         Lesson{"base", "of the positions' frequencies"}),
    row<&Position::scale>("scale", kAny, learned("Position scale"),
                          Line{"Scale", "the position encoding"},
                          Lesson{"position_scale", "the factor of the positions"}),
    row<&Position::table>("table", any_head<position_table_shape>, weight("Position table")),
    row<&Position::slopes>("slopes", learned("Slopes")),
    row<&Position::rotated>("rotated", Line{"Rotated", "the number of rotated columns", 2},
                            Lesson{"rotated", "number of columns that RoPE rotates", kNeedsKind},
                            all_columns),
    row<&Position::scaling, &RopeScaling::factor>(
        "scaling.factor", kPositive, Line{"Factor", "the factor"},
        Lesson{"scaling_factor", "of RoPE's scaling; 1 if it is not scaled", kNeedsKind},
        constant<1>),
    row<&Position::scaling, &RopeScaling::low>(
        "scaling.low", kAny, Line{"Low", "the lower limit of turns", {}, false, has_original}),
    row<&Position::scaling, &RopeScaling::high>(
        "scaling.high", kAny, Line{"High", "the upper limit of turns", {}, false, has_original}),
    row<&Position::scaling, &RopeScaling::original>(
        "scaling.original", kPositive,
        Line{"Original", "the original length", {}, false, has_original}),
    row<&Position::max_distance>(
        "max_distance", Line{"Farthest", "the farthest distance"},
        Lesson{"max_distance", "the distance from which T5 has one bucket", kNeedsKind}),
};

constexpr NumberRow<Combine> kCombineNumbers[] = {
    row<&Combine::w_o>("w_o", any_head<w_o_shape>, weight("$W_O$")),
    row<&Combine::w>("w", weight("Head weights")),
    row<&Combine::b_o>("b_o", weight("$b_O$")),
};

}  // namespace

template <typename Owner>
std::span<const NumberRow<Owner>> numbers_of() {
  return std::get<std::span<const NumberRow<Owner>>>(
      std::tuple(std::span<const NumberRow<Head>>(kHeadNumbers),
                 std::span<const NumberRow<Score>>(kScoreNumbers),
                 std::span<const NumberRow<Mask>>(kMaskNumbers),
                 std::span<const NumberRow<Normalizer>>(kNormalizerNumbers),
                 std::span<const NumberRow<Position>>(kPositionNumbers),
                 std::span<const NumberRow<Combine>>(kCombineNumbers)));
}
template std::span<const NumberRow<Head>> numbers_of();
template std::span<const NumberRow<Score>> numbers_of();
template std::span<const NumberRow<Mask>> numbers_of();
template std::span<const NumberRow<Normalizer>> numbers_of();
template std::span<const NumberRow<Position>> numbers_of();
template std::span<const NumberRow<Combine>> numbers_of();

// Declared in scene.h, so that code that only compares heads does not need the tables.
bool same_parts(const Head& a, const Head& b) {
  const auto has = [](const NumberRow<Head>& number, const Head& head) {
    bool is_there = false;
    visit_slot(number, head, [&](const auto& slot) { is_there = value_in(slot) != nullptr; });
    return is_there;
  };
  return a.keys_of == b.keys_of && std::ranges::all_of(numbers_of<Head>(), [&](const auto& number) {
           return has(number, a) == has(number, b);
         });
}

}  // namespace attn
