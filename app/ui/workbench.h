#pragma once

#include "app/ui/session.h"
#include "app/ui/ui.h"
#include "app/ui/weights_view.h"

namespace attn::ui {

/// The whole window's inside: the columns and what is in them, for one frame at a time.
class Workbench {
 public:
  void frame(Ui& ui, Session& session);

 private:
  void columns(Ui& ui, Session& session, const Box& box);
  void shortcuts(Ui& ui, Session& session);

  WeightsView weights_;
  float left_ = 318, right_ = 304, below_ = 172;  // sizes of the panels, at scale 1
};

}  // namespace attn::ui
