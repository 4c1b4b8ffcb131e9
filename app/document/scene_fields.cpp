#include "app/document/scene_fields.h"

#include <cmath>
#include <limits>

#include "app/document/fields.h"
#include "engine/combine.h"
#include "engine/mask.h"
#include "engine/normalize.h"
#include "engine/position.h"
#include "engine/require.h"
#include "engine/score.h"
#include "engine/shapes.h"

namespace attn {
namespace {

using json::Place;
using json::Value;
using json::Writer;

constexpr std::string_view kFormat = "attentoscope/scene";
constexpr int kVersion = 1;

/// The head that is being read is the scene's last.
Shape last_w_a_shape(const Scene& scene) { return w_a_shape(scene, scene.heads.size() - 1); }

void read_temperature(Normalizer& normalizer, const Value& value, const Place& place, Scene&) {
  const bool is_infinite = value.kind() == json::Kind::kText && value.text() == "inf";
  normalizer.temperature = is_infinite
                               ? std::numeric_limits<float>::infinity()
                               : json::read_not_negative(value, place, "a number >= 0 or \"inf\"");
}

void write_temperature(const Normalizer& normalizer, Writer& out) {
  if (std::isinf(normalizer.temperature)) {
    out.value("inf");
  } else {
    out.value(normalizer.temperature);
  }
}

void read_projections(Combine& combine, const Value& value, const Place& place, Scene& scene) {
  json::require_list(value, place, "a list of matrices");
  const Extent H{static_cast<Index>(scene.heads.size()), "H", Extent::Rule::kExactly};
  require_count(static_cast<Index>(value.size()), H, "head", place.pointer());
  Value item = value.first();
  for (std::size_t h = 0; h < value.size(); ++h, item = item.next()) {
    combine.projections.emplace_back(
        json::read_matrix(item, place / h, projection_shape(scene, h)));
  }
}

void write_projections(const Combine& combine, Writer& out) {
  out.begin_list();
  for (const Cow<Matrix>& projection : combine.projections) {
    out.item();
    out.value(*projection);
  }
  out.end_list();
}

constexpr Field<Queries> kQueriesFields[] = {
    field<&Queries::tokens, json::read_tokens>("tokens", true),
    shaped<&Queries::embeddings, json::read_matrix, query_embeddings_shape>("embeddings", true),
};

constexpr Field<Position> kPositionFields[] = {
    field<&Position::base, json::read_positive>("base"),
    field<&Position::scale, json::read_number>("scale"),
    shaped<&Position::table, json::read_matrix, position_table_shape>("table"),
    field<&Position::slopes, json::read_row>("slopes"),
};

constexpr Field<Head> kHeadFields[] = {
    shaped<&Head::w_q, json::read_matrix, w_q_shape>("w_q"),
    shaped<&Head::w_k, json::read_matrix, w_k_shape>("w_k"),
    shaped<&Head::w_v, json::read_matrix, w_v_shape>("w_v"),
    shaped<&Head::w_a, json::read_matrix, last_w_a_shape>("w_a"),
    field<&Head::v, json::read_row>("v"),
    field<&Head::width, json::read_positive>("width"),
};

constexpr Field<Score> kScoreFields[] = {
    field<&Score::scale, json::read_number>("scale"),
};

constexpr Field<Mask> kMaskFields[] = {
    field<&Mask::valid, json::read_bools>("valid"),
    field<&Mask::radius, json::read_whole>("radius"),
    field<&Mask::sigma, json::read_positive>("sigma"),
    shaped<&Mask::allowed, json::read_bool_matrix, pair_shape>("allowed"),
    field<&Mask::edges, json::read_edges>("edges"),
    field<&Mask::self_loops, json::read_bool>("self_loops"),
};

constexpr Field<Normalizer> kNormalizerFields[] = {
    {"temperature", read_temperature, write_temperature, equals_default<&Normalizer::temperature>},
};

constexpr Field<Combine> kCombineFields[] = {
    shaped<&Combine::w_o, json::read_matrix, w_o_shape>("w_o"),
    {"w",
     [](Combine& combine, const Value& value, const Place& place, Scene&) {
       combine.w = json::read_row(value, place);
     },
     write_member<&Combine::w>, equals_default<&Combine::w>, false, "weighted"},
    {"w", read_projections, write_projections, equals_default<&Combine::projections>, false,
     "projection"},
};

/// A part of the scene that is an object with kinds.
template <auto member, auto kinds, const auto& fields>
constexpr Field<Scene> part(std::string_view key) {
  return {key,
          [](Scene& owner, const Value& value, const Place& place, Scene& scene) {
            read_kinds(owner.*member, kinds(), fields, value, place, scene);
          },
          [](const Scene& scene, Writer& out) { write_kinds(scene.*member, fields, out); },
          equals_default<member, Scene>};
}

void read_queries(Scene& scene, const Value& value, const Place& place, Scene&) {
  read_object(scene.queries.emplace(), kQueriesFields, value, place, scene);
}

void write_queries(const Scene& scene, Writer& out) {
  write_object(*scene.queries, kQueriesFields, out);
}

void read_heads(Scene& scene, const Value& value, const Place& place, Scene&) {
  json::require_list(value, place, "a list of heads");
  require_count(static_cast<Index>(value.size()), Extent{}, "head", place.pointer());
  scene.heads.clear();
  Value item = value.first();
  for (std::size_t h = 0; h < value.size(); ++h, item = item.next()) {
    read_object(scene.heads.emplace_back(), kHeadFields, item, place / h, scene);
  }
}

void write_heads(const Scene& scene, Writer& out) {
  out.begin_list();
  for (const Head& head : scene.heads) {
    out.item();
    write_object(head, kHeadFields, out);
  }
  out.end_list();
}

void read_masks(Scene& scene, const Value& value, const Place& place, Scene&) {
  json::require_list(value, place, "a list of masks");
  Value item = value.first();
  for (std::size_t n = 0; n < value.size(); ++n, item = item.next()) {
    read_kinds(scene.masks.emplace_back(), mask_kinds(), kMaskFields, item, place / n, scene);
  }
}

void write_masks(const Scene& scene, Writer& out) {
  out.begin_list();
  for (const Mask& mask : scene.masks) {
    out.item();
    write_kinds(mask, kMaskFields, out);
  }
  out.end_list();
}

void read_view(Scene& scene, const Value& value, const Place& place, Scene&) {
  json::require_object(value, place, "an object");
  std::string view = value.dump();
  require_bytes(view.size(), kMaxViewBytes, place.pointer());
  scene.view = std::move(view);
}

/// The view as it can stand in a file; nothing where it is not an object that can be read again.
std::optional<std::string> writable_view(const Scene& scene) try {
  const json::Tree tree = json::parse("{\"view\":" + scene.view + "}", {"view", kMaxViewBytes});
  const Value view = Value(tree, 0).first().next();
  const bool is_one_object = Value(tree, 0).size() == 1 && view.kind() == json::Kind::kObject;
  if (!is_one_object) return std::nullopt;
  std::string written = view.dump();
  return written.size() <= kMaxViewBytes ? std::optional(std::move(written)) : std::nullopt;
} catch (const SceneError&) {
  return std::nullopt;
}

void write_view(const Scene& scene, Writer& out) { out.raw(*writable_view(scene)); }

bool has_no_view(const Scene& scene) {
  return equals_default<&Scene::view>(scene) || !writable_view(scene);
}

void read_format(Scene&, const Value& value, const Place& place, Scene&) {
  const std::string expected = "\"" + std::string(kFormat) + "\"";
  if (value.kind() != json::Kind::kText || value.text() != kFormat) {
    json::fail_type(place, expected, value);
  }
}

void read_version(Scene&, const Value& value, const Place& place, Scene&) {
  if (!value.is_number() || value.number() != kVersion) {
    json::fail_type(place, std::to_string(kVersion), value);
  }
}

template <const auto& constant>
void write_constant(const Scene&, Writer& out) {
  out.value(constant);
}

bool never(const Scene&) { return false; }

/// What tells the format comes first: a file of another is not judged by the keys of this one.
constexpr Field<Scene> kFormatFields[] = {
    {"format", read_format, write_constant<kFormat>, never, true},
    {"version", read_version, write_constant<kVersion>, never, true},
};

/// In an order in which the shape of each follows from those before it.
constexpr Field<Scene> kSceneFields[] = {
    kFormatFields[0],
    kFormatFields[1],
    field<&Scene::title, json::read_text>("title"),
    field<&Scene::notes, json::read_text>("notes"),
    field<&Scene::tokens, json::read_tokens>("tokens", true),
    shaped<&Scene::embeddings, json::read_matrix, embeddings_shape>("embeddings", true),
    {"queries", read_queries, write_queries, equals_default<&Scene::queries>},
    shaped<&Scene::values, json::read_matrix, values_shape>("values"),
    part<&Scene::position, position_kinds, kPositionFields>("position"),
    {"heads", read_heads, write_heads, equals_default<&Scene::heads, Scene>},
    part<&Scene::score, score_kinds, kScoreFields>("score"),
    shaped<&Scene::bias, json::read_matrix, pair_shape, Scene>("bias"),
    {"masks", read_masks, write_masks, equals_default<&Scene::masks, Scene>},
    part<&Scene::normalizer, normalizer_kinds, kNormalizerFields>("normalizer"),
    part<&Scene::combine, combine_kinds, kCombineFields>("combine"),
    {"view", read_view, write_view, has_no_view},
};

}  // namespace

Scene read_fields(const Value& value) {
  Scene scene;
  const Place top;
  for (const auto& field : kFormatFields) read_field(field, true, scene, value, top, scene);
  read_object(scene, kSceneFields, value, top, scene);
  return scene;
}

void write_fields(const Scene& scene, Writer& out) { write_object(scene, kSceneFields, out); }

}  // namespace attn
