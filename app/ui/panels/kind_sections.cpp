#include "app/ui/panels/kind_sections.h"

#include <array>
#include <string>
#include <vector>

#include "app/document/edits/head_edits.h"
#include "app/document/edits/kind_edits.h"
#include "app/document/scene_file/shown_scene.h"
#include "app/ui/numbers/section.h"
#include "app/ui/numbers/section_lines.h"
#include "app/ui/panels/kind_parameters.h"
#include "engine/attention/combine.h"
#include "engine/attention/lookup.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/base/require.h"

namespace attn::ui {
namespace {

void head_count(Ui& ui, Access access, Pen& pen) {
  const Theme& theme = ui.theme;
  const Box line = pen.take(theme.px(28));
  text_in(ui, line, Face::kBody, theme.colors().secondary, "Count", 0);
  const auto count = access->scene().heads.size();
  const std::string shown = std::to_string(count);
  const std::array<std::string_view, 3> parts = {"−", shown, "+"};
  int pressed = -1;
  segmented(ui, "heads.count", {control_x(ui, pen), line.min.y}, line.height(), parts, pressed);
  pen.take(theme.px(8));
  if (pressed != 2 && (pressed != 0 || count == 1)) return;
  const auto wanted = pressed == 0 ? count - 1 : count + 1;
  const auto seed = access->evaluation_number();
  access.propose("heads", pressed == 0 ? "Remove a head" : "Add a head", "",
                 [&](Scene& scene) { set_head_count(scene, wanted, NewHead::kRandom, seed); });
}

void choose_head(Ui& ui, Access access, Pen& pen) {
  const auto count = access->scene().heads.size();
  if (count < 2) return;
  std::vector<std::string> names;
  for (std::size_t h = 0; h < count; ++h) names.push_back("head " + std::to_string(h));
  const std::vector<std::string_view> labels(names.begin(), names.end());
  const Box line = pen.take(ui.theme.px(30));
  text_in(ui, line, Face::kBody, ui.theme.colors().secondary, "Shown", 0);
  int chosen = static_cast<int>(access.look.view.head);
  if (choice(ui, "head", {{control_x(ui, pen), line.min.y}, line.max}, labels, chosen)) {
    access.look.view.head = chosen;
  }
  pen.take(ui.theme.px(8));
}

}  // namespace

void score_section(Ui& ui, Access access, Pen& pen) {
  if (!begin_section(ui, access, pen, "attention", "ATTENTION")) return;
  if (const ScoreKind* kind = choose_kind(ui, pen, "Score", "score", shown_kinds(score_kinds()),
                                          access->scene().score.kind)) {
    access.propose("score", "Change the score function", "",
                   [kind](Scene& scene) { set_score_kind(scene, *kind); });
  }
  complaint_line(ui, pen, access->complaint("score"));
  formula_box(ui, pen, access->scene().score.kind->formula);
  if (takes(*access->scene().score.kind, "scale")) {
    number_line(ui, access, pen, "Scale", "score.scale", "Change the scale",
                access->scene().score.scale,
                [](Scene& scene, double scale) { scene.score.scale = static_cast<float>(scale); });
  }
  bias_parameter(ui, access, pen);
  pen.take(ui.theme.px(10));
}

void normalizer_section(Ui& ui, Access access, Pen& pen) {
  if (const NormalizerKind* kind =
          choose_kind(ui, pen, "Weights", "normalizer", shown_kinds(normalizer_kinds()),
                      access->scene().normalizer.kind)) {
    access.propose("normalizer", "Change the normalizer", "",
                   [kind](Scene& scene) { set_normalizer_kind(scene, *kind); });
  }
  pen.take(ui.theme.px(10));
}

void heads_section(Ui& ui, Access access, Pen& pen) {
  if (!begin_section(ui, access, pen, "heads", "HEADS")) return;
  head_count(ui, access, pen);
  choose_head(ui, access, pen);
  if (const CombineKind* kind =
          choose_kind(ui, pen, "Combine", "combine", shown_kinds(combine_kinds()),
                      access->scene().combine.kind)) {
    access.propose("combine", "Change how heads combine", "",
                   [kind](Scene& scene) { set_combine_kind(scene, *kind); });
  }
  complaint_line(ui, pen, access->complaint("heads"));
  complaint_line(ui, pen, access->complaint("combine"));
  combine_parameters(ui, access, pen);
  pen.take(ui.theme.px(10));
}

void position_section(Ui& ui, Access access, Pen& pen) {
  if (!begin_section(ui, access, pen, "position", "POSITION")) return;
  if (const PositionKind* kind =
          choose_kind(ui, pen, "Encoding", "position", shown_kinds(position_kinds()),
                      access->scene().position.kind)) {
    access.propose("position", "Change the position encoding", "",
                   [kind](Scene& scene) { set_position_kind(scene, *kind); });
  }
  complaint_line(ui, pen, access->complaint("position"));
  const PositionKind& now = *access->scene().position.kind;
  formula_box(ui, pen, now.formula);
  struct Number {
    std::string_view word, key;
    float Position::*value;
  };
  for (const Number& one :
       {Number{"Base", "base", &Position::base}, Number{"Scale", "scale", &Position::scale}}) {
    if (!takes(now, one.key)) continue;
    number_line(ui, access, pen, one.word, "position." + std::string(one.key),
                "Change the position encoding", access->scene().position.*one.value,
                [&](Scene& scene, double number) {
                  if (one.value == &Position::base) require_positive(number, "");
                  scene.position.*one.value = static_cast<float>(number);
                });
  }
  position_parameters(ui, access, pen);
}

}  // namespace attn::ui
