#include <array>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/document/edits/head_edits.h"
#include "app/document/edits/kind_edits.h"
#include "app/document/edits/part_edits.h"
#include "app/document/numbers/numbers.h"
#include "app/ui/numbers/matrix_section.h"
#include "app/ui/numbers/section.h"
#include "app/ui/panels/parameter_line.h"
#include "app/ui/panels/sections.h"
#include "app/ui/toolkit/tooltip.h"
#include "engine/attention/combine.h"
#include "engine/attention/lookup.h"
#include "engine/attention/norm.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/base/text.h"
#include "engine/reference/parts.h"

namespace attn::ui {
namespace {

/// Draws a matrix of the scene as a section. `drop` removes it; null: it is required.
void shown_section(Ui& ui, Access access, Pen& pen, EditedMatrix matrix, const std::string& title,
                   const std::vector<std::string>& labels, bool are_labels_tex,
                   const std::function<void(Scene&)>& drop = nullptr) {
  const std::string name = matrix.name();
  if (drop) {
    matrix.removals.push_back(
        {name + ".drop", "Remove it", [access, name, noun = matrix.noun, &drop] {
           access.propose(name, "Remove " + noun, "", drop);
         }});
  }
  matrix_section(
      ui, access, pen,
      {.grid = {.name = name + ".table", .labels = labels, .are_labels_tex = are_labels_tex},
       .matrices = {std::move(matrix)},
       .max_height = ui.theme.px(200),
       .title = title});
}

void output_weights(Ui& ui, Access access, Pen& pen) {
  const Scene scene = access->scene();  // copy: an edit must not change what is being drawn
  const auto& given = scene.combine.w_o;
  const std::shared_ptr<const Matrix> values =
      given ? std::shared_ptr<const Matrix>(std::shared_ptr<void>(), &**given)
            : kept_identity(w_o_shape(scene).rows.count);
  std::vector<CardMatrix> cards = {{.where = {Part::w_o},
                                    .id = "combine.w_o",
                                    .tex = std::string(part_kind(Part::w_o).symbol),
                                    .noun = "the output's weights",
                                    .hint = "makes the output of all heads",
                                    .rows = numbered_labels("v", values->rows()),
                                    .columns = "o",
                                    .values = values,
                                    .is_given = given.has_value(),
                                    .drop = drop_output_weights}};
  if (scene.combine.b_o) {
    const PartKind& b_o = part_kind(Part::b_o);
    cards.push_back({.where = {Part::b_o},
                     .id = "combine.b_o",
                     .tex = std::string(b_o.symbol),
                     .noun = "the output's bias",
                     .hint = "is added to the output of all heads",
                     .rows = {std::string(b_o.symbol)},
                     .columns = "o",
                     .values = std::make_shared<const Matrix>(**scene.combine.b_o),
                     .is_given = true,
                     .drop = [](Scene& changed) { drop_part(changed, {Part::b_o}); }});
  }
  matrix_cards(ui, access, pen, cards, ui.theme.px(200));
}

/// Draws the projection of the shown head only, as there can be many heads.
void projection(Ui& ui, Access access, Pen& pen) {
  const Scene scene = access->scene();
  const auto h = static_cast<std::size_t>(access.look.view.head);
  const std::string number = std::to_string(h);
  const Matrix& w = *scene.combine.projections[h];
  shown_section(
      ui, access, pen,
      {{Part::projection, access.look.view.head}, "the projection of head " + number, "o", w},
      "$" + std::string(part_kind(Part::projection).symbol) + "$ OF HEAD " + number,
      numbered_labels("v", w.rows()), true);
}

/// Draws "Score  [Dot product ▾]", and gives the scene the chosen row by `set`. The tooltip shows
/// the formula, or `words` if the scene's formula differs from the kind's.
template <typename Kind>
void choose_kind(Ui& ui, Access access, Pen& pen, std::string_view word, std::string_view name,
                 std::string_view label, std::span<const Kind> kinds, const Kind* now,
                 void (*set)(Scene&, const Kind&), std::string words = {}) {
  const auto labels = texts_of(kinds, &Kind::label);
  auto chosen = static_cast<int>(now - kinds.data());
  const Box box = list_line(ui, pen, word, labels);
  if (words.empty()) words = "$" + std::string(now->formula) + "$";
  note_more(ui, box.min, box.max, words, true);
  const bool changed = choice(ui, name, box, labels, chosen);
  pen.take(ui.theme.px(8));
  if (!changed) return;
  access.propose(name, label, "",
                 [&](Scene& scene) { set(scene, kinds[static_cast<std::size_t>(chosen)]); });
}

constexpr const char* kCostView = "tab.cost";

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
  const auto seed = access->evaluated().number();
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
  if (choice(ui, "head", line.right_of(control_x(ui, pen)), labels, chosen)) {
    access.look.view.head = chosen;
  }
  pen.take(ui.theme.px(8));
}

/// Summary of the score's numbers: "Scale", "norm", "cap", "bias", joined.
std::string scale_words(const Scene& scene, std::string_view last) {
  std::vector<std::string_view> parts;
  if (takes(*scene.score.kind, "scale")) parts.emplace_back("scale");
  if (has_norm(scene.score)) parts.emplace_back("norm");
  if (scene.score.cap) parts.emplace_back("cap");
  std::string words = joined(parts);
  words += (words.empty() ? "" : std::string(last)) + "bias";
  words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

SectionHead scale_head(const Scene& scene) {
  const Score& score = scene.score;
  const bool has_scale = takes(*score.kind, "scale");
  std::string value;
  const auto add = [&](const std::string& words) { value += (value.empty() ? "" : ", ") + words; };
  if (has_scale) add(with_minus(brief(score.scale, 6)));
  if (score.bend != Bend::kTanh) add("leaky ReLU");
  if (has_norm(score)) add(lower_case(score.norm->label));
  if (score.cap) add("cap " + brief(*score.cap, 6));
  const bool is_plain = (!has_scale || score.scale == 1) && value == (has_scale ? "1" : "");
  add(scene.bias ? "with a bias" : value.empty() ? "none" : "no bias");
  return {.id = "bias.scale",
          .title = capitals(scale_words(scene, " and ")),
          .word = scale_words(scene, ", "),
          .value = value,
          .is_default = is_plain && !scene.bias};
}

/// Heading of a foldable section, below the rule above it.
Box open_heading(const Ui& ui, const Pen& pen) {
  Pen below = pen;
  if (!ui.stage) below.take(ui.theme.px(9));
  return heading_line(ui, below);
}

SectionHead heads_head(const Scene& scene) {
  const CombineKind& kind = *scene.combine.kind;
  const std::size_t count = scene.heads.size();
  std::string value = std::to_string(count);
  if (kind.joins != Joins::kBeside) {
    value += ", " + lower_case(kind.label);
  } else if (count > 1) {
    value += ", side by side";
  }
  if (scene.combine.w_o) value += ", $" + std::string(part_kind(Part::w_o).symbol) + "$";
  if (scene.combine.b_o) value += ", $" + std::string(part_kind(Part::b_o).symbol) + "$";
  return {.id = "heads",
          .title = "HEADS",
          .word = "Heads",
          .value = value,
          .is_default = kind.joins == Joins::kBeside && !scene.combine.w_o && !scene.combine.b_o};
}

SectionHead position_head(const Scene& scene) {
  const PositionKind& kind = *scene.position.kind;
  return {.id = "position",
          .title = "POSITIONS",
          .word = "Positions",
          .value = std::string(kind.does_nothing() ? "none" : kind.label),
          .is_default = kind.does_nothing()};
}

/// "$a$, $b$"
std::string in_words(const std::vector<std::string>& formulas) {
  std::string words;
  for (const std::string& formula : formulas) {
    words.append(words.empty() ? "$" : ", $").append(formula).append("$");
  }
  return words;
}

/// Commands in the menu of the heads that add optional matrices.
std::vector<TableCommand> combine_commands(Access access) {
  const Where where{Part::b_o};
  if (!may_give(access->scene(), where)) return {};
  return {{"combine.b_o.add", "Add the output's bias", [access, where] {
             access.look.view.opened.insert("combine.b_o");
             access.propose("combine", "Add the output's bias", "",
                            [&](Scene& scene) { give_part(scene, where, 0); });
           }}};
}

void position_parameters(Ui& ui, Access access, Pen& pen) {
  const Scene scene = access->scene();
  const Position& position = scene.position;
  if (takes(*position.kind, "table")) {
    const Matrix& table = *position.table;
    const bool is_by_distance = position.kind->column;
    shown_section(ui, access, pen,
                  {{Part::position_table},
                   "the position table",
                   is_by_distance ? "t" : "p",
                   table,
                   is_by_distance ? "a row for each head" : "a row for each position"},
                  "TABLE", numbered_labels(is_by_distance ? "h" : "", table.rows()),
                  is_by_distance);
  }
  if (!takes(*position.kind, "slopes")) return;
  const Where where{Part::slopes};
  const std::string noun = "the slopes";
  if (!position.slopes) {
    offer_line(
        ui, access, pen, "Slopes", "$2^{-8(h+1)/H}$", name_of(where), noun, [](Scene& changed) {
          const auto H = std::ssize(changed.heads);
          RowVector slopes(H);
          for (Index h = 0; h < H; ++h) {
            slopes(h) = static_cast<float>(changed.position.kind->slope(changed.position, h, H));
          }
          changed.position.slopes = Cow(std::move(slopes));
        });
    return;
  }
  const Matrix slopes = **position.slopes;
  shown_section(ui, access, pen, {where, noun, "h", slopes, "one per head"}, "SLOPES", {"slope"},
                false, [](Scene& changed) { changed.position.slopes.reset(); });
}

void bias_parameter(Ui& ui, Access access, Pen& pen) {
  const Scene scene = access->scene();
  const Where where{Part::bias};
  const std::string noun = "the bias";
  if (!scene.bias) {
    offer_line(ui, access, pen, "Bias", "none", name_of(where), noun, [](Scene& changed) {
      changed.bias = Cow(Matrix(Matrix::Zero(changed.query_count(), changed.key_count())));
    });
    return;
  }
  shown_section(ui, access, pen, {where, noun, "k", **scene.bias, "added to the scores"}, "BIAS",
                scene.query_tokens(), false, [](Scene& changed) { changed.bias.reset(); });
}

void combine_parameters(Ui& ui, Access access, Pen& pen) {
  const CombineKind& kind = *access->scene().combine.kind;
  if (takes(kind, "w_o")) output_weights(ui, access, pen);
  if (kind.joins == Joins::kByMatrix) projection(ui, access, pen);
  if (kind.joins == Joins::kByNumber) {
    const Matrix w = *access->scene().combine.w;
    shown_section(ui, access, pen,
                  {{Part::head_weight}, "the heads' weights", "h", w, "one number per head"},
                  "$" + std::string(part_kind(Part::head_weight).symbol) + "$", {"w"}, true);
  }
}

}  // namespace

void score_section(Ui& ui, Access access, Pen& pen) {
  const Theme& theme = ui.theme;
  const ScoreKind& now = *access->scene().score.kind;
  const float word = text_size(theme, Face::kBody, "Score").x;
  const Box handle{{pen.at.x + word, pen.at.y},
                   {pen.at.x + word + theme.px(36), pen.at.y + theme.px(30)}};
  if (!begin_section(ui, access, pen,
                     {.id = "attention",
                      .word = "Score",
                      .value = std::string(now.label),
                      .handle = handle})) {
    return;
  }
  const std::vector<std::string> formulas = score_formulas(access->scene().score);
  choose_kind(ui, access, pen, "Score", "score", "Change the score function", score_kinds(), &now,
              set_score_kind, in_words(formulas));
  complaint_line(ui, pen, access.notices.complaint("score"));
  for (const std::string& formula : formulas) formula_box(ui, pen, formula);
  pen.take(theme.px(10));
}

void scale_section(Ui& ui, Access access, Pen& pen) {
  const Box heading = open_heading(ui, pen);
  if (!begin_section(ui, access, pen, scale_head(access->scene()))) return;
  add_menu(ui, "score.more", heading, parameter_commands(access, score_parameters(), 0, "score"));
  parameter_lines(ui, access, pen, score_parameters(), 0, "score");
  bias_parameter(ui, access, pen);
  pen.take(ui.theme.px(10));
}

void normalizer_section(Ui& ui, Access access, Pen& pen, const Box& heading) {
  add_menu(ui, "normalizer.more", heading,
           parameter_commands(access, normalizer_parameters(), 0, "normalizer"));
  const std::string formula =
      part_kind(Part::weights)
          .formula(access->scene(), static_cast<std::size_t>(access.look.view.head));
  choose_kind(ui, access, pen, "Weights", "normalizer", "Change the normalizer", normalizer_kinds(),
              access->scene().normalizer.kind, set_normalizer_kind, in_words({formula}));
  complaint_line(ui, pen, access.notices.complaint("normalizer"));
  parameter_lines(ui, access, pen, normalizer_parameters(), 0, "normalizer");
  pen.take(ui.theme.px(10));
}

void heads_section(Ui& ui, Access access, Pen& pen) {
  const Box heading = open_heading(ui, pen);
  if (!begin_section(ui, access, pen, heads_head(access->scene()))) return;
  add_menu(ui, "combine.more", heading, combine_commands(access));
  head_count(ui, access, pen);
  choose_head(ui, access, pen);
  choose_kind(ui, access, pen, "Combine", "combine", "Change how heads combine", combine_kinds(),
              access->scene().combine.kind, set_combine_kind);
  complaint_line(ui, pen, access.notices.complaint("heads"));
  complaint_line(ui, pen, access.notices.complaint("combine"));
  combine_parameters(ui, access, pen);
  pen.take(ui.theme.px(10));
}

void position_section(Ui& ui, Access access, Pen& pen) {
  const Box heading = open_heading(ui, pen);
  if (!begin_section(ui, access, pen, position_head(access->scene()))) return;
  add_menu(ui, "position.more", heading,
           parameter_commands(access, position_parameters_of_kind(), 0, "position"));
  const std::string formula = part_kind(Part::position).formula(access->scene(), 0);
  choose_kind(ui, access, pen, "Encoding", "position", "Change the position encoding",
              position_kinds(), access->scene().position.kind, set_position_kind,
              in_words({formula}));
  complaint_line(ui, pen, access.notices.complaint("position"));
  formula_box(ui, pen, formula);
  parameter_lines(ui, access, pen, position_parameters_of_kind(), 0, "position");
  position_parameters(ui, access, pen);
  pen.take(ui.theme.px(10));
}

void cost_line(Ui& ui, Access access, Pen& pen) {
  if (access.look.is_hidden(kCostView)) return;
  lock_controls(ui, {});
  if (leading_line(ui, pen, "cost.line", "Cost",
                   ui.cost_lines.lines_of(access->evaluation().scene))) {
    access.look.view.tab = "cost";
  }
}

float folded_at_end(const Ui& ui, const Workspace& workspace) {
  const Scene& scene = workspace.scene();
  const SectionHead all[] = {scale_head(scene), mask_head(scene), heads_head(scene),
                             position_head(scene), learn_head(workspace)};
  float height = workspace.look.is_hidden(kCostView) ? 0 : folded_height(ui.theme);
  for (const SectionHead& head : all) {
    const bool is_of_score = &head == all;
    if (workspace.look.is_hidden(is_of_score ? "attention" : head.id)) continue;
    if (!is_section_folded(workspace, head)) {
      if (&head == std::end(all) - 1) continue;  // shown above if open
      return 0;
    }
    height += folded_height(ui.theme);
  }
  return height;
}

}  // namespace attn::ui
