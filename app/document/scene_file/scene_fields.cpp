#include "app/document/scene_file/scene_fields.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "app/document/scene_file/fields.h"
#include "app/document/scene_file/matrix_files.h"
#include "engine/attention/combine.h"
#include "engine/attention/mask.h"
#include "engine/attention/norm.h"
#include "engine/attention/normalize.h"
#include "engine/attention/numbers.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/base/require.h"

namespace attn {
namespace {

using json::Place;
using json::Value;
using json::Writer;

// Keys of the file from the tables of numbers.

/// Reads a number in `range`; "inf" is allowed if the range has no upper bound.
float read_in_range(const json::Value& value, const json::Place& place, const NumberRange& range) {
  const bool has_infinity = std::isinf(range.most);
  if (has_infinity && value.kind() == json::Kind::kText && value.text() == "inf") return range.most;
  if (range.least < 0) return json::read_number(value, place);
  if (range.has_least) {
    const std::string or_infinity = has_infinity ? " or \"inf\"" : "";
    return json::read_not_negative(value, place, "a number >= 0" + or_infinity);
  }
  if (range.least == 0 && range.most > 1) return json::read_positive(value, place);
  return json::read_between(value, place, range.least, range.most);
}

template <typename Owner>
void read_number(const NumberRow<Owner>& number, Owner& owner, const json::Value& value,
                 const json::Place& place, SceneReading& reading) {
  visit_slot(number, owner, [&](auto& slot) {
    using Number = std::remove_reference_t<decltype(*value_in(slot))>;
    if constexpr (std::is_same_v<Number, Cow<Matrix>>) {
      const std::size_t last_head = reading.scene.heads.size() - 1;  // head being read
      const auto read = std::isinf(number.range.least) ? read_matrix_or_null : read_matrix;
      slot = read(value, place, number.shape(reading.scene, last_head), reading);
    } else if constexpr (std::is_same_v<Number, Cow<RowVector>>) {
      slot = read_row(value, place, reading);
    } else if constexpr (std::is_same_v<Number, int>) {
      slot = json::read_whole(value, place, number.range.least < 1 ? 0 : 1);
    } else {
      slot = read_in_range(value, place, number.range);
    }
  });
}

template <typename Owner>
void write_number(const NumberRow<Owner>& number, const Owner& owner, json::Writer& out) {
  visit_slot(number, owner, [&](const auto& slot) {
    if constexpr (std::is_same_v<decltype(slot), const float&>) {
      if (std::isinf(slot)) return out.value("inf");
    }
    if constexpr (std::is_same_v<decltype(slot), const std::optional<Cow<Matrix>>&>) {
      if (std::isinf(number.range.least)) return out.value_or_null(**slot);
    }
    out.value(unwrap(slot));
  });
}

template <typename Owner>
Field<Owner> field_of_number(const NumberRow<Owner>& number) {
  return {.key = number.key,
          .version = number.version,
          .number = &number,
          .read_number = read_number<Owner>,
          .write_number = write_number<Owner>};
}

/// Fields of an owner of numbers, in the order of its table. Rows of `others` replace numbers with
/// the same key, or belong to their object; rows without numbers come first.
template <typename Owner>
std::vector<Field<Owner>> fields_of_numbers(const std::vector<Field<Owner>>& others) {
  std::vector<Field<Owner>> fields;
  const auto key_of = [](const NumberRow<Owner>& number) {
    return number.key.substr(0, number.key.find('.'));
  };
  for (const Field<Owner>& other : others) {
    if (!std::ranges::count(numbers_of<Owner>(), other.key, key_of)) fields.push_back(other);
  }
  for (const NumberRow<Owner>& number : numbers_of<Owner>()) {
    const std::string_view key = key_of(number);
    if (std::ranges::count(fields, key, &Field<Owner>::key)) continue;
    const auto other = std::ranges::find(others, key, &Field<Owner>::key);
    fields.push_back(other != others.end() ? *other : field_of_number(number));
  }
  return fields;
}

// Keys of the objects.

/// Returns whether there are no embeddings, as for given scores.
bool has_no_columns(const Cow<Matrix>& embeddings) { return embeddings->cols() == 0; }

// In the order of Bend, NoScore, Over and PairLayout.
constexpr std::array<std::string_view, 2> kBends{"tanh", "leaky_relu"};
constexpr std::array<std::string_view, 2> kNoScores{"masked", "zero"};
constexpr std::array<std::string_view, 3> kOvers{"keys", "queries", "queries_then_keys"};
constexpr std::array<std::string_view, 2> kLayouts{"pairs", "halves"};

void read_projections(Combine& combine, const Value& value, const Place& place,
                      SceneReading& reading) {
  json::require_list(value, place, "a list of matrices");
  const Extent H{std::ssize(reading.scene.heads), "H", Extent::Rule::kExactly};
  require_count(std::ssize(value), H, "head", place.pointer());
  json::for_each_item(value, place, [&](std::size_t h, const Value& item, const Place& at) {
    combine.projections.emplace_back(
        read_matrix(item, at, projection_shape(reading.scene, h), reading));
  });
}

/// Reads a number for each head, or a matrix.
void read_joining(Combine& combine, const Value& value, const Place& place, SceneReading& reading) {
  if (combine.kind->joins == Joins::kByMatrix) {
    read_projections(combine, value, place, reading);
  } else {
    combine.w = read_row(value, place, reading);
  }
}

void write_joining(const Combine& combine, Writer& out) {
  if (combine.kind->joins != Joins::kByMatrix) return out.value(*combine.w);
  out.list(combine.projections, [&](const auto& projection) { out.value(*projection); });
}

/// Queries' embeddings need embeddings of the tokens.
void read_query_embeddings(Queries& queries, const Value& value, const Place& place,
                           SceneReading& reading) {
  if (has_no_columns(reading.scene.embeddings)) {
    json::fail(place, "expected /embeddings too, found none");
  }
  queries.embeddings = read_matrix(value, place, query_embeddings_shape(reading.scene), reading);
}

void leave_out_query_embeddings(Queries& queries, const Value& object, const Place& place,
                                SceneReading& reading) {
  if (!has_no_columns(reading.scene.embeddings)) require_member(object, place, "embeddings");
  queries.embeddings = Matrix(reading.scene.query_count(), 0);
}

constexpr Field<Queries> kQueriesFields[] = {
    field<&Queries::tokens, json::read_tokens>("tokens", true),
    {.key = "embeddings",
     .read = read_query_embeddings,
     .write = write_member<&Queries::embeddings>,
     .is_default = [](const Queries& queries) { return has_no_columns(queries.embeddings); },
     .read_absent = leave_out_query_embeddings},
};

constexpr Field<RopeScaling> kScalingFields[] = {
    field<&RopeScaling::factor, json::read_positive>("factor"),
    field<&RopeScaling::low, json::read_number>("low"),
    field<&RopeScaling::high, json::read_number>("high"),
    field<&RopeScaling::original, json::read_positive>("original"),
};

void read_scaling(Position& position, const Value& value, const Place& place,
                  SceneReading& reading) {
  read_kinds(position.scaling.emplace(), rope_scaling_kinds(), kScalingFields, value, place,
             reading);
}

void write_scaling(const Position& position, Writer& out) {
  write_kinds(*position.scaling, kScalingFields, out);
}

const std::vector kPositionFields = fields_of_numbers<Position>({
    choice<&Position::layout, kLayouts>("layout"),
    {"scaling", read_scaling, write_scaling, equals_default<&Position::scaling>},
    field<&Position::both, json::read_bool>("both"),
});

constexpr Field<Subtract> kSubtractFields[] = {
    shaped<&Subtract::w_q, read_matrix, w_q_shape>("w_q", true),
    shaped<&Subtract::w_k, read_matrix, w_k_shape>("w_k", true),
    field<&Subtract::lambda, json::read_number>("lambda", true),
};

/// Read first, as the widths of later matrices depend on this key.
void read_keys_of(Head& head, const Value& value, const Place& place, SceneReading& reading) {
  const auto n = static_cast<std::size_t>(json::read_whole(value, place));
  const auto& heads = reading.scene.heads;
  if (n + 1 >= heads.size()) json::fail_type(place, "the index of an earlier head", value);
  if (heads[n].keys_of) json::fail_type(place, "a head with keys of its own", value);
  head.keys_of = static_cast<int>(n);
}

const std::vector kHeadFields = fields_of_numbers<Head>({
    {.key = "keys_of",
     .read = read_keys_of,
     .write = write_member<&Head::keys_of>,
     .is_default = equals_default<&Head::keys_of>,
     .version = 2},
    object_field<&Head::subtract, kSubtractFields>("subtract", 2),
});

const std::vector kScoreFields = fields_of_numbers<Score>(
    {choice<&Score::bend, kBends>("bend"), choice<&Score::null, kNoScores>("null"),
     kind_by_id<&Score::norm, norm_kinds>("norm")});

const std::vector kMaskFields = fields_of_numbers<Mask>({
    field<&Mask::valid, json::read_bools>("valid"),
    {"allowed",  // given as rows only
     [](Mask& mask, const Value& value, const Place& place, SceneReading& reading) {
       mask.allowed = json::read_bool_matrix(value, place, pair_shape(reading.scene));
     },
     write_member<&Mask::allowed>, equals_default<&Mask::allowed>},
    field<&Mask::edges, json::read_edges>("edges"),
    field<&Mask::self_loops, json::read_bool>("self_loops"),
    field<&Mask::ids, json::read_ids>("ids"),
    field<&Mask::query_ids, json::read_ids>("query_ids"),
});

const std::vector kNormalizerFields = fields_of_numbers<Normalizer>({
    choice<&Normalizer::over, kOvers>("over"),
});

const std::vector kCombineFields = fields_of_numbers<Combine>({
    {"w", read_joining, write_joining,
     [](const Combine& combine) {
       return equals_default<&Combine::w>(combine) &&
              equals_default<&Combine::projections>(combine);
     }},
});

/// Row for a part of the scene that is an object with kinds.
template <auto member, auto kinds, const auto& fields>
constexpr Field<Scene> part(std::string_view key) {
  return {key,
          [](Scene& scene, const Value& value, const Place& place, SceneReading& reading) {
            read_kinds(scene.*member, kinds(), fields, value, place, reading);
          },
          [](const Scene& scene, Writer& out) { write_kinds(scene.*member, fields, out); },
          equals_default<member, Scene>,
          false,
          1,
          [](const Scene& scene) { return version_of_kinds(scene.*member, fields); }};
}

void read_heads(Scene& scene, const Value& value, const Place& place, SceneReading& reading) {
  json::require_list(value, place, "a list of heads");
  require_count(std::ssize(value), Extent{}, "head", place.pointer());
  scene.heads.clear();
  json::for_each_item(value, place, [&](std::size_t, const Value& item, const Place& at) {
    read_object(scene.heads.emplace_back(), kHeadFields, item, at, reading);
  });
}

void write_heads(const Scene& scene, Writer& out) {
  out.list(scene.heads, [&](const Head& head) { write_object(head, kHeadFields, out); });
}

/// Largest version(item), at least 1.
int newest_version(const auto& items, const auto& version) {
  int newest = 1;
  for (const auto& item : items) newest = std::max(newest, version(item));
  return newest;
}

int version_of_heads(const Scene& scene) {
  return newest_version(scene.heads,
                        [](const Head& head) { return version_of_object(head, kHeadFields); });
}

void read_masks(Scene& scene, const Value& value, const Place& place, SceneReading& reading) {
  json::require_list(value, place, "a list of masks");
  json::for_each_item(value, place, [&](std::size_t, const Value& item, const Place& at) {
    read_kinds(scene.masks.emplace_back(), mask_kinds(), kMaskFields, item, at, reading);
  });
}

void write_masks(const Scene& scene, Writer& out) {
  out.list(scene.masks, [&](const Mask& mask) { write_kinds(mask, kMaskFields, out); });
}

int version_of_masks(const Scene& scene) {
  return newest_version(scene.masks,
                        [](const Mask& mask) { return version_of_kinds(mask, kMaskFields); });
}

void read_format(Scene&, const Value& value, const Place& place, SceneReading&) {
  if (says(value, kNetworkFormat)) {
    json::fail(
        place,
        "a network: import shows its heads, export writes its layers to a name with {layer}, "
        "and compute its numbers");
  }
  if (says(value, kFigureFormat)) {
    json::fail(
        place,
        "a figure of several views: export draws it from a name that ends in .attn-figure.json");
  }
  if (!says(value, kSceneFormat)) {
    json::fail_type(place, "\"" + std::string(kSceneFormat) + "\"", value);
  }
}

void read_version(Scene&, const Value& value, const Place& place, SceneReading& reading) {
  const double version = value.is_number() ? value.number() : 0;
  if (version != 1 && version != kNewestVersion) {
    json::fail_type(place, "1 or " + std::to_string(kNewestVersion), value);
  }
  reading.version = static_cast<int>(version);
}

void write_format(const Scene&, Writer& out) { out.value(kSceneFormat); }
void write_version(const Scene& scene, Writer& out) { out.value(version_of(scene)); }

/// Returns whether the file's score, which is read after the embeddings, is a given one.
bool says_given_scores(const Value& file) {
  const auto score = find_member(file, "score");
  if (!score || score->kind() != json::Kind::kObject) return false;
  const auto kind = find_member(*score, "kind");
  const ScoreKind* row =
      kind && kind->kind() == json::Kind::kText ? find_row(score_kinds(), kind->text()) : nullptr;
  return row && has_given_scores({row});
}

void leave_out_embeddings(Scene& scene, const Value& file, const Place& place, SceneReading&) {
  if (!says_given_scores(file)) require_member(file, place, "embeddings");
  scene.embeddings = Matrix(scene.key_count(), 0);
}

/// The format's keys are read first: the other keys are only checked in files of this format.
constexpr Field<Scene> kFormatFields[] = {
    {"format", read_format, write_format, is_never_default<Scene>, true},
    {"version", read_version, write_version, is_never_default<Scene>, true},
};

/// Keys shared with blocks, in an order in which each shape follows from earlier keys.
constexpr Field<Scene> kAttentionFields[] = {
    part<&Scene::position, position_kinds, kPositionFields>("position"),
    {.key = "heads",
     .read = read_heads,
     .write = write_heads,
     .is_default = equals_default<&Scene::heads, Scene>,
     .version_within = version_of_heads},
    part<&Scene::score, score_kinds, kScoreFields>("score"),
    shaped<&Scene::bias, read_matrix, pair_shape, Scene>("bias"),
    {.key = "masks",
     .read = read_masks,
     .write = write_masks,
     .is_default = equals_default<&Scene::masks, Scene>,
     .version_within = version_of_masks},
    part<&Scene::normalizer, normalizer_kinds, kNormalizerFields>("normalizer"),
    part<&Scene::combine, combine_kinds, kCombineFields>("combine"),
};

/// Further keys of a scene.
constexpr Field<Scene> kSceneFields[] = {
    kFormatFields[0],
    kFormatFields[1],
    field<&Scene::title, json::read_text>("title"),
    field<&Scene::notes, json::read_text>("notes"),
    field<&Scene::tokens, json::read_tokens>("tokens", true),
    {.key = "embeddings",
     .read =
         [](Scene& scene, const Value& value, const Place& place, SceneReading& reading) {
           scene.embeddings = read_matrix(value, place, embeddings_shape(scene), reading);
         },
     .write = write_member<&Scene::embeddings>,
     .is_default = [](const Scene& scene) { return has_no_columns(scene.embeddings); },
     .read_absent = leave_out_embeddings},
    object_field<&Scene::queries, kQueriesFields>("queries"),
    shaped<&Scene::values, read_matrix, embeddings_shape>("values"),
    kAttentionFields[0],
    kAttentionFields[1],
    kAttentionFields[2],
    kAttentionFields[3],
    kAttentionFields[4],
    kAttentionFields[5],
    kAttentionFields[6],
    view_field<&Scene::view>(),
};

}  // namespace

Scene read_fields(const Value& value, MatrixFiles& files) {
  Scene scene;
  SceneReading reading{scene, files};
  const Place top;
  for (const auto& field : kFormatFields) read_field(field, true, scene, value, top, reading);
  read_object(scene, kSceneFields, value, top, reading);
  if (reading.needed < reading.version && !files.is_of_program()) {
    json::fail(top / "version", "expected " + std::to_string(reading.needed) +
                                    ", the lowest for this scene, found " +
                                    std::to_string(reading.version));
  }
  return scene;
}

void write_fields(const Scene& scene, Writer& out) { write_object(scene, kSceneFields, out); }

void read_attention(const Value& value, const Place& place, SceneReading& reading) {
  read_object(reading.scene, kAttentionFields, value, place, reading);
}

void write_attention(const Attention& attention, Writer& out) {
  Scene scene;
  static_cast<Attention&>(scene) = attention;
  write_object(scene, kAttentionFields, out);
}

void read_position(const Value& value, const Place& place, SceneReading& reading) {
  kAttentionFields[0].read(reading.scene, value, place, reading);
}

void write_position(const Position& position, Writer& out) {
  write_kinds(position, kPositionFields, out);
}

std::string read_view(const Value& value, const Place& place) {
  json::require_object(value, place, "an object");
  std::string view = value.dump();
  require_bytes(view.size(), kMaxViewBytes, place.pointer());
  return view;
}

std::optional<std::string> writable_view(const std::string& text) try {
  const json::Tree tree = json::parse("{\"view\":" + text + "}", {"view", kMaxViewBytes});
  const Value view = Value(tree, 0).first().next();
  const bool is_one_object = Value(tree, 0).size() == 1 && view.kind() == json::Kind::kObject;
  if (!is_one_object) return std::nullopt;
  std::string written = view.dump();
  return written.size() <= kMaxViewBytes ? std::optional(std::move(written)) : std::nullopt;
} catch (const SceneError&) {
  return std::nullopt;
}

int version_of(const Scene& scene) { return version_of_object(scene, kSceneFields); }

}  // namespace attn
