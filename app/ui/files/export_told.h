#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// What the foot of an export's dialog says: whether files may be replaced, why nothing is written,
/// or what was; else which keys there are. To the map as `name`.
struct ExportTold {
  std::vector<std::string> in_the_way{};
  std::string warning{}, done{};
};
void tell_export(Ui& ui, std::string_view name, const Box& room, const ExportTold& told);

}  // namespace attn::ui
