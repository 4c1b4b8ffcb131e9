#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/document/formulas/formula_text.h"
#include "app/document/scene_file/scene_changes.h"
#include "app/document/view/view_options.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/numbers/comparison.h"
#include "app/figure/numbers/ready_settings.h"
#include "app/figure/views/diagrams.h"
#include "app/ui/theme/imgui.h"
#include "app/ui/toolkit/menu_item.h"
#include "app/ui/toolkit/tooltip.h"
#include "app/ui/views/diagram_panel.h"
#include "engine/attention/normalize.h"
#include "engine/attention/score.h"
#include "engine/base/text.h"

namespace attn::ui {
namespace {

using Panel = ViewOptions::Compare::Panel;
using Panels = std::vector<Panel>;

constexpr float kChoiceHeight = 28, kChoiceGap = 4;

/// List of `kinds`; returns true if `id` changed.
template <typename Kind>
bool choose(Ui& ui, const std::string& name, const Box& box, std::span<const Kind> kinds,
            std::string& id) {
  std::vector<std::string_view> labels;
  int chosen = 0;
  for (const Kind& kind : kinds) {
    if (kind.id == id) chosen = static_cast<int>(labels.size());
    labels.push_back(kind.label);
  }
  if (!choice(ui, name, box, labels, chosen)) return false;
  id = kinds[static_cast<std::size_t>(chosen)].id;
  return true;
}

Panel kinds_of(const Scene& scene) {
  return {std::string(scene.score.kind->id), std::string(scene.normalizer.kind->id)};
}

/// Adds a panel, with kinds that no other has, if possible.
void add_panel(const Scene& scene, Panels& panels) {
  Panel added = panels.back();
  if (added.is_setting() || added.shows_current_scene()) {
    added = Panel{};
    if (std::ranges::count(panels, added) == 0) return panels.push_back(added);
    added = kinds_of(scene);
  }
  for (const NormalizerKind& kind : normalizer_kinds()) {
    added.normalizer = kind.id;
    if (std::ranges::count(panels, added) == 0) break;
  }
  panels.push_back(added);
}

/// "kept", or "kept 2", … if the name is taken.
std::string name_of_kept(const Panels& panels) {
  std::string name = "kept";
  for (int n = 2; std::ranges::count(panels, name, &Panel::name) > 0; ++n) {
    name = "kept " + std::to_string(n);
  }
  return name;
}

Panel keep_present(Access access, const Panels& panels) {
  std::vector<std::string> too_large;
  Panel panel = kept_panel(access->scene(), name_of_kept(panels), too_large);
  const std::string parts = joined(too_large);
  if (!parts.empty())
    access.notices.tell("Too large to store, so always as in the scene: " + parts);
  return panel;
}

/// Text above the difference, in place of lists.
void difference_words(Ui& ui, const Box& first, const Box& second) {
  const Palette& palette = ui.theme.colors();
  text_in(ui, first, Face::kMedium, palette.text, "B − A", 0);
  constexpr std::string_view kOfWhat = "second minus first";
  cut_text_in(ui, second, Face::kSmall, palette.secondary, kOfWhat);
}

std::string title_of(const Panel& panel) {
  if (panel.shows_current_scene()) return "As it is";
  return panel.is_setting() ? as_words(escaped_line(name_of(panel))) : "Other kinds";
}

/// Lists the changes of a setting, or the scene's kinds, in a few lines.
void setting_words(Ui& ui, const Scene& scene, const Box& box, const Panel& panel) {
  constexpr std::size_t kMostLines = 3;
  const Theme& theme = ui.theme;
  std::vector<std::string> lines{std::string(scene.score.kind->label),
                                 label_with_over(scene.normalizer)};
  if (!panel.shows_current_scene()) {
    const std::string words = escaped_line(changes_in_words(panel.changes));
    lines = lines_of(WindowRuler(theme), words, Type::small,
                     static_cast<double>(box.width() / theme.scale()), kMostLines);
    if (lines.back().ends_with("…")) note_cut(ui, box.min, box.max, words);
  }
  Box line = box;
  line.max.y = box.min.y + theme.line_height(Face::kSmall) + theme.px(3);
  for (const std::string& words : lines) {
    cut_text_in(ui, line, Face::kSmall, theme.colors().secondary, words);
    line = line.rows(line.max.y, line.max.y + line.height());
  }
}

/// Compares the scene under two to four score functions and normalizers, or whole settings, chosen
/// above each panel.
class CompareView : public DiagramPanel {
 public:
  using DiagramPanel::DiagramPanel;

 protected:
  std::string hint(const Workspace& workspace) const override {
    const auto panels = compared_kinds(workspace.scene(), workspace.look.view.options);
    const bool has_settings = std::ranges::any_of(panels, &Panel::is_setting);
    return "head " + std::to_string(workspace.look.view.head) +
           (has_settings ? " · same tokens" : " · same scene and temperature") +
           " · bars: the selected query's row";
  }

  bool names_panels() const override { return true; }

  void controls(Ui& ui, Access access, Pen& pen) override {
    const Theme& theme = ui.theme;
    const Panels before = compared_kinds(access->scene(), access.look.view.options);
    Panels panels = before;
    bool& is_subtracted = access.look.view.options.compare.difference;
    const bool has_difference = compares_difference(access.look.view.options, panels.size());
    const int shown = static_cast<int>(panels.size()) + (has_difference ? 1 : 0);
    const PanelGrid grid = compared_panels(shown, static_cast<double>(pen.width / theme.scale()));
    const Box settings = pen.take(theme.px(kChoiceHeight));
    pen.take(theme.px(kChoiceGap));
    const Box scores = pen.take(theme.px(kChoiceHeight));
    pen.take(theme.px(kChoiceGap));
    const Box normalizers = pen.take(theme.px(kChoiceHeight));
    pen.take(theme.px(10));
    const auto column = [&](const Box& line, std::size_t n) {
      const Rect panel = grid.panel(static_cast<int>(n));
      const float x = line.min.x + theme.px(static_cast<float>(panel.x));
      return line.columns(x, x + theme.px(static_cast<float>(panel.width)));
    };
    for (std::size_t n = 0; n < before.size() && panels.size() == before.size(); ++n) {
      const std::string name = "compare." + std::to_string(n);
      const Box box = column(settings, n), first = column(scores, n),
                second = column(normalizers, n);
      Panel& panel = panels[n];
      bool opens = false;
      if (renaming_ && renaming_->panel == n && panel.is_setting()) {
        name_field(ui, name + ".name", box, panel);
      } else {
        opens = choice_box(ui, name + ".setting", box, title_of(panel));
      }
      if (panel.is_setting() || panel.shows_current_scene()) {
        setting_words(ui, access->scene(), {first.min, second.max}, panel);
      } else {
        choose(ui, name + ".score", first, score_kinds(), panel.score);
        choose(ui, name + ".normalizer", second, normalizer_kinds(), panel.normalizer);
      }
      if (let_go_tokens_ != access->scene().tokens) let_go_.clear();
      setting_menu(ui, access, panels, n, box, opens);
    }
    if (has_difference) {
      difference_words(ui, column(settings, before.size()), column(scores, before.size()));
    }
    const float links = column(settings, static_cast<std::size_t>(shown - 1)).max.x + theme.px(16);
    if (!theme.appearance().presenting) {
      const std::size_t count = panels.size();
      if (count < kMostCompared &&
          link_in(ui, "compare.add", Face::kSmall, settings.right_of(links), "+ panel")) {
        add_panel(access->scene(), panels);
      }
      if (count > kFewestCompared &&
          link_in(ui, "compare.remove", Face::kSmall, scores.right_of(links), "− panel")) {
        panels.pop_back();
      }
      const std::string_view words = is_subtracted ? "without B − A" : "+ B − A";
      is_subtracted ^= before.size() == 2 && link_in(ui, "compare.subtract", Face::kSmall,
                                                     normalizers.right_of(links), words);
    }
    if (panels == before) return;
    note_changes(access, before, panels);
    access.look.view.options.compare.panels = panels;
  }

 private:
  /// Menu of settings of panel n, below `box` while open.
  void setting_menu(Ui& ui, Access access, Panels& panels, std::size_t n, const Box& box,
                    bool opens) {
    const Scene& scene = access->scene();
    const Theme& theme = ui.theme;
    const std::string name = "compare." + std::to_string(n) + ".setting";
    if (opens) offered_ = settings_for(scene);
    // Scrolls if it does not fit below.
    const float top = box.max.y + theme.px(2);
    ImGui::SetNextWindowPos({box.min.x, top}, ImGuiCond_Always);
    ImGui::SetNextWindowSizeConstraints(
        {box.width(), 0}, {1e5F, std::max(theme.px(100), ImGui::GetIO().DisplaySize.y - top - 4)});
    if (!begin_menu(ui, name + ".list", opens)) return;
    Panel& panel = panels[n];
    const Panel before = panel;
    if (popup_item(ui, name + ".own", "As it is", nullptr, before.shows_current_scene()))
      panel = Panel{};
    const bool is_kinds = !before.is_setting() && !before.shows_current_scene();
    if (popup_item(ui, name + ".kinds", "Other kinds", nullptr, is_kinds) && !is_kinds) {
      panel = kinds_of(scene);
    }
    std::string_view group;
    for (const ReadySetting* setting : offered_) {
      if (setting->group != group) menu_words(ui, std::string(group = setting->group));
      if (popup_item(ui, name + "." + setting->id, setting->label, nullptr,
                     before.name == setting->label)) {
        panel = panel_of(scene, *setting);
      }
    }
    menu_words(ui, "Scene");
    if (popup_item(ui, name + ".keep", "Store the current scene"))
      panel = keep_present(access, panels);
    for (std::size_t k = 0; k < let_go_.size(); ++k) {
      const std::string words = "Bring back: " + as_words(escaped_line(name_of(let_go_[k])));
      if (popup_item(ui, name + ".back." + std::to_string(k), words)) panel = let_go_[k];
    }
    if (before.is_setting() && popup_item(ui, name + ".rename", "Rename this setting")) {
      renaming_ = Renaming{.panel = n};
    }
    if (panels.size() > kFewestCompared && popup_item(ui, name + ".away", "Remove this panel")) {
      panels.erase(panels.begin() + static_cast<std::ptrdiff_t>(n));
    }
    end_menu();
  }

  /// Text field for the name of a setting.
  void name_field(Ui& ui, const std::string& name, const Box& box, Panel& panel) {
    if (!renaming_->has_keyboard) imgui::give_keyboard_to_next();
    const TextEdit edit = text_field(ui, name, box, Face::kBody, name_of(panel));
    if (edit.committed && !trimmed(edit.text).empty()) panel.name = trimmed(edit.text);
    if (edit.active) {
      renaming_->has_keyboard = true;
    } else if (renaming_->has_keyboard) {
      renaming_.reset();
    } else {
      ui.wake_at = ImGui::GetTime();  // a tooltip that appears some frames later
    }
  }

  /// Remembers panels of `before` that were removed and made by hand, so that the menu can restore
  /// them.
  void note_changes(Access access, const Panels& before, const Panels& panels) {
    constexpr std::size_t kMostLetGo = 5;
    const Scene& scene = access->scene();
    if (let_go_tokens_ != scene.tokens || let_go_title_ != scene.title) let_go_.clear();
    let_go_tokens_ = scene.tokens;
    let_go_title_ = scene.title;
    const auto ready = settings_for(scene);
    const auto is_own_work = [&](const Panel& panel) {
      return panel.is_setting() && std::ranges::none_of(ready, [&](const ReadySetting* setting) {
               return panel.name == setting->label && panel == panel_of(scene, *setting);
             });
    };
    for (const Panel& panel : before) {
      const bool stays = std::ranges::count(panels, panel.changes, &Panel::changes) > 0;
      if (is_own_work(panel) && !stays) let_go_.insert(let_go_.begin(), panel);
    }
    std::erase_if(let_go_, [&](const Panel& panel) {
      return std::ranges::count(panels, panel.changes, &Panel::changes) > 0;
    });
    if (let_go_.size() > kMostLetGo) let_go_.resize(kMostLetGo);
    if (std::ranges::any_of(panels, is_own_work)) access.mark_unsaved();
  }

  struct Renaming {
    std::size_t panel;
    bool has_keyboard = false;
  };
  std::vector<const ReadySetting*> offered_;  // by the menu opened last
  std::optional<Renaming> renaming_;
  Panels let_go_;             // the latest first
  std::string let_go_title_;  // title of their scene
  std::vector<std::string> let_go_tokens_;
};

}  // namespace

std::unique_ptr<View> make_compare_view(const ViewKind& kind) {
  return std::make_unique<CompareView>(kind);
}

}  // namespace attn::ui
