#pragma once

#include <string>
#include <string_view>

#include "app/figure/panels/figure_file.h"

namespace attn {

/// Unfinished figure with its file, if any.
struct FigureWork {
  FigureFile figure{};
  std::string path{};
  bool operator==(const FigureWork&) const = default;
};

/// Default folder of unfinished figures; empty if the user has none.
std::string figures_folder();

/// Formats a record for KeptWork: a line with the path of the figure, then its content.
std::string record_of(const FigureWork& work);
/// Parses a record. Throws std::exception if it is invalid.
void read_record(std::string_view record, FigureWork& to);

}  // namespace attn
