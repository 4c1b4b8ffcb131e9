#include "app/document/json/json_write.h"
#include "app/figure/tables/table_format.h"
#include "engine/base/text.h"

namespace attn {

void write_json(const ViewTable& table, const Sink& sink) {
  json::Writer out(sink);
  out.begin_object();
  out.member("format", "attentoscope/table");
  out.member("version", 1);
  out.member("view", table.view);
  if (table.is_stack()) {
    const auto name = [](const auto& layer) { return layer.name; };
    out.member("layers", texts_of<std::string>(table.layers, name));
  }
  out.member("rows", table.rows);
  out.member("columns", table.columns);
  out.key("values");
  if (table.is_stack()) {
    out.begin_list();
    for (const auto& layer : table.layers) {
      out.item();
      out.value_or_null(*layer.values);
    }
    out.end_list();
  } else {
    out.value_or_null(*table.layers[0].values);
  }
  out.end_object();
  std::move(out).take();
}

}  // namespace attn
