#pragma once

#include <optional>
#include <string>

#include "app/figure/links/drawn_links.h"
#include "app/ui/views/diagram_panel.h"

namespace attn::ui {

/// Links between tokens, of one query or all, in the heads' colours. A click on a token or a link
/// selects it, one on the square of a head shows or hides its links.
class LinksView : public DiagramPanel {
 public:
  using DiagramPanel::DiagramPanel;
  void rest() override;

 protected:
  std::string hint(const Workspace& workspace) const override;
  void controls(Ui& ui, Access access, Pen& pen) override;
  void take(Ui& ui, Access access, const DiagramInput& input) override;

 private:
  /// What the links were found for.
  struct LinkSource {
    std::shared_ptr<const Evaluation> evaluation;
    ViewOptions::TokenLinks options;
    Index head, query;
    std::optional<Cell> pinned;
    bool operator==(const LinkSource&) const = default;
  };
  void find_links(const Ui& ui, const Workspace& workspace);
  void cut_control(Ui& ui, Access access, const Box& box) const;
  void token_control(Ui& ui, Access access, const Box& line) const;
  std::optional<Cell> cell_of(const Workspace& workspace, std::string_view name) const;

  std::optional<LinkSource> source_;
  DrawnLinks links_;
};

}  // namespace attn::ui
