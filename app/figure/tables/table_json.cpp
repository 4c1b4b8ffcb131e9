#include "app/document/json/json_write.h"
#include "app/figure/tables/table_format.h"

namespace attn {

void write_json(const ViewTable& table, const Sink& sink) {
  json::Writer out(sink);
  out.begin_object();
  out.key("format");
  out.value("attentoscope/table");
  out.key("version");
  out.value(1);
  out.key("view");
  out.value(table.view);
  if (table.is_stack()) {
    std::vector<std::string> names;
    for (const auto& layer : table.layers) names.push_back(layer.name);
    out.key("layers");
    out.value(names);
  }
  out.key("rows");
  out.value(table.rows);
  out.key("columns");
  out.value(table.columns);
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
