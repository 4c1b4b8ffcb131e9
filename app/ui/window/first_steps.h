#pragma once

#include <optional>
#include <string>

#include "app/session/files/session.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Progress of a new user's first steps.
struct FirstSteps {
  bool number = false;       ///< an embedding was changed
  bool temperature = false;  ///< the temperature was changed
  bool cell = false;         ///< another cell was pinned
  bool shows_all = false;    ///< show all controls, not only those for the first picture
  bool is_known = false;     ///< stored in the settings that all were done
  std::string title{};       ///< title of their scene
  bool all() const { return number && temperature && cell; }
};

/// Draws three hints, a link to lesson 1 and one to all controls, in a line at the top of `box`;
/// the hinted parts are highlighted while hovered. Meanwhile the window shows only the parts that
/// the hints need. Hints that are done or closed do not return. Returns the rest of `box`.
Box first_steps(Ui& ui, Session& session, const Box& box, std::optional<FirstSteps>& steps);

}  // namespace attn::ui
