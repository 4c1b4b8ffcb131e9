#include "app/ui/panels/kind_sections.h"

#include <array>
#include <string>
#include <vector>

#include "app/document/edits/head_edits.h"
#include "app/document/edits/kind_edits.h"
#include "app/document/json/numbers.h"
#include "app/document/scene_file/shown_scene.h"
#include "app/ui/numbers/section.h"
#include "app/ui/numbers/section_lines.h"
#include "app/ui/panels/kind_parameters.h"
#include "app/ui/panels/mask_section.h"
#include "engine/attention/combine.h"
#include "engine/attention/lookup.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/base/require.h"
#include "engine/reference/parts.h"

namespace attn::ui {
namespace {

std::string lower_case(std::string_view label) {
  std::string text(label);
  if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') text[0] += 'a' - 'A';
  return text;
}

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

SectionHead scale_head(const Scene& scene, std::string& value) {
  const bool has_scale = takes(*scene.score.kind, "scale");
  const bool is_plain = !has_scale || scene.score.scale == 1;
  if (has_scale) value = brief(scene.score.scale, 6) + ", ";
  value += scene.bias ? "with a bias" : has_scale ? "no bias" : "none";
  return {.id = "bias.scale",
          .title = has_scale ? "SCALE AND BIAS" : "BIAS",
          .word = has_scale ? "Scale, bias" : "Bias",
          .value = value,
          .is_default = is_plain && !scene.bias};
}

SectionHead heads_head(const Scene& scene, std::string& value) {
  const CombineKind& kind = *scene.combine.kind;
  const std::size_t count = scene.heads.size();
  value = std::to_string(count);
  if (kind.joins != Joins::kBeside) {
    value += ", " + lower_case(kind.label);
  } else if (count > 1) {
    value += ", side by side";
  }
  if (scene.combine.w_o) value += ", $" + std::string(part_kind(Part::w_o).symbol) + "$";
  return {.id = "heads",
          .title = "HEADS",
          .word = "Heads",
          .value = value,
          .is_default = kind.joins == Joins::kBeside && !scene.combine.w_o};
}

SectionHead position_head(const Scene& scene) {
  const PositionKind& kind = *scene.position.kind;
  return {.id = "position",
          .title = "POSITIONS",
          .word = "Positions",
          .value = kind.does_nothing() ? "none" : kind.label,
          .is_default = kind.does_nothing()};
}

}  // namespace

void score_section(Ui& ui, Access access, Pen& pen) {
  const Theme& theme = ui.theme;
  const ScoreKind& now = *access->scene().score.kind;
  const float word = text_size(theme, Face::kBody, "Score").x;
  const Box handle{{pen.at.x + word, pen.at.y},
                   {pen.at.x + word + theme.px(36), pen.at.y + theme.px(30)}};
  if (!begin_section(ui, access, pen,
                     {.id = "attention", .word = "Score", .value = now.label, .handle = handle})) {
    return;
  }
  if (const ScoreKind* kind =
          choose_kind(ui, pen, "Score", "score", shown_kinds(score_kinds()), &now)) {
    access.propose("score", "Change the score function", "",
                   [kind](Scene& scene) { set_score_kind(scene, *kind); });
  }
  complaint_line(ui, pen, access->complaint("score"));
  formula_box(ui, pen, access->scene().score.kind->formula);
  pen.take(theme.px(10));
}

void scale_section(Ui& ui, Access access, Pen& pen) {
  std::string value;
  if (!begin_section(ui, access, pen, scale_head(access->scene(), value))) return;
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
  std::string value;
  if (!begin_section(ui, access, pen, heads_head(access->scene(), value))) return;
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
  if (!begin_section(ui, access, pen, position_head(access->scene()))) return;
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
  pen.take(ui.theme.px(10));
}

float folded_at_end(const Ui& ui, const Workspace& workspace) {
  const Scene& scene = workspace.scene();
  std::string scale, mask, heads;
  const SectionHead all[] = {scale_head(scene, scale), mask_head(scene, mask),
                             heads_head(scene, heads), position_head(scene)};
  float height = 0;
  for (const SectionHead& head : all) {
    const bool is_of_score = &head == all;
    if (workspace.look.is_hidden(is_of_score ? "attention" : std::string(head.id))) continue;
    if (!is_section_folded(workspace, head)) return 0;
    height += folded_height(ui.theme);
  }
  return height;
}

}  // namespace attn::ui
