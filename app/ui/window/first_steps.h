#pragma once

#include <optional>
#include <string>

#include "app/session/workspace/workspace.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// What a new user is pointed at, as far as it is done.
struct FirstSteps {
  bool number = false;       ///< an embedding was changed
  bool temperature = false;  ///< was changed
  bool cell = false;         ///< another one was pinned
  bool shows_all = false;    ///< all controls are wanted; before, only what the first picture needs
  bool is_known = false;     ///< it is kept that they were all done
  std::string title{};       ///< of the scene that they are of
  bool all() const { return number && temperature && cell; }
};

/// Three things to try, the way to lesson 1 and to all controls, in a line at the top of `box`, for
/// as long as `steps` says; the things light while the mouse is on their words. Meanwhile the
/// window has what they need, and no more. Once they are done and all is shown, or closed, they are
/// gone for good. Answers what is left of `box`.
Box first_steps(Ui& ui, Workspace& workspace, const Box& box, std::optional<FirstSteps>& steps);

}  // namespace attn::ui
