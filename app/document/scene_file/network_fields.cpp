#include "app/document/scene_file/network_fields.h"

#include "app/document/scene_file/fields.h"
#include "app/document/scene_file/matrix_files.h"
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

/// Shapes are checked after reading.
Shape any_shape(const Scene&) { return {}; }

template <auto member>
constexpr auto matrix(std::string_view key, bool required = false) {
  return shaped<member, read_matrix, any_shape>(key, required);
}
template <auto member>
constexpr auto row(std::string_view key) {
  return field<member, json::read_row>(key);
}

bool is_of_networks(const NormKind& kind) { return kind.has_epsilon; }

constexpr Field<Norm> kNormFields[] = {
    kind_by_id<&Norm::kind, norm_kinds, is_of_networks>("kind", true),
    field<&Norm::epsilon, read_epsilon>("epsilon"),
    row<&Norm::gain>("gain"),
    row<&Norm::shift>("shift"),
};

/// Row for an optional object without kinds.
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
    kind_by_id<&Mlp::activation, activation_kinds>("activation"),
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

// In the order of NormPlace.
constexpr std::array<std::string_view, 2> kNormPlaces{"pre", "post"};

constexpr Field<Block> kBlockFields[] = {
    {"attention", read_block_attention, write_block_attention, equals_default<&Block::attention>},
    object<&Block::mlp, kMlpFields>("mlp"),
    object<&Block::attention_norm, kNormFields>("attention_norm"),
    object<&Block::mlp_norm, kNormFields>("mlp_norm"),
    choice<&Block::norm_place, kNormPlaces>("norm_place"),
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

/// The blocks' attention is read like that of a scene with these inputs.
void read_embedding(Network& network, const Value& value, const Place& place,
                    SceneReading& reading) {
  network.embedding = read_matrix(value, place, {}, reading);
  reading.scene.tokens = network.tokens;
  const auto L = std::ssize(network.tokens);
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

/// The format's keys come first.
constexpr Field<Network> kNetworkFormatFields[] = {
    {"format", read_network_format, [](const Network&, Writer& out) { out.value(kNetworkFormat); },
     never, true},
    {"version", read_network_version,
     [](const Network&, Writer& out) { out.value(kNetworkVersion); }, never, true},
};

/// In an order in which each shape follows from earlier keys.
constexpr Field<Network> kNetworkFields[] = {
    kNetworkFormatFields[0],
    kNetworkFormatFields[1],
    field<&Network::title, json::read_text>("title"),
    field<&Network::notes, json::read_text>("notes"),
    field<&Network::vocabulary, json::read_tokens>("vocabulary", true),
    field<&Network::tokens, json::read_tokens>("tokens", true),
    {"embedding", read_embedding, write_member<&Network::embedding>,
     equals_default<&Network::embedding>, true},
    matrix<&Network::inputs>("inputs"),
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

Network read_network_fields(const Value& value, MatrixFiles& files) {
  Network network;
  Scene inputs;
  SceneReading reading{inputs, files, kNewestVersion};
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
