#include "app/document/scene_file/result_file.h"

#include "engine/reference/parts.h"

namespace attn {
namespace {

/// null if the trace lacks it, or without embeddings or values.
void write_part(const PartKind& kind, const Trace& trace, std::size_t h, json::Writer& out) {
  out.key(kind.result);
  // A result contains only what the trace holds.
  const Matrix* matrix = kind.held(Scene(), trace, h);
  if (matrix && matrix->cols() > 0) {
    out.value_or_null(*matrix);
  } else {
    out.null();
  }
}

void write_head(const Trace& trace, std::size_t h, json::Writer& out) {
  out.begin_object();
  for (const PartKind& kind : part_kinds()) {
    if (kind.is_of_head && !kind.result.empty()) write_part(kind, trace, h, out);
  }
  out.end_object();
}

}  // namespace

void write_attention_result(const Trace& trace, json::Writer& out) {
  out.key("heads");
  out.begin_list();
  for (std::size_t h = 0; h < trace.heads.size(); ++h) {
    out.item();
    write_head(trace, h, out);
  }
  out.end_list();
  write_part(part_kind(Part::output), trace, 0, out);
}

void write_result(const Trace& trace, std::string_view backend, int version, const Sink& sink) {
  json::Writer out(sink);
  out.begin_object();
  out.member("format", "attentoscope/result");
  out.member("version", version);
  out.member("backend", backend);
  write_part(part_kind(Part::position), trace, 0, out);
  write_attention_result(trace, out);
  out.member("warnings", trace.warnings);
  out.end_object();
  std::move(out).take();
}

}  // namespace attn
