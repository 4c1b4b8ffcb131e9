#include "app/ui/kind_sections.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/document/head_edits.h"
#include "app/document/kind_edits.h"
#include "app/document/numbers.h"
#include "engine/combine.h"
#include "engine/mask.h"
#include "engine/normalize.h"
#include "engine/position.h"
#include "engine/score.h"

namespace attn::ui {
namespace {

/// Where a line's control begins: the word before it has what is left of it.
float control_x(const Ui& ui, const Pen& pen) {
  return pen.at.x + ui.theme.px(pen.width < ui.theme.px(230) ? 62 : 86);
}

/// "Score  [Dot product ▾]": answers the row that was chosen.
template <typename Kind>
const Kind* choose_kind(Ui& ui, Pen& pen, std::string_view word, std::string_view name,
                        std::span<const Kind> kinds, const Kind* now) {
  std::vector<std::string_view> labels;
  int chosen = 0;
  for (const Kind& kind : kinds) {
    if (&kind == now) chosen = static_cast<int>(labels.size());
    labels.push_back(kind.label);
  }
  const Box line = pen.take(ui.theme.px(30));
  text_in(ui, line, Face::kBody, ui.theme.colors().secondary, word, 0);
  const bool changed =
      choice(ui, name, {{control_x(ui, pen), line.min.y}, line.max}, labels, chosen);
  pen.take(ui.theme.px(8));
  return changed ? &kinds[static_cast<std::size_t>(chosen)] : nullptr;
}

void formula_box(Ui& ui, Pen& pen, std::string_view formula) {
  const Theme& theme = ui.theme;
  const Box box = pen.take(theme.px(32));
  ImGui::GetWindowDrawList()->AddRectFilled(box.min, box.max, theme.colors().field, theme.px(5));
  const Box inner{{box.min.x + theme.px(10), box.min.y}, {box.max.x - theme.px(6), box.max.y}};
  const bool fits = text_size(theme, Face::kMono, formula).x <= inner.width();
  const Face face = fits ? Face::kMono : Face::kMonoSmall;
  text_in(ui, inner, face, theme.colors().text, shortened(theme, face, formula, inner.width()), 0);
  pen.take(theme.px(8));
}

/// "Scale  [1]": answers the number that was typed.
std::optional<float> number_line(Ui& ui, Session& session, Pen& pen, std::string_view word,
                                 std::string_view name, const std::string& shown) {
  const Box line = pen.take(ui.theme.px(28));
  text_in(ui, line, Face::kBody, ui.theme.colors().secondary, word, 0);
  const float x = control_x(ui, pen);
  const Box box{{x, line.min.y}, {std::min(x + ui.theme.px(96), line.max.x), line.max.y}};
  const TextEdit typed = text_field(ui, name, box, Face::kMono, shown);
  std::optional<float> number;
  if (typed.committed) {
    number = parse_number(typed.text);
    if (!number) session.complain(name, "expected a number, found \"" + typed.text + "\"");
  }
  complaint_line(ui, pen, session.complaint(name));
  pen.take(ui.theme.px(8));
  return number;
}

template <typename Kind>
bool has_parameter(const Kind& kind, std::string_view key) {
  return std::ranges::any_of(kind.parameters,
                             [key](const Parameter& parameter) { return parameter.key == key; });
}

void window_lines(Ui& ui, Session& session, Pen& pen, std::size_t n) {
  const Mask mask = session.scene().masks[n];
  const std::string name = "mask." + std::to_string(n);
  if (const auto radius =
          number_line(ui, session, pen, "Radius", name + ".radius", std::to_string(mask.radius))) {
    if (*radius < 0 || *radius > 1e6F || *radius != static_cast<float>(static_cast<int>(*radius))) {
      session.complain(name + ".radius", "expected a whole number ≥ 0, found " + brief(*radius, 6));
    } else {
      session.edit(name + ".radius", "Change the window", "",
                   [&](Scene& scene) { scene.masks[n].radius = static_cast<int>(*radius); });
    }
  }
  if (const auto sigma = number_line(ui, session, pen, "Sigma", name + ".sigma",
                                     mask.sigma ? shortest(*mask.sigma) : "none")) {
    session.edit(name + ".sigma", "Change the window", "",
                 [&](Scene& scene) { scene.masks[n].sigma = *sigma; });
  }
}

/// One mask: what it is, how to take it away, its numbers. True when it was taken away.
bool mask_lines(Ui& ui, Session& session, Pen& pen, std::size_t n) {
  const Theme& theme = ui.theme;
  const MaskKind& kind = *session.scene().masks[n].kind;
  const Box line = pen.take(theme.px(24));
  text_in(ui, line, Face::kMedium, theme.colors().text, kind.label, 0);
  const Box rest{{control_x(ui, pen), line.min.y}, {line.max.x - theme.px(20), line.max.y}};
  text_in(ui, rest, Face::kMonoSmall, theme.colors().secondary,
          shortened(theme, Face::kMonoSmall, kind.formula, rest.width()), 0);
  float end = 0;
  const std::string name = "mask." + std::to_string(n) + ".remove";
  if (link(ui, name, Face::kBody, {line.max.x - theme.px(12), line.min.y + theme.px(3)}, "×",
           end)) {
    session.edit("mask", "Remove a mask", "", [n](Scene& scene) { remove_mask(scene, n); });
    return true;
  }
  pen.take(theme.px(4));
  if (has_parameter(kind, "radius")) window_lines(ui, session, pen, n);
  return false;
}

void head_count(Ui& ui, Session& session, Pen& pen) {
  const Theme& theme = ui.theme;
  const Box line = pen.take(theme.px(28));
  text_in(ui, line, Face::kBody, theme.colors().secondary, "Count", 0);
  const auto count = session.scene().heads.size();
  const std::string shown = std::to_string(count);
  const std::array<std::string_view, 3> parts = {"−", shown, "+"};
  int pressed = -1;
  segmented(ui, "heads.count", {control_x(ui, pen), line.min.y}, line.height(), parts, pressed);
  pen.take(theme.px(8));
  if (pressed != 2 && (pressed != 0 || count == 1)) return;
  const auto wanted = pressed == 0 ? count - 1 : count + 1;
  const auto seed = session.evaluation_number();
  session.edit("heads", pressed == 0 ? "Remove a head" : "Add a head", "",
               [&](Scene& scene) { set_head_count(scene, wanted, NewHead::kRandom, seed); });
}

void choose_head(Ui& ui, Session& session, Pen& pen) {
  const auto count = session.scene().heads.size();
  if (count < 2) return;
  std::vector<std::string> names;
  for (std::size_t h = 0; h < count; ++h) names.push_back("head " + std::to_string(h));
  const std::vector<std::string_view> labels(names.begin(), names.end());
  const Box line = pen.take(ui.theme.px(30));
  text_in(ui, line, Face::kBody, ui.theme.colors().secondary, "Shown", 0);
  int chosen = static_cast<int>(session.view.head);
  if (choice(ui, "head", {{control_x(ui, pen), line.min.y}, line.max}, labels, chosen)) {
    session.view.head = chosen;
  }
  pen.take(ui.theme.px(8));
}

}  // namespace

void score_section(Ui& ui, Session& session, Pen& pen) {
  heading(ui, pen, "ATTENTION");
  if (const ScoreKind* kind =
          choose_kind(ui, pen, "Score", "score", score_kinds(), session.scene().score.kind)) {
    session.edit("score", "Change the score function", "",
                 [kind](Scene& scene) { set_score_kind(scene, *kind); });
  }
  complaint_line(ui, pen, session.complaint("score"));
  formula_box(ui, pen, session.scene().score.kind->formula);
  if (has_parameter(*session.scene().score.kind, "scale")) {
    const std::string shown = shortest(session.scene().score.scale);
    if (const auto scale = number_line(ui, session, pen, "Scale", "score.scale", shown)) {
      session.edit("score.scale", "Change the scale", "",
                   [scale](Scene& scene) { scene.score.scale = *scale; });
    }
  }
  pen.take(ui.theme.px(10));
}

void normalizer_section(Ui& ui, Session& session, Pen& pen) {
  if (const NormalizerKind* kind = choose_kind(ui, pen, "Weights", "normalizer", normalizer_kinds(),
                                               session.scene().normalizer.kind)) {
    session.edit("normalizer", "Change the normalizer", "",
                 [kind](Scene& scene) { set_normalizer_kind(scene, *kind); });
  }
  pen.take(ui.theme.px(10));
}

void mask_section(Ui& ui, Session& session, Pen& pen) {
  heading(ui, pen, "MASK", session.scene().masks.empty() ? "every key is seen" : "");
  for (std::size_t n = 0; n < session.scene().masks.size(); ++n) {
    if (mask_lines(ui, session, pen, n)) break;
  }
  std::vector<std::string_view> labels = {"Add a mask …"};
  for (const MaskKind& kind : mask_kinds()) labels.push_back(kind.label);
  const Box line = pen.take(ui.theme.px(28));
  int chosen = 0;
  if (choice(ui, "mask.add", line, labels, chosen) && chosen > 0) {
    const MaskKind& kind = mask_kinds()[static_cast<std::size_t>(chosen) - 1];
    session.edit("mask", "Add a mask", "", [&](Scene& scene) { add_mask(scene, kind); });
  }
  complaint_line(ui, pen, session.complaint("mask"));
  pen.take(ui.theme.px(18));
}

void heads_section(Ui& ui, Session& session, Pen& pen) {
  heading(ui, pen, "HEADS");
  head_count(ui, session, pen);
  choose_head(ui, session, pen);
  if (const CombineKind* kind = choose_kind(ui, pen, "Combine", "combine", combine_kinds(),
                                            session.scene().combine.kind)) {
    session.edit("combine", "Change how heads combine", "",
                 [kind](Scene& scene) { set_combine_kind(scene, *kind); });
  }
  complaint_line(ui, pen, session.complaint("heads"));
  complaint_line(ui, pen, session.complaint("combine"));
  pen.take(ui.theme.px(10));
}

void position_section(Ui& ui, Session& session, Pen& pen) {
  heading(ui, pen, "POSITION");
  if (const PositionKind* kind = choose_kind(ui, pen, "Encoding", "position", position_kinds(),
                                             session.scene().position.kind)) {
    session.edit("position", "Change the position encoding", "",
                 [kind](Scene& scene) { set_position_kind(scene, *kind); });
  }
  complaint_line(ui, pen, session.complaint("position"));
  const PositionKind& now = *session.scene().position.kind;
  formula_box(ui, pen, now.formula);
  struct Number {
    std::string_view word, key;
    float Position::*value;
  };
  for (const Number& one :
       {Number{"Base", "base", &Position::base}, Number{"Scale", "scale", &Position::scale}}) {
    if (!has_parameter(now, one.key)) continue;
    const std::string name = "position." + std::string(one.key);
    const std::string shown = shortest(session.scene().position.*one.value);
    if (const auto number = number_line(ui, session, pen, one.word, name, shown)) {
      session.edit(name, "Change the position encoding", "",
                   [&](Scene& scene) { scene.position.*one.value = *number; });
    }
  }
}

}  // namespace attn::ui
