#include "app/ui/numbers/section.h"

#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace attn::ui {
namespace {

void toggle(std::set<std::string>& ids, const std::string& id) {
  if (ids.erase(id) == 0) ids.insert(id);
}

void draw_fold(const Theme& theme, ImVec2 center, bool is_folded, ImU32 color) {
  const float s = theme.px(4);
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (is_folded) {
    list->AddTriangleFilled({center.x - s * 0.5F, center.y - s}, {center.x + s * 0.7F, center.y},
                            {center.x - s * 0.5F, center.y + s}, color);
  } else {
    list->AddTriangleFilled({center.x - s, center.y - s * 0.5F},
                            {center.x + s, center.y - s * 0.5F}, {center.x, center.y + s * 0.7F},
                            color);
  }
}

/// A needle with a head: full where it is pinned.
void draw_pin(const Theme& theme, ImVec2 center, bool is_pinned, ImU32 color) {
  const float r = theme.px(3);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 head(center.x, center.y - r);
  list->AddLine({center.x, center.y}, {center.x, center.y + 2 * r}, color, theme.px(1));
  if (is_pinned) {
    list->AddCircleFilled(head, r, color, 16);
  } else {
    list->AddCircle(head, r, color, 16, theme.px(1));
  }
}

/// The part that a matrix with a heading of its own belongs to; empty where it is a part itself.
std::string_view parent_of(std::string_view id) {
  constexpr std::pair<std::string_view, std::string_view> kParents[] = {
      {"queries.table", "queries"}, {"heads.", "weights"},  {"combine.", "heads"},
      {"position.", "position"},    {"bias.", "attention"},
  };
  for (const auto& [prefix, parent] : kParents) {
    if (id.starts_with(prefix)) return parent;
  }
  return {};
}

/// Whether `ids` name the part, or what it belongs to.
bool names_part(const std::set<std::string>& ids, std::string_view id) {
  return ids.contains(std::string(id)) || ids.contains(std::string(parent_of(id)));
}

/// What a part is called where it stands alone; empty where its heading says it.
std::string_view stage_title(std::string_view id) {
  constexpr std::pair<std::string_view, std::string_view> kTitles[] = {
      {"embeddings.table", "Embeddings $\\mathbf{x}$"},
      {"inputs", "Sentence"},
      {"queries", "Queries"},
      {"weights", "Weights of the head"},
      {"attention", "Score"},
      {"temperature", "Temperature"},
      {"normalizer", "Weights"},
      {"mask", "Mask"},
      {"heads", "Heads"},
      {"position", "Positions"},
  };
  for (const auto& [name, title] : kTitles) {
    if (name == id) return title;
  }
  return {};
}

/// A name above the part, which neither folds nor is pinned there.
bool begin_on_stage(Ui& ui, Access access, Pen& pen, const std::string& id,
                    std::string_view title) {
  const Theme& theme = ui.theme;
  const bool is_part = parent_of(id).empty();
  const Face face = is_part ? Face::kTextMedium : Face::kMedium;
  const std::string_view name = stage_title(id);
  const Box line = pen.take(theme.px(is_part ? 30 : 22));
  rich_in(ui, line, face, theme.colors().text, name.empty() ? title : name, 0);
  pen.take(theme.px(is_part ? 10 : 4));
  if (names_part(access.look.view.locked, id)) lock_controls(ui, access->locked_words());
  return true;
}

}  // namespace

bool begin_section(Ui& ui, Access access, Pen& pen, std::string_view id_text,
                   std::string_view title, std::string_view hint) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const std::string id(id_text);
  ViewState& view = access.look.view;
  const bool is_pinned = names_part(view.pinned, id);
  lock_controls(ui, {});
  const std::string_view parent = parent_of(id);
  if (access.look.is_hidden(parent.empty() ? id : std::string(parent))) return false;
  if (ui.stage) return begin_on_stage(ui, access, pen, id, title);
  if (access.look.is_hidden(id)) return false;
  if (theme.appearance().presenting && !is_pinned) return false;

  const float height = theme.line_height(Face::kCaption), button = theme.px(18);
  const Box line{pen.at, {pen.at.x + pen.width, pen.at.y + height}};
  const Box pin{{line.max.x - 2 * button, line.min.y}, {line.max.x - button, line.max.y}};
  if (button_area(ui, "section." + id, {line.min, {pin.min.x, line.max.y}})) {
    toggle(view.folded, id);
  }
  bool is_hovered = ImGui::IsItemHovered();
  if (button_area(ui, "section." + id + ".pin", pin)) toggle(view.pinned, id);
  const bool is_pin_hovered = ImGui::IsItemHovered();
  const Box fold{{pin.max.x, line.min.y}, line.max};
  if (hit_area(ui, "section." + id + ".fold", fold)) toggle(view.folded, id);
  is_hovered |= ImGui::IsItemHovered();

  const bool is_folded = view.folded.contains(id);
  const float middle = (line.min.y + line.max.y) / 2;
  draw_fold(theme, {(fold.min.x + fold.max.x) / 2, middle}, is_folded,
            is_hovered ? palette.query : palette.faint);
  if (is_pinned || is_hovered || is_pin_hovered) {
    draw_pin(theme, {(pin.min.x + pin.max.x) / 2, middle}, is_pinned,
             is_pin_hovered ? palette.query : palette.faint);
  }
  Pen words{pen.at, pen.width - 2 * button};
  const bool is_locked = names_part(view.locked, id);
  heading(ui, words, title, is_locked ? "locked" : hint);
  pen.at.y = words.at.y;
  if (is_folded) pen.take(theme.px(10));
  if (is_locked && !is_folded) lock_controls(ui, access->locked_words());
  return !is_folded;
}

void lock_controls(Ui& ui, std::string_view why) {
  const bool was_locked = !ui.locked.empty(), is_locked = !why.empty();
  ui.locked = why;
  if (was_locked == is_locked) return;
  ui.focus.lock(is_locked);
  ui.theme.set_dim(is_locked);
  ui.map.set_locked(is_locked);
  if (is_locked) {
    ImGui::BeginDisabled();
  } else {
    ImGui::EndDisabled();
  }
}

}  // namespace attn::ui
