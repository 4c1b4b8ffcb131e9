#include "app/document/scene_file/network_fields.h"

#include <algorithm>

#include "app/document/scene_file/fields.h"
#include "app/document/scene_file/scene_fields.h"
#include "engine/attention/norm.h"
#include "engine/attention/shapes.h"
#include "engine/base/require.h"

namespace attn {
namespace {

using json::Place;
using json::Value;
using json::Writer;

constexpr int kNetworkVersion = 1;

/// What fits is looked at when all is read.
Shape any_shape(const Scene&) { return {}; }

template <auto member>
constexpr auto matrix(std::string_view key, bool required = false) {
  return shaped<member, json::read_matrix, any_shape>(key, required);
}
template <auto member>
constexpr auto row(std::string_view key) {
  return field<member, json::read_row>(key);
}

/// A row of a table by its id.
template <typename Kind>
const Kind* read_id(std::span<const Kind> kinds, const Value& value, const Place& place) {
  const Kind* kind = value.kind() == json::Kind::kText ? find_row(kinds, value.text()) : nullptr;
  const auto all = ids_of(kinds, [](const Kind&) { return true; });
  if (!kind) json::fail_type(place, one_of(all), value);
  return kind;
}

const NormKind* read_norm_kind(const Value& value, const Place& place) {
  const bool is_text = value.kind() == json::Kind::kText;
  const NormKind* kind = is_text ? find_row(norm_kinds(), value.text()) : nullptr;
  const auto known = ids_of(norm_kinds(), [](const NormKind& norm) { return norm.has_epsilon; });
  if (!kind || !kind->has_epsilon) json::fail_type(place, one_of(known), value);
  return kind;
}

float read_norm_epsilon(const Value& value, const Place& place) {
  return json::read_not_negative(value, place, "a number >= 0");
}

constexpr Field<Norm> kNormFields[] = {
    {"kind",
     [](Norm& norm, const Value& value, const Place& place, SceneReading&) {
       norm.kind = read_norm_kind(value, place);
     },
     [](const Norm& norm, Writer& out) { out.value(norm.kind->id); },
     [](const Norm&) { return false; }, true},
    field<&Norm::epsilon, read_norm_epsilon>("epsilon"),
    row<&Norm::gain>("gain"),
    row<&Norm::shift>("shift"),
};

/// An object without kinds that may be absent.
template <auto member, const auto& fields>
constexpr Field<OwnerOf<member>> object(std::string_view key) {
  using Owner = OwnerOf<member>;
  return {key,
          [](Owner& owner, const Value& value, const Place& place, SceneReading& reading) {
            read_object((owner.*member).emplace(), fields, value, place, reading);
          },
          [](const Owner& owner, Writer& out) { write_object(*(owner.*member), fields, out); },
          equals_default<member>};
}

constexpr Field<Mlp> kMlpFields[] = {
    matrix<&Mlp::w_1>("w_1", true),
    row<&Mlp::b_1>("b_1"),
    matrix<&Mlp::w_2>("w_2", true),
    row<&Mlp::b_2>("b_2"),
    {"activation",
     [](Mlp& mlp, const Value& value, const Place& place, SceneReading&) {
       mlp.activation = read_id(activation_kinds(), value, place);
     },
     [](const Mlp& mlp, Writer& out) { out.value(mlp.activation->id); },
     equals_default<&Mlp::activation>},
    matrix<&Mlp::w_3>("w_3"),
    row<&Mlp::b_3>("b_3"),
};

void read_block_attention(Block& block, const Value& value, const Place& place,
                          SceneReading& reading) {
  static_cast<Attention&>(reading.scene) = {};
  read_attention(value, place, reading);
  block.attention = static_cast<const Attention&>(reading.scene);
}

void write_block_attention(const Block& block, Writer& out) {
  write_attention(*block.attention, out);
}

void read_norm_place(Block& block, const Value& value, const Place& place, SceneReading&) {
  const bool is_text = value.kind() == json::Kind::kText;
  if (!is_text || (value.text() != "pre" && value.text() != "post")) {
    json::fail_type(place, "one of pre, post", value);
  }
  block.norm_place = value.text() == "pre" ? NormPlace::kPre : NormPlace::kPost;
}

void write_norm_place(const Block& block, Writer& out) {
  out.value(block.norm_place == NormPlace::kPre ? "pre" : "post");
}

constexpr Field<Block> kBlockFields[] = {
    {"attention", read_block_attention, write_block_attention, equals_default<&Block::attention>},
    object<&Block::mlp, kMlpFields>("mlp"),
    object<&Block::attention_norm, kNormFields>("attention_norm"),
    object<&Block::mlp_norm, kNormFields>("mlp_norm"),
    {"norm_place", read_norm_place, write_norm_place, equals_default<&Block::norm_place>},
    field<&Block::residual, json::read_bool>("residual"),
};

void read_blocks(Network& network, const Value& value, const Place& place, SceneReading& reading) {
  json::require_list(value, place, "a list of blocks");
  Value item = value.first();
  for (std::size_t b = 0; b < value.size(); ++b, item = item.next()) {
    read_object(network.blocks.emplace_back(), kBlockFields, item, place / b, reading);
  }
}

void write_blocks(const Network& network, Writer& out) {
  out.begin_list();
  for (const Block& block : network.blocks) {
    out.item();
    write_object(block, kBlockFields, out);
  }
  out.end_list();
}

/// The blocks' attention is read as that of a scene with these inputs.
void read_embedding(Network& network, const Value& value, const Place& place,
                    SceneReading& reading) {
  network.embedding = json::read_matrix(value, place, {});
  reading.scene.tokens = network.tokens;
  const auto L = static_cast<Index>(network.tokens.size());
  reading.scene.embeddings = Matrix(Matrix::Zero(L, network.width()));
}

void read_network_position(Network& network, const Value& value, const Place& place,
                           SceneReading& reading) {
  read_position(value, place, reading);
  network.position = reading.scene.position;
}

void read_network_format(Network&, const Value& value, const Place& place, SceneReading&) {
  if (value.kind() != json::Kind::kText || value.text() != kNetworkFormat) {
    json::fail_type(place, "\"" + std::string(kNetworkFormat) + "\"", value);
  }
}

void read_network_version(Network&, const Value& value, const Place& place, SceneReading&) {
  if (!value.is_number() || value.number() != kNetworkVersion) {
    json::fail_type(place, std::to_string(kNetworkVersion), value);
  }
}

bool never(const Network&) { return false; }

/// What tells the format comes first.
constexpr Field<Network> kNetworkFormatFields[] = {
    {"format", read_network_format, [](const Network&, Writer& out) { out.value(kNetworkFormat); },
     never, true},
    {"version", read_network_version,
     [](const Network&, Writer& out) { out.value(kNetworkVersion); }, never, true},
};

/// In an order in which the shape of each follows from those before it.
constexpr Field<Network> kNetworkFields[] = {
    kNetworkFormatFields[0],
    kNetworkFormatFields[1],
    field<&Network::title, json::read_text>("title"),
    field<&Network::notes, json::read_text>("notes"),
    field<&Network::vocabulary, json::read_tokens>("vocabulary", true),
    field<&Network::tokens, json::read_tokens>("tokens", true),
    {"embedding", read_embedding, write_member<&Network::embedding>,
     equals_default<&Network::embedding>, true},
    {"position", read_network_position,
     [](const Network& network, Writer& out) { write_position(network.position, out); },
     equals_default<&Network::position>},
    object<&Network::norm_in, kNormFields>("norm_in"),
    {"blocks", read_blocks, write_blocks, never, true},
    object<&Network::norm_out, kNormFields>("norm_out"),
    matrix<&Network::unembedding>("unembedding"),
    row<&Network::unembedding_bias>("unembedding_bias"),
    {"view",
     [](Network& network, const Value& value, const Place& place, SceneReading&) {
       network.view = read_view(value, place);
     },
     [](const Network& network, Writer& out) { out.raw(*writable_view(network.view)); },
     [](const Network& network) {
       return equals_default<&Network::view>(network) || !writable_view(network.view);
     }},
};

}  // namespace

Network read_network_fields(const Value& value) {
  Network network;
  Scene inputs;
  SceneReading reading{inputs, kNewestVersion};
  const Place top;
  for (const auto& field : kNetworkFormatFields)
    read_field(field, true, network, value, top, reading);
  read_object(network, kNetworkFields, value, top, reading);
  return network;
}

void write_network_fields(const Network& network, Writer& out) {
  write_object(network, kNetworkFields, out);
}

}  // namespace attn
