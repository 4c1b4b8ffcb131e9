#include "app/figure/table_format.h"

#include <algorithm>

namespace attn {
namespace {

constexpr TableFormat kFormats[] = {
    {".csv", to_csv}, {".tsv", to_tsv}, {".npy", to_npy}, {".json", to_json}, {".tex", to_latex},
};

}  // namespace

std::span<const TableFormat> table_formats() { return kFormats; }

const TableFormat* find_table_format(std::string_view ending) {
  const auto found = std::ranges::find(kFormats, ending, &TableFormat::ending);
  return found == std::end(kFormats) ? nullptr : &*found;
}

}  // namespace attn
