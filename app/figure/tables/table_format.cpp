#include "app/figure/tables/table_format.h"

#include <algorithm>

namespace attn {
namespace {

constexpr TableFormat kTableFormats[] = {
    {".csv", write_csv},   {".tsv", write_tsv},   {".npy", write_npy},
    {".json", write_json}, {".tex", write_latex},
};

}  // namespace

std::span<const TableFormat> table_formats() { return kTableFormats; }

const TableFormat* find_table_format(std::string_view ending) {
  const auto found = std::ranges::find(kTableFormats, ending, &TableFormat::ending);
  return found == std::end(kTableFormats) ? nullptr : &*found;
}

}  // namespace attn
