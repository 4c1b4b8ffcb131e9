#include "app/figure/files/export_endings.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "app/figure/files/figure.h"
#include "app/figure/tables/table_format.h"

namespace attn {

std::span<const std::string_view> export_endings() {
  static const std::vector<std::string_view> kEndings = [] {
    const auto figures = figure_endings();
    std::vector<std::string_view> endings(figures.begin(), figures.end());
    for (const TableFormat& format : table_formats()) endings.push_back(format.ending);
    endings.push_back(kFilmEnding);
    return endings;
  }();
  return kEndings;
}

std::string ending_of(std::string_view path) {
  const std::string_view name = path.substr(path.find_last_of('/') + 1);
  const std::size_t dot = name.find_last_of('.');
  std::string ending(dot == std::string_view::npos ? "" : name.substr(dot));
  std::ranges::transform(ending, ending.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

bool is_table(std::string_view path) { return find_table_format(ending_of(path)) != nullptr; }

}  // namespace attn
