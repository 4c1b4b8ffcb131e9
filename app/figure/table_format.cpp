#include "app/figure/table_format.h"

#include <algorithm>

namespace attn {
namespace {

constexpr TableFormat kFormats[] = {
    {".csv", write_csv},   {".tsv", write_tsv},   {".npy", write_npy},
    {".json", write_json}, {".tex", write_latex},
};

}  // namespace

std::span<const TableFormat> table_formats() { return kFormats; }

const TableFormat* find_table_format(std::string_view ending) {
  const auto found = std::ranges::find(kFormats, ending, &TableFormat::ending);
  return found == std::end(kFormats) ? nullptr : &*found;
}

}  // namespace attn
