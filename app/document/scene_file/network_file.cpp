#include "app/document/scene_file/network_file.h"

#include <algorithm>
#include <span>
#include <utility>

#include "app/document/files/files.h"
#include "app/document/json/json_write.h"
#include "app/document/scene_file/fields.h"
#include "app/document/scene_file/network_fields.h"
#include "app/document/scene_file/result_file.h"
#include "app/document/scene_file/scene_file.h"

namespace attn {
namespace {

Network network_of(const json::Value& object, MatrixFiles& files) {
  Network network = read_network_fields(object, files);
  require_valid(network);
  return network;
}

bool says_network(const json::Value& object) {
  const auto format = find_member(object, "format");
  return format && format->kind() == json::Kind::kText && format->text() == kNetworkFormat;
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

Computable read_computable(const std::string& path) {
  const std::string text = read_whole(path);
  return computable_of(within_memory([&] { return parse_whole(text); }), MatrixFiles(path));
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
