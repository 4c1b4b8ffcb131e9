#include "app/ui/panels/kind_parameters.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/document/edits/part_edits.h"
#include "app/ui/numbers/matrix_cards.h"
#include "app/ui/numbers/matrix_section.h"
#include "app/ui/numbers/section_lines.h"
#include "app/ui/panels/parameter_line.h"
#include "app/ui/theme/rich_text.h"
#include "engine/attention/combine.h"
#include "engine/attention/lookup.h"
#include "engine/attention/position.h"
#include "engine/attention/shapes.h"
#include "engine/reference/parts.h"

namespace attn::ui {
namespace {

/// Matrix of the scene shown in a section.
struct ShownMatrix {
  Where where;
  std::string title;  ///< with formulas
  std::string hint;
  std::string noun;  ///< name in the history
  std::vector<std::string> labels;
  bool are_labels_tex;
  std::string column_prefix;
  Matrix values;
  std::function<void(Scene&)> drop = nullptr;  ///< removes the matrix; null: it is required
};

void shown_section(Ui& ui, Access access, Pen& pen, const ShownMatrix& shown) {
  const std::string name = name_of(shown.where);
  EditedMatrix matrix{shown.where, shown.noun, shown.column_prefix, shown.values, shown.hint};
  if (shown.drop) {
    matrix.removals.push_back({name + ".drop", "Remove it", [access, name, &shown] {
                                 access.propose(name, "Remove " + shown.noun, "", shown.drop);
                               }});
  }
  MatrixTable table{.name = name + ".table",
                    .labels = shown.labels,
                    .matrices = {std::move(matrix)},
                    .max_height = ui.theme.px(200),
                    .are_labels_tex = shown.are_labels_tex,
                    .title = shown.title};
  matrix_section(ui, access, pen, table);
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
  shown_section(ui, access, pen,
                {{Part::projection, access.look.view.head},
                 "$" + std::string(part_kind(Part::projection).symbol) + "$ OF HEAD " + number,
                 "",
                 "the projection of head " + number,
                 numbered_labels("v", w.rows()),
                 true,
                 "o",
                 w});
}

}  // namespace

std::vector<TableDeed> combine_deeds(Access access) {
  const Where where{Part::b_o};
  if (!may_give(access->scene(), where)) return {};
  return {{"combine.b_o.add", "Add the output's bias", [access, where] {
             access.look.view.opened.insert("combine.b_o");
             access.propose("combine", "Add the output's bias", "",
                            [&](Scene& scene) { give_part(scene, where, 0); });
           }}};
}

void combine_parameters(Ui& ui, Access access, Pen& pen) {
  const CombineKind& kind = *access->scene().combine.kind;
  if (takes(kind, "w_o")) output_weights(ui, access, pen);
  if (kind.joins == Joins::kByMatrix) projection(ui, access, pen);
  if (kind.joins == Joins::kByNumber) {
    shown_section(ui, access, pen,
                  {{Part::head_weight},
                   "$" + std::string(part_kind(Part::head_weight).symbol) + "$",
                   "one number per head",
                   "the heads' weights",
                   {"w"},
                   true,
                   "h",
                   *access->scene().combine.w});
  }
}

void position_parameters(Ui& ui, Access access, Pen& pen) {
  const Scene scene = access->scene();
  const Position& position = scene.position;
  if (takes(*position.kind, "table")) {
    const Matrix& table = *position.table;
    const bool is_by_distance = position.kind->column;
    shown_section(ui, access, pen,
                  {{Part::position_table},
                   "TABLE",
                   is_by_distance ? "a row for each head" : "a row for each position",
                   "the position table",
                   numbered_labels(is_by_distance ? "h" : "", table.rows()),
                   is_by_distance,
                   is_by_distance ? "t" : "p",
                   table});
  }
  if (!takes(*position.kind, "slopes")) return;
  const Where where{Part::slopes};
  const std::string noun = "the slopes";
  if (!position.slopes) {
    offer_line(
        ui, access, pen, "Slopes", "$2^{-8(h+1)/H}$", name_of(where), noun, [](Scene& changed) {
          const auto H = static_cast<Index>(changed.heads.size());
          RowVector slopes(H);
          for (Index h = 0; h < H; ++h) {
            slopes(h) = static_cast<float>(changed.position.kind->slope(changed.position, h, H));
          }
          changed.position.slopes = Cow(std::move(slopes));
        });
    return;
  }
  shown_section(ui, access, pen,
                {where,
                 "SLOPES",
                 "one per head",
                 noun,
                 {"slope"},
                 false,
                 "h",
                 **position.slopes,
                 [](Scene& changed) { changed.position.slopes.reset(); }});
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
  shown_section(ui, access, pen,
                {where, "BIAS", "added to the scores", noun, scene.query_tokens(), false, "k",
                 **scene.bias, [](Scene& changed) { changed.bias.reset(); }});
}

}  // namespace attn::ui
