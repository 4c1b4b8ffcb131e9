#include <algorithm>

#include "app/document/edits/kind_edits.h"
#include "app/document/edits/part_edits.h"
#include "app/ui/panels/parameter_line.h"
#include "engine/attention/norm.h"
#include "engine/attention/numbers.h"
#include "engine/base/require.h"
#include "engine/base/text.h"

namespace attn::ui {
namespace {

using NumberForm = ParameterLine::NumberForm;
using Lines = std::vector<ParameterLine>;

/// Returns whether the n-th owner can have the number: its kind supports it, and the scene allows
/// it.
template <typename Owner>
bool is_offered(const NumberRow<Owner>& number, const Scene& scene, std::size_t n) {
  const Owner& owner = owner_in<Owner>(scene, n);
  bool is_inside = false;
  visit_slot(number, owner, [&](const auto&) { is_inside = true; });
  return is_inside && takes_number(owner, number) &&
         (!number.why_not || number.why_not(scene, n).empty()) &&
         (!number.line.is_useful || number.line.is_useful(scene, n));
}

template <typename Owner>
void set_in_range(const NumberRow<Owner>& number, Scene& scene, std::size_t n, double value) {
  const NumberRange& range = number.range;
  if (range.least == 0 && !range.has_least && range.most > 1) require_positive(value, "");
  put_number(number, owner_in<Owner>(scene, n), value);
}

template <typename Owner>
NumberForm form_of(const NumberRow<Owner>& number) {
  Owner plain;
  const Slot slot = number.at(plain);
  const bool is_whole =
      std::holds_alternative<int*>(slot) || std::holds_alternative<std::optional<int>*>(slot);
  return number.line.is_share ? NumberForm::kShare
         : is_whole           ? NumberForm::kWhole
                              : NumberForm::kNumber;
}

template <typename Owner>
ParameterLine line_of(const NumberRow<Owner>& number) {
  const NumberLine& words = number.line;
  ParameterLine line{
      .key = number.key,
      .word = words.word,
      .noun = words.noun,
      .entry = form_of(number),
      .now = [&](const Scene& scene, std::size_t n) -> std::optional<double> {
        const auto now = number_at(number, owner_in<Owner>(scene, n));
        const bool has_default =
            number.absent && !number.line.first && number.line.stands_in.empty();
        return now || !has_default ? now : number.absent(scene, n);
      },
      .set = [&](Scene& scene, std::size_t n,
                 double value) { set_in_range(number, scene, n, value); },
      .fits = [&](const Scene& scene, std::size_t n) { return is_offered(number, scene, n); }};
  if (words.first) line.first = [&](const Scene&, std::size_t) { return *words.first; };
  if (words.first) line.at_rest = number_at(number, Owner());
  if (!words.stands_in.empty()) line.given = number.absent;
  line.stands_in = words.stands_in;
  if (words.first || line.given) {
    line.drop = [&](Scene& scene, std::size_t n) {
      drop_number(number, owner_in<Owner>(scene, n));
    };
  }
  return line;
}

/// Lines of an owner's numbers, in the order of its table: all, or only those with `keys`.
template <typename Owner>
Lines lines_of(std::initializer_list<std::string_view> keys = {}) {
  Lines lines;
  for (const NumberRow<Owner>& number : numbers_of<Owner>()) {
    const bool is_asked = keys.size() == 0 || std::ranges::count(keys, number.key) > 0;
    if (is_asked && !number.line.word.empty()) lines.push_back(line_of(number));
  }
  return lines;
}

Lines all_lines(std::initializer_list<Lines> parts) {
  Lines lines;
  for (const Lines& part : parts) lines.insert(lines.end(), part.begin(), part.end());
  return lines;
}

// Choices, by their index.

/// Returns whether the owner's kind supports the parameter `key`.
template <typename Owner>
auto takes_key(std::string_view key) {
  return [key](const Scene& scene, std::size_t n) {
    return takes(*owner_in<Owner>(scene, n).kind, key);
  };
}

template <typename Owner, auto member>
ParameterLine choice_line(std::string_view key, std::string_view word, std::string_view noun,
                          std::vector<std::string> words) {
  using Choice = std::remove_cvref_t<decltype(Owner().*member)>;
  return {
      .key = key,
      .word = word,
      .noun = noun,
      .now = [](const Scene& scene, std::size_t n) -> std::optional<double> {
        return static_cast<double>(owner_in<Owner>(scene, n).*member);
      },
      .set = [](Scene& scene, std::size_t n,
                double index) { owner_in<Owner>(scene, n).*member = static_cast<Choice>(index); },
      .fits = takes_key<Owner>(key),
      .choices = [words](const Scene&, std::size_t) { return words; }};
}

/// Makes a choice optional: the menu adds it with its second value, and the first value hides the
/// line.
ParameterLine added(ParameterLine line) {
  line.first = [](const Scene&, std::size_t) { return 1; };
  line.at_rest = 0;
  line.drop = [set = line.set](Scene& scene, std::size_t n) { set(scene, n, 0); };
  return line;
}

template <typename Kind>
auto labels_of(std::span<const Kind> kinds) {
  return [kinds](const Scene&, std::size_t) { return texts_of<std::string>(kinds, &Kind::label); };
}

ParameterLine norm_line() {
  ParameterLine line = added(
      {.key = "norm",
       .word = "Norm",
       .noun = "the norm of queries and keys",
       .now = [](const Scene& scene, std::size_t) -> std::optional<double> {
         return static_cast<double>(scene.score.norm - norm_kinds().data());
       },
       .set = [](Scene& scene, std::size_t,
                 double index) { set_norm(scene, norm_kinds()[static_cast<std::size_t>(index)]); },
       .fits = takes_key<Score>("norm"),
       .choices = labels_of(norm_kinds())});
  line.first = [](const Scene&, std::size_t) {
    return static_cast<double>(&norm_kind("rms") - norm_kinds().data());
  };
  return line;
}

ParameterLine over_line() {
  ParameterLine line = choice_line<Normalizer, &Normalizer::over>(
      "over", "Over", "the axis of normalisation", {"keys", "queries", "queries, keys"});
  line.set = [](Scene& scene, std::size_t, double index) {
    set_over(scene, static_cast<Over>(index));
  };
  return added(line);
}

ParameterLine stretch_line() {
  constexpr float kFactor = 2;
  return {.key = "scaling",
          .word = "Stretch",
          .noun = "a scaling of RoPE",
          .now = [](const Scene& scene, std::size_t) -> std::optional<double> {
            const auto& scaling = scene.position.scaling;
            if (!scaling) return std::nullopt;
            return static_cast<double>(scaling->kind - rope_scaling_kinds().data());
          },
          .set =
              [](Scene& scene, std::size_t, double index) {
                auto& scaling = scene.position.scaling;
                scaling =
                    RopeScaling{.kind = &rope_scaling_kinds()[static_cast<std::size_t>(index)],
                                .factor = scaling ? scaling->factor : kFactor};
              },
          .fits = takes_key<Position>("scaling"),
          .first = [](const Scene&, std::size_t) { return 0; },
          .drop = [](Scene& scene, std::size_t) { scene.position.scaling.reset(); },
          .choices = labels_of(rope_scaling_kinds())};
}

/// Line for the number of columns of a table by distance: 2 · reach + 1, or the number of buckets.
ParameterLine columns_line(std::string_view key, std::string_view word, std::string_view noun,
                           bool has_buckets) {
  const auto columns_of = [](const Scene& scene) { return scene.position.table->cols(); };
  return {.key = key,
          .word = word,
          .noun = noun,
          .entry = NumberForm::kWhole,
          .now = [=](const Scene& scene, std::size_t) -> std::optional<double> {
            const Index reach = (columns_of(scene) - 1) / 2;
            return static_cast<double>(has_buckets ? columns_of(scene) : reach);
          },
          .set =
              [=](Scene& scene, std::size_t, double value) {
                const auto count = static_cast<Index>(value);
                set_distances(scene, has_buckets ? count : 2 * count + 1);
              },
          .fits =
              [=](const Scene& scene, std::size_t) {
                const PositionKind& kind = *scene.position.kind;
                return kind.column && takes(kind, "max_distance") == has_buckets;
              }};
}

/// Heads whose keys head h can share.
std::vector<std::size_t> key_givers(const Scene& scene, std::size_t h) {
  std::vector<std::size_t> givers;
  for (std::size_t n = 0; n < h; ++n) {
    if (may_share_keys(scene, h, n)) givers.push_back(n);
  }
  return givers;
}

ParameterLine keys_of_line() {
  ParameterLine line{
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
  line.first = [](const Scene& scene, std::size_t h) {
    return static_cast<double>(key_givers(scene, h).size() - 1);
  };
  line.drop = [](Scene& scene, std::size_t h) { set_keys_of(scene, h, std::nullopt); };
  line.choices = [](const Scene& scene, std::size_t h) {
    std::vector<std::string> names;
    for (const std::size_t n : key_givers(scene, h)) names.push_back("head " + std::to_string(n));
    return names;
  };
  return line;
}

}  // namespace

std::span<const ParameterLine> score_parameters() {
  static const Lines kLines = all_lines(
      {lines_of<Score>({"scale"}),
       {added(choice_line<Score, &Score::bend>("bend", "Bend", "the bend", {"tanh", "leaky ReLU"})),
        added(choice_line<Score, &Score::null>("null", "No score", "what no score means",
                                               {"masked", "weight 0"})),
        norm_line()},
       lines_of<Score>({"epsilon", "cap"})});
  return kLines;
}

std::span<const ParameterLine> normalizer_parameters() {
  static const Lines kLines = all_lines({lines_of<Normalizer>(), {over_line()}});
  return kLines;
}

std::span<const ParameterLine> position_parameters_of_kind() {
  static const Lines kLines = all_lines(
      {lines_of<Position>({"base", "scale"}),
       {added(choice_line<Position, &Position::layout>("layout", "Layout", "the layout of pairs",
                                                       {"pairs", "halves"}))},
       lines_of<Position>({"rotated"}),
       {stretch_line()},
       lines_of<Position>({"scaling.factor", "scaling.low", "scaling.high", "scaling.original"}),
       {columns_line("reach", "Reach", "the reach", false),
        columns_line("buckets", "Buckets", "the buckets", true)},
       lines_of<Position>({"max_distance"}),
       {choice_line<Position, &Position::both>("both", "Ways", "the ways",
                                               {"back only", "both"})}});
  return kLines;
}

std::span<const ParameterLine> mask_parameters() {
  static const Lines kLines = lines_of<Mask>();
  return kLines;
}

std::span<const ParameterLine> head_parameters() {
  static const Lines kLines = [] {
    Lines lines = lines_of<Head>();
    lines.insert(lines.begin() + 1, keys_of_line());  // after the width
    return lines;
  }();
  return kLines;
}

}  // namespace attn::ui
