#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "app/ui/session.h"
#include "app/ui/widgets.h"

namespace attn::ui {

/// One way to look at attention, under a tab of its own in the middle of the window.
class View {
 public:
  View() = default;
  View(const View&) = delete;
  View& operator=(const View&) = delete;
  virtual ~View() = default;

  /// What a person does in it is proposed to the session.
  virtual void draw(Ui& ui, Session& session, const Box& box) = 0;

  /// Another is shown from now on: lets go of evaluations, which can be large.
  virtual void rest() {}
};

struct ViewKind {
  std::string_view id;  ///< ViewState::tab, and its tab's name after "tab."
  std::string_view label;
  std::unique_ptr<View> (*make)();
};

/// All, in the order of their tabs.
std::span<const ViewKind> view_kinds();

/// The one that the state names, else the first.
const ViewKind& view_kind(const ViewState& state);

}  // namespace attn::ui
