#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/document/edits/kind_edits.h"
#include "app/document/numbers/numbers.h"
#include "app/ui/numbers/number_field.h"
#include "app/ui/numbers/number_table.h"
#include "app/ui/panels/parameter_line.h"
#include "app/ui/panels/sections.h"
#include "app/ui/theme/rich_text.h"
#include "app/ui/toolkit/slider.h"
#include "app/ui/toolkit/tooltip.h"
#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"
#include "engine/base/require.h"
#include "engine/base/text.h"

namespace attn::ui {
namespace {

constexpr double kMostRadius = 1e6;

void radius_line(Ui& ui, Access access, Pen& pen, std::size_t n, const std::string& name) {
  const Scene& scene = access->scene();
  const auto most = static_cast<float>(std::max(scene.query_count(), scene.key_count()));
  const auto now = static_cast<float>(scene.masks[n].radius);
  const Box room = word_line(ui, pen, "Radius", ui.theme.px(28));
  const float split = room.max.x - ui.theme.px(46);
  const std::string field = name + ".radius";
  const auto change = [n](Scene& changed, double radius) {
    if (radius < 0 || radius > kMostRadius || radius != std::floor(radius)) {
      throw SceneError({"", "expected a whole number ≥ 0, found " + brief(radius, 6)});
    }
    changed.masks[n].radius = static_cast<int>(radius);
  };

  const Box area = room.left_of(split - ui.theme.px(8));
  const SliderEdit edit = slider(ui, field + ".slider", area, now / most, 1 / most);
  number_field(ui, access, field, "Change the window", room.right_of(split), now, change);
  if (edit.begins) access.end_gesture();
  if (edit.place) {
    const float radius = std::round(*edit.place * most);
    if (radius != now) {
      access.propose(field, "Change the window", field + ".slider",
                     [&](Scene& changed) { change(changed, static_cast<double>(radius)); });
    }
  }
  if (edit.dropped) access.end_gesture();
  number_complaint(ui, access, pen, field);
  pen.take(ui.theme.px(8));
}

/// Draws the width of the Gaussian added to the scores, or a link to add one.
void sigma_line(Ui& ui, Access access, Pen& pen, std::size_t n, const std::string& name) {
  const Mask& mask = access->scene().masks[n];
  const Box room = word_line(ui, pen, "Sigma", ui.theme.px(28));
  const std::string field = name + ".sigma";
  if (!mask.sigma) {
    if (link_in(ui, field + ".add", Face::kBody, room, "+ bell curve")) {
      // Luong et al. 2015, section 3.2, use half the window.
      const float sigma = std::max(0.5F, static_cast<float>(mask.radius) / 2);
      access.propose(field, "Add a sigma", "", [&](Scene& scene) { scene.masks[n].sigma = sigma; });
    }
  } else {
    const Box box =
        room.left_of(std::min(room.min.x + ui.theme.px(96), room.max.x - ui.theme.px(24)));
    number_field(ui, access, field, "Change the window", box, *mask.sigma,
                 [n](Scene& scene, double sigma) {
                   require_positive(sigma, "");
                   scene.masks[n].sigma = static_cast<float>(sigma);
                 });
    if (link_in(ui, field + ".remove", Face::kBody, room.right_of(box.max.x + ui.theme.px(8)),
                "×")) {
      access.propose(field, "Remove the sigma", "",
                     [&](Scene& scene) { scene.masks[n].sigma.reset(); });
    }
  }
  number_complaint(ui, access, pen, field);
  pen.take(ui.theme.px(8));
}

/// Chip of a key: filled if visible, struck through if padding.
bool chip(Ui& ui, const std::string& name, const Box& box, std::string_view label, bool is_on) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const bool clicked = hit_area(ui, name, box);
  const bool is_hovered = ImGui::IsItemHovered();
  const ImU32 back = is_on        ? mix(palette.panel, palette.key, is_hovered ? 0.24F : 0.14F)
                     : is_hovered ? palette.hover
                                  : palette.field;
  fill_box(box, back, theme.px(5));
  outline_box(box, palette.hairline, theme.px(5));
  text_in(ui, box, Face::kSmall, is_on ? palette.text : palette.faint, label, 0.5F);
  if (!is_on) {
    const float y = std::round((box.min.y + box.max.y) / 2);
    imgui::list()->AddLine({box.min.x + theme.px(6), y}, {box.max.x - theme.px(6), y},
                           palette.faint, theme.px(1));
  }
  return clicked;
}

/// Draws one chip for each key, as many per line as fit; many scroll.
void padding_chips(Ui& ui, Access access, Pen& pen, std::size_t n, const std::string& name) {
  const Theme& theme = ui.theme;
  const std::vector<std::string>& tokens = access->scene().tokens;
  const float height = theme.px(22), gap = theme.px(4), bar = ImGui::GetStyle().ScrollbarSize;
  const float room = pen.width - bar;
  std::vector<Box> boxes;
  std::vector<std::string> labels;
  ImVec2 at(0, 0);
  for (const std::string& token : tokens) {
    labels.push_back(shortened(theme, Face::kSmall, token, room - theme.px(16)));
    const float width = std::max(
        theme.px(22), std::ceil(text_size(theme, Face::kSmall, labels.back()).x) + theme.px(14));
    if (at.x > 0 && at.x + width > room) at = {0, at.y + height + gap};
    boxes.push_back({at, {at.x + width, at.y + height}});
    at.x += width + gap;
  }
  const float whole = at.y + height;
  const Box box = pen.take(std::min(whole, 6 * (height + gap) - gap));
  ImGui::SetCursorScreenPos(box.min);
  ImGui::BeginChild((name + ".valid").c_str(), {box.width(), box.height()}, false,
                    ImGuiWindowFlags_NoNav);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  for (std::size_t j = 0; j < boxes.size(); ++j) {
    const Box placed{{origin.x + boxes[j].min.x, origin.y + boxes[j].min.y},
                     {origin.x + boxes[j].max.x, origin.y + boxes[j].max.y}};
    if (!ImGui::IsRectVisible(placed.min, placed.max)) continue;
    const bool is_on = (*access->scene().masks[n].valid)[j];
    if (labels[j] != tokens[j]) note_cut(ui, placed.min, placed.max, tokens[j]);
    if (chip(ui, name + ".valid." + std::to_string(j), placed, labels[j], is_on)) {
      access.propose(name, is_on ? "Mark as padding" : "Mark as a word", "",
                     [&](Scene& scene) { scene.masks[n].valid.edit()[j] = !is_on; });
    }
  }
  ImGui::SetCursorScreenPos({origin.x, origin.y + whole - 1});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
  complaint_line(ui, pen, access.notices.complaint(name));
  pen.take(theme.px(10));
}

void self_loops_line(Ui& ui, Access access, Pen& pen, std::size_t n, const std::string& name) {
  constexpr std::array<std::string_view, 2> kSides = {"Off", "On"};
  const Box room = word_line(ui, pen, "Loops", ui.theme.px(28));
  int side = access->scene().masks[n].self_loops ? 1 : 0;
  if (segmented(ui, name + ".loops", room.min, room.height(), kSides, side)) {
    access.propose(name, "Change the loops", "",
                   [&](Scene& scene) { scene.masks[n].self_loops = side == 1; });
  }
  pen.take(ui.theme.px(8));
}

/// Table of the segments of tokens, or of queries with their own: an integer for each.
void segment_table(Ui& ui, Access access, Pen& pen, std::size_t n, const std::string& name,
                   bool is_of_queries) {
  const Scene& scene = access->scene();
  const Mask& mask = scene.masks[n];
  const std::vector<int>& ids = is_of_queries ? **mask.query_ids : *mask.ids;
  const std::vector<std::string> labels = is_of_queries ? scene.query_tokens() : scene.tokens;
  Matrix numbers(std::ssize(ids), 1);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    numbers(static_cast<Index>(i), 0) = static_cast<float>(ids[i]);
  }
  const std::string table = name + (is_of_queries ? ".query_ids" : ".ids");
  const NumberTable grid{table + ".table", labels, {{table, "s", numbers}}};
  const NumberEdits changes =
      number_table(ui, pen, grid, lay_out(ui, grid, pen.width), ui.theme.px(150));
  for (const NumberEdit& edit : changes.edits) {
    const double id = edit.gesture.empty() ? edit.value : std::round(edit.value);
    access.propose(table, "Change the segments", edit.gesture, [&](Scene& changed) {
      if (id != std::floor(id) || std::abs(id) > kMostRadius) {
        throw SceneError({"", "expected a whole number, found " + brief(id, 6)});
      }
      Mask& segments = changed.masks[n];
      auto& place = is_of_queries ? *segments.query_ids : segments.ids;
      place.edit()[static_cast<std::size_t>(edit.row)] = static_cast<int>(id);
    });
  }
  if (changes.dropped) access.end_gesture();
  complaint_line(ui, pen, access.notices.complaint(table));
  pen.take(ui.theme.px(8));
}

/// Draws a mask: label, link to remove it, parameters. Returns true if it was removed.
bool mask_lines(Ui& ui, Access access, Pen& pen, std::size_t n) {
  const Theme& theme = ui.theme;
  const MaskKind& kind = *access->scene().masks[n].kind;
  const std::string name = "mask." + std::to_string(n);
  const Box line = pen.take(theme.px(24));
  text_in(ui, line, Face::kMedium, theme.colors().text, kind.label, 0);
  const float label = text_size(theme, Face::kMedium, kind.label).x + theme.px(10);
  Box rest =
      line.columns(std::max(control_x(ui, pen), line.min.x + label), line.max.x - theme.px(20));
  rest.max.x -=
      add_menu(ui, name + ".more", rest, parameter_commands(access, mask_parameters(), n, name));
  const std::string formula = mask_formula(access->scene().masks[n]);
  const bool fits = rich_size(theme, Face::kSmall, "$" + formula + "$").x <= rest.width();
  if (fits) formula_in(ui, rest, Face::kSmall, theme.colors().secondary, formula, 0);
  if (link(ui, name + ".remove", Face::kBody, {line.max.x - theme.px(12), line.min.y + theme.px(3)},
           "×")) {
    access.propose("mask", "Remove a mask", "", [n](Scene& scene) { remove_mask(scene, n); });
    return true;
  }
  if (!fits) formula_box(ui, pen, formula);
  pen.take(theme.px(4));
  if (takes(kind, "radius")) radius_line(ui, access, pen, n, name);
  if (takes(kind, "sigma")) sigma_line(ui, access, pen, n, name);
  if (takes(kind, "valid")) padding_chips(ui, access, pen, n, name);
  if (takes(kind, "self_loops")) self_loops_line(ui, access, pen, n, name);
  parameter_lines(ui, access, pen, mask_parameters(), n, name);
  if (takes(kind, "ids")) {
    segment_table(ui, access, pen, n, name, false);
    if (access->scene().masks[n].query_ids) segment_table(ui, access, pen, n, name, true);
  }
  return false;
}

/// Button to start and end painting in the heatmap.
void paint_line(Ui& ui, Access access, Pen& pen) {
  const Theme& theme = ui.theme;
  const Box line = pen.take(theme.line_height(Face::kSmall));
  float end = 0;
  const char* word = access.look.painting ? "Stop painting" : "Paint a mask";
  if (link(ui, "mask.paint", Face::kSmall, line.min, word, end)) {
    access.look.painting = !access.look.painting;
    access.look.learning.is_painting = false;
  }
  if (access.look.painting) {
    const Box hint = line.right_of(end + theme.px(8));
    cut_text_in(ui, hint, Face::kSmall, theme.colors().faint, "drag over the cells");
  }
  complaint_line(ui, pen, access.notices.complaint("mask.paint"));
}

}  // namespace

SectionHead mask_head(const Scene& scene) {
  const std::string kinds = joined(scene.masks, [](const Mask& mask) { return mask.kind->label; });
  return {.id = "mask",
          .title = "MASK",
          .word = "Mask",
          .value = kinds.empty() ? "none" : kinds,
          .is_default = scene.masks.empty()};
}

void mask_section(Ui& ui, Access access, Pen& pen) {
  if (!begin_section(ui, access, pen, mask_head(access->scene()))) return;
  for (std::size_t n = 0; n < access->scene().masks.size(); ++n) {
    if (mask_lines(ui, access, pen, n)) break;
  }
  std::vector<std::string_view> labels = {"Add a mask …"};
  const auto kinds = mask_kinds();
  for (const MaskKind& kind : kinds) labels.push_back(kind.label);
  const Box line = pen.take(ui.theme.px(28));
  int chosen = 0;
  if (choice(ui, "mask.add", line, labels, chosen) && chosen > 0) {
    const MaskKind& kind = kinds[static_cast<std::size_t>(chosen) - 1];
    access.propose("mask", "Add a mask", "", [&](Scene& scene) { add_mask(scene, kind); });
  }
  complaint_line(ui, pen, access.notices.complaint("mask"));
  pen.take(ui.theme.px(8));
  paint_line(ui, access, pen);
  pen.take(ui.theme.px(18));
}

}  // namespace attn::ui
