#pragma once

#include <optional>

#include "app/session/workspace/workspace.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// What a new user is pointed at, as far as it is done.
struct FirstSteps {
  bool number = false;       ///< an embedding was changed
  bool temperature = false;  ///< was changed
  bool cell = false;         ///< another one was pinned
  bool all() const { return number && temperature && cell; }
};

/// Three things to try and the way to lesson 1, in a line at the top of `box`, for as long as
/// `steps` says; the things light while the mouse is on their words. Once they are done, or closed,
/// they are gone for good. Answers what is left of `box`.
Box first_steps(Ui& ui, Workspace& workspace, const Box& box, std::optional<FirstSteps>& steps);

}  // namespace attn::ui
