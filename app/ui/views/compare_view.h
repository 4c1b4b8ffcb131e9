#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/document/view/view_options.h"
#include "app/figure/numbers/ready_settings.h"
#include "app/ui/views/diagram_panel.h"

namespace attn::ui {

/// The same tokens under two to four score functions and normalizers, or whole settings of the
/// scene, chosen above each.
class CompareView : public DiagramPanel {
 public:
  using DiagramPanel::DiagramPanel;

 protected:
  std::string hint(const Workspace& workspace) const override;
  bool names_panels() const override { return true; }
  void controls(Ui& ui, Access access, Pen& pen) override;

 private:
  using Panels = std::vector<ViewOptions::Compare::Panel>;
  /// The list of settings of panel n, below `box` where it is open.
  void setting_menu(Ui& ui, Access access, Panels& panels, std::size_t n, const Box& box,
                    bool opens);
  /// The name of a setting as a field.
  void name_field(Ui& ui, const std::string& name, const Box& box,
                  ViewOptions::Compare::Panel& panel);

  /// What of `before` is in no panel now and was made by hand can be had again by the list.
  void note_changes(Access access, const Panels& before, const Panels& panels);

  struct Renaming {
    std::size_t panel;
    bool has_keyboard = false;
  };
  std::vector<const ReadySetting*> offered_;  // by the list that was opened last
  std::optional<Renaming> renaming_;
  Panels let_go_;             // the latest first
  std::string let_go_title_;  // of the scene that they are of
  std::vector<std::string> let_go_tokens_;
};

}  // namespace attn::ui
