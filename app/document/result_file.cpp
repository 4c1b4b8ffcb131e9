#include "app/document/result_file.h"

#include "app/document/json_write.h"

namespace attn {
namespace {

void write_optional(json::Writer& out, const std::optional<Matrix>& matrix) {
  if (matrix) {
    out.value(*matrix);
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
  for (const auto& [key, matrix] : {Part{"q", head.q}, Part{"k", head.k}, Part{"v", head.v}}) {
    out.key(key);
    out.value(matrix);
  }
  out.key("scores");
  out.value_or_null(head.scores);
  for (const auto& [key, matrix] : {Part{"weights", head.weights}, Part{"output", head.output}}) {
    out.key(key);
    out.value(matrix);
  }
  out.end_object();
}

}  // namespace

void write_result(const Trace& trace, std::string_view backend, const Sink& sink) {
  json::Writer out(sink);
  out.begin_object();
  out.key("format");
  out.value("attentoscope/result");
  out.key("version");
  out.value(1);
  out.key("backend");
  out.value(backend);
  out.key("position");
  write_optional(out, trace.position);
  out.key("heads");
  out.begin_list();
  for (const HeadTrace& head : trace.heads) {
    out.item();
    write_head(out, head);
  }
  out.end_list();
  out.key("output");
  write_optional(out, trace.output);
  out.key("warnings");
  out.value(trace.warnings);
  out.end_object();
  std::move(out).take();
}

std::string format_result(const Trace& trace, std::string_view backend) {
  std::string text;
  write_result(trace, backend, [&text](std::string_view piece) { text += piece; });
  return text;
}

}  // namespace attn
