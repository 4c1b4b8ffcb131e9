#include "app/document/scene_file/result_file.h"

#include "app/document/json/json_write.h"

namespace attn {
namespace {

/// null where there is nothing to compute from: no embeddings, no values.
void write_numbers(json::Writer& out, const Matrix& matrix) {
  if (matrix.cols() > 0) {
    out.value_or_null(matrix);
  } else {
    out.null();
  }
}

void write_optional(json::Writer& out, const std::optional<Matrix>& matrix) {
  if (matrix) {
    write_numbers(out, *matrix);
  } else {
    out.null();
  }
}

void write_head(json::Writer& out, const HeadTrace& head) {
  struct Part {
    std::string_view key;
    const Matrix& matrix;
  };
  out.begin_object();
  for (const auto& [key, matrix] :
       {Part{"q", head.q}, Part{"k", head.k}, Part{"v", head.v}, Part{"scores", head.scores},
        Part{"weights", head.weights}, Part{"output", head.output}}) {
    out.key(key);
    write_numbers(out, matrix);
  }
  out.end_object();
}

}  // namespace

void write_attention_result(const Trace& trace, json::Writer& out) {
  out.key("heads");
  out.begin_list();
  for (const HeadTrace& head : trace.heads) {
    out.item();
    write_head(out, head);
  }
  out.end_list();
  out.key("output");
  write_optional(out, trace.output);
}

void write_result(const Trace& trace, std::string_view backend, int version, const Sink& sink) {
  json::Writer out(sink);
  out.begin_object();
  out.key("format");
  out.value("attentoscope/result");
  out.key("version");
  out.value(version);
  out.key("backend");
  out.value(backend);
  out.key("position");
  write_optional(out, trace.position);
  write_attention_result(trace, out);
  out.key("warnings");
  out.value(trace.warnings);
  out.end_object();
  std::move(out).take();
}

std::string format_result(const Trace& trace, std::string_view backend, int version) {
  std::string text;
  write_result(trace, backend, version, [&text](std::string_view piece) { text += piece; });
  return text;
}

}  // namespace attn
