#include "app/document/scene_file/network_file.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "app/document/files/files.h"
#include "app/document/json/json_write.h"
#include "app/document/scene_file/fields.h"
#include "app/document/scene_file/result_file.h"
#include "app/document/scene_file/scene_fields.h"
#include "app/document/scene_file/scene_file.h"
#include "engine/attention/norm.h"
#include "engine/attention/shapes.h"
#include "engine/base/require.h"

namespace attn {
namespace {

using json::Place;
using json::Value;
using json::Writer;

constexpr int kNewestNetworkVersion = 2;

/// Shapes are checked after reading.
Shape any_shape(const Scene&) { return {}; }

template <auto member>
constexpr auto matrix(std::string_view key, bool required = false) {
  return shaped<member, read_matrix, any_shape>(key, required);
}
template <auto member>
constexpr Field<OwnerOf<member>> row(std::string_view key) {
  using Owner = OwnerOf<member>;
  return {key,
          [](Owner& owner, const Value& value, const Place& place, SceneReading& reading) {
            owner.*member = read_row(value, place, reading);
          },
          write_member<member>, equals_default<member>};
}
/// Row of a key that version 2 of networks introduced.
template <typename Owner>
constexpr Field<Owner> second(Field<Owner> field) {
  field.version = 2;
  return field;
}

bool is_of_networks(const NormKind& kind) { return kind.has_epsilon; }

constexpr Field<Norm> kNormFields[] = {
    kind_by_id<&Norm::kind, norm_kinds, is_of_networks>("kind", true),
    field<&Norm::epsilon, read_epsilon>("epsilon"),
    row<&Norm::gain>("gain"),
    row<&Norm::shift>("shift"),
};

constexpr Field<Mlp> kMlpFields[] = {
    matrix<&Mlp::w_1>("w_1", true),
    row<&Mlp::b_1>("b_1"),
    matrix<&Mlp::w_2>("w_2", true),
    row<&Mlp::b_2>("b_2"),
    kind_by_id<&Mlp::activation, activation_kinds>("activation"),
    matrix<&Mlp::w_3>("w_3"),
    row<&Mlp::b_3>("b_3"),
};

/// Parts of scenes are of their newest version in every network.
template <typename Read>
void read_as_in_scenes(SceneReading& reading, const Read& read) {
  const int version = std::exchange(reading.version, kNewestVersion);
  read();
  reading.version = version;
}

void read_block_attention(Block& block, const Value& value, const Place& place,
                          SceneReading& reading) {
  static_cast<Attention&>(reading.scene) = {};
  read_as_in_scenes(reading, [&] { read_attention(value, place, reading); });
  block.attention = static_cast<const Attention&>(reading.scene);
}

void write_block_attention(const Block& block, Writer& out) {
  write_attention(*block.attention, out);
}

// In the order of NormPlace.
constexpr std::array<std::string_view, 3> kNormPlaces{"pre", "post", "both"};

void read_norm_place(Block& block, const Value& value, const Place& place, SceneReading& reading) {
  std::vector<std::string_view> words(kNormPlaces.begin(), kNormPlaces.end());
  if (reading.version < 2 && !says(value, words.back())) words.pop_back();
  block.norm_place = static_cast<NormPlace>(read_word(value, place, words));
  const bool is_later = block.norm_place == NormPlace::kBoth && reading.version < 2;
  if (is_later) json::fail(place, why_not_in_version(2, reading.version));
}

void write_norm_place(const Block& block, Writer& out) {
  out.value(kNormPlaces[static_cast<std::size_t>(block.norm_place)]);
}

constexpr Field<Block> kBlockFields[] = {
    {"attention", read_block_attention, write_block_attention, equals_default<&Block::attention>},
    object_field<&Block::mlp, kMlpFields>("mlp"),
    object_field<&Block::attention_norm, kNormFields>("attention_norm"),
    object_field<&Block::mlp_norm, kNormFields>("mlp_norm"),
    object_field<&Block::attention_norm_after, kNormFields>("attention_norm_after", 2),
    object_field<&Block::mlp_norm_after, kNormFields>("mlp_norm_after", 2),
    {"norm_place", read_norm_place, write_norm_place, equals_default<&Block::norm_place>},
    field<&Block::residual, json::read_bool>("residual"),
    second(field<&Block::parallel, json::read_bool>("parallel")),
};

constexpr Field<TokenTypes> kTypesFields[] = {
    matrix<&TokenTypes::table>("table", true),
    field<&TokenTypes::ids, json::read_ids>("ids"),
};

constexpr Field<OutputHead> kOutputHeadFields[] = {
    matrix<&OutputHead::w>("w", true),
    row<&OutputHead::b>("b"),
    kind_by_id<&OutputHead::activation, activation_kinds>("activation", true),
    object_field<&OutputHead::norm, kNormFields>("norm"),
};

void read_blocks(Network& network, const Value& value, const Place& place, SceneReading& reading) {
  json::require_list(value, place, "a list of blocks");
  json::for_each_item(value, place, [&](std::size_t, const Value& item, const Place& at) {
    read_object(network.blocks.emplace_back(), kBlockFields, item, at, reading);
  });
}

void write_blocks(const Network& network, Writer& out) {
  out.list(network.blocks, [&](const Block& block) { write_object(block, kBlockFields, out); });
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
  read_as_in_scenes(reading, [&] { read_position(value, place, reading); });
  network.position = reading.scene.position;
}

/// Lowest version of the format that has all of the network.
int version_of(const Network& network) {
  const bool is_second = network.embedding_scale || network.types || network.head ||
                         network.logits_cap ||
                         std::ranges::any_of(network.blocks, [](const Block& block) {
                           return block.parallel || block.norm_place == NormPlace::kBoth;
                         });
  return is_second ? 2 : 1;
}

void read_version(Network&, const Value& value, const Place& place, SceneReading& reading) {
  const double version = value.is_number() ? value.number() : 0;
  if (version != 1 && version != kNewestNetworkVersion) json::fail_type(place, "1 or 2", value);
  reading.version = static_cast<int>(version);
  reading.reads_rows_from_files = version > 1;
}

constexpr Field<Network> kNetworkFormatFields[] = {
    kFormatRow<Network, kNetworkFormat>,
    {"version", read_version,
     [](const Network& network, Writer& out) {
       // Rows that stand in other files came with version 2.
       out.value(out.replaces_numbers() ? kNewestNetworkVersion : version_of(network));
     },
     is_never_default<Network>, true}};

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
    second(field<&Network::embedding_scale, json::read_number>("embedding_scale")),
    matrix<&Network::inputs>("inputs"),
    object_field<&Network::types, kTypesFields>("types", 2),
    {"position", read_network_position,
     [](const Network& network, Writer& out) { write_position(network.position, out); },
     equals_default<&Network::position>},
    object_field<&Network::norm_in, kNormFields>("norm_in"),
    {"blocks", read_blocks, write_blocks, is_never_default<Network>, true},
    object_field<&Network::norm_out, kNormFields>("norm_out"),
    object_field<&Network::head, kOutputHeadFields>("head", 2),
    matrix<&Network::unembedding>("unembedding"),
    row<&Network::unembedding_bias>("unembedding_bias"),
    second(field<&Network::logits_cap, json::read_positive>("logits_cap")),
    view_field<&Network::view>(),
};

Network network_of(const Value& value, MatrixFiles& files) {
  Network network;
  Scene inputs;
  SceneReading reading{inputs, files};
  files.allow_any_count();
  const Place top;
  for (const auto& field : kNetworkFormatFields)
    read_field(field, true, network, value, top, reading);
  read_object(network, kNetworkFields, value, top, reading);
  require_valid(network);
  return network;
}

bool says_network(const json::Value& object) {
  const auto format = find_member(object, "format");
  return format && says(*format, kNetworkFormat);
}

/// Traces of the stages of one block.
struct Traced {
  std::span<const Stage> stages;
  std::span<const StageTrace> traces;

  Traced of_block(int block) const {
    const auto begin = std::ranges::lower_bound(stages, block, {}, &Stage::block);
    const auto end = std::ranges::upper_bound(stages, block, {}, &Stage::block);
    const auto first = static_cast<std::size_t>(begin - stages.begin());
    const auto count = static_cast<std::size_t>(end - begin);
    return {stages.subspan(first, count), traces.subspan(first, count)};
  }
};

void write_block(const Evaluation* attention, const Traced& block, json::Writer& out) {
  out.begin_object();
  out.key("attention");
  if (attention) {
    out.begin_object();
    write_attention_result(attention->trace, out);
    out.end_object();
  } else {
    out.null();
  }
  out.member("x", block.traces.back().x);
  out.end_object();
}

}  // namespace

void write_network_fields(const Network& network, Writer& out) {
  write_object(network, kNetworkFields, out);
}

Network parse_network(std::string_view json) {
  MatrixFiles none;
  return within_memory([&] { return network_of(json::Value(parse_whole(json), 0), none); });
}

std::string format_network(const Network& network) {
  json::Writer out;
  write_network_fields(network, out);
  return std::move(out).take();
}

void write_network(const Network& network, const std::string& path) {
  write_file(path, format_network(network), FileKind::network);
}

Computable computable_of(const json::Tree& tree, MatrixFiles files) {
  return within_memory([&] { return computable_in(json::Value(tree, 0), files); });
}

Computable computable_in(const json::Value& object, MatrixFiles& files) {
  if (says_network(object)) return network_of(object, files);
  return scene_of(object, files);
}

Attention attention_in(const Value& value, const Place& place, MatrixFiles& files, Index width,
                       Index tokens) {
  // A network of this block alone has the same rules.
  Network network;
  network.vocabulary = {"0"};
  network.tokens.assign(static_cast<std::size_t>(tokens), "0");
  network.embedding = Matrix(Matrix::Zero(1, width));
  Scene inputs;
  inputs.tokens = network.tokens;
  inputs.embeddings = Matrix(Matrix::Zero(tokens, width));
  SceneReading reading{inputs, files};
  reading.reads_rows_from_files = true;
  files.allow_any_count();
  read_block_attention(network.blocks.emplace_back(), value, place, reading);
  try {
    require_valid(network);
  } catch (const SceneError& error) {
    const std::string within = "/blocks/0/attention";
    std::string at = error.problem().place;
    if (at.starts_with(within)) at = place.pointer() + at.substr(within.size());
    throw SceneError({at, error.problem().text});
  }
  return *network.blocks.front().attention;
}

Computable read_computable(const std::string& path, ReadFiles* read) {
  if (read != nullptr) read->push_back({path, identity_of(path)});
  const std::string text = read_whole(path);
  return computable_of(within_memory([&] { return parse_whole(text); }), MatrixFiles(path, read));
}

void write_network_result(const Network& network, const NetworkTrace& trace,
                          std::string_view backend, const Sink& sink) {
  const std::vector<Stage> stages = stages_of(network);
  const Traced all{stages, trace.stages};
  json::Writer out(sink);
  out.begin_object();
  out.member("format", "attentoscope/network-result");
  out.member("version", 1);
  out.member("backend", backend);
  out.member("x", all.of_block(-1).traces.back().x);
  out.key("blocks");
  out.begin_list();
  for (int block = 0; block < static_cast<int>(network.blocks.size()); ++block) {
    out.item();
    write_block(attention_of(network, trace, block).get(), all.of_block(block), out);
  }
  out.end_list();
  out.member("logits", trace.stages.back().x);
  out.member("warnings", trace.warnings);
  out.end_object();
  std::move(out).take();
}

}  // namespace attn
