#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Message in the footer of an export dialog: confirmation, error, success, or keyboard hints.
/// `name` in the UI map.
struct ExportTold {
  std::vector<std::string> in_the_way{};
  std::string warning{}, done{};
};
void tell_export(Ui& ui, std::string_view name, const Box& room, const ExportTold& told);

}  // namespace attn::ui
