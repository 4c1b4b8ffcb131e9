#pragma once

#include "app/session/workspace/access.h"
#include "app/ui/panels/temperature.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// How the weights of query `cell.query` depend on the temperature: one line for each key, over the
/// temperature slider's scale, with a marker at the present one that can be dragged. `cell.key` is
/// the shown key. They are `height` high, before the content scale.
TemperatureEdit curves_view(Ui& ui, Access access, Pen& pen, Cell cell, float height);

}  // namespace attn::ui
