#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/document/edits/head_edits.h"
#include "app/document/edits/part_edits.h"
#include "app/document/formulas/plain_formula.h"
#include "app/document/lessons/lesson_parts.h"
#include "app/document/numbers/numbers.h"
#include "app/ui/numbers/matrix_section.h"
#include "app/ui/numbers/section.h"
#include "app/ui/panels/parameter_line.h"
#include "app/ui/panels/sections.h"
#include "app/ui/theme/window_formulas.h"
#include "engine/attention/lookup.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/reference/parts.h"

namespace attn::ui {
namespace {

/// Condition for showing a matrix of a head.
enum class Shown {
  kAlways,   ///< always; the identity if absent
  kByScore,  ///< shown if the score uses the matrix; the identity if absent
  kGiven,    ///< shown if the head has the matrix, which a menu adds
};

/// Matrix that a head may have.
struct WeightMatrix {
  Part part;
  std::string_view key;            ///< name in the scene file
  std::string_view hint;           ///< its input and output
  HeadMatrix matrix;               ///< null: not a matrix with an identity as default
  std::string_view rows, columns;  ///< names of rows and columns; empty rows: the matrix's name
  Shown shown;
  std::string_view noun{};  ///< name in the menu that adds it
};

constexpr std::array<WeightMatrix, 16> kWeights = {
    {{Part::w_q, "w_q", "makes queries", &Head::w_q, "x", "q", Shown::kAlways},
     {Part::w_k, "w_k", "makes keys", &Head::w_k, "x", "k", Shown::kAlways},
     {Part::w_v, "w_v", "makes values", &Head::w_v, "x", "v", Shown::kAlways},
     {Part::w_a, "w_a", "between queries and keys", &Head::w_a, "q", "k", Shown::kByScore},
     {Part::energy, "v", "weighs the features", nullptr, "", "k", Shown::kByScore},
     {Part::given_scores, "scores", "one row per query, one column per key", nullptr, "", "k",
      Shown::kByScore},
     {Part::b_q, "b_q", "is added to queries", nullptr, "", "q", Shown::kGiven,
      "a bias of queries"},
     {Part::b_k, "b_k", "is added to keys", nullptr, "", "k", Shown::kGiven, "a bias of keys"},
     {Part::b_v, "b_v", "is added to values", nullptr, "", "v", Shown::kGiven, "a bias of values"},
     {Part::g_q, "g_q", "multiplies normalised queries", nullptr, "", "q", Shown::kGiven,
      "gains of queries"},
     {Part::g_k, "g_k", "multiplies normalised keys", nullptr, "", "k", Shown::kGiven,
      "gains of keys"},
     {Part::subtract_w_q, "subtract.w_q", "makes the queries of the subtracted weights", nullptr,
      "x", "q", Shown::kGiven, "subtracted weights"},
     {Part::subtract_w_k, "subtract.w_k", "makes the keys of the subtracted weights", nullptr, "x",
      "k", Shown::kGiven},
     {Part::w_g, "w_g", "makes gates from the queries' inputs", nullptr, "x", "g", Shown::kGiven,
      "an output gate"},
     {Part::b_g, "b_g", "is added before the gate's sigmoid", nullptr, "", "g", Shown::kGiven,
      "the output gate's bias"},
     {Part::w_f, "w_f", "makes forget gates from the inputs", nullptr, "", "x", Shown::kGiven,
      "a forget gate"}}};

std::string place_of_head(std::size_t h) { return "heads." + std::to_string(h); }

std::string control_of(std::size_t h, std::string_view key) {
  return place_of_head(h) + "." + std::string(key);
}

/// Head that owns the keys and values of head h, which may share another's.
std::size_t owner_of(const Scene& scene, std::size_t h, Part part) {
  const bool is_shared = part == Part::w_k || part == Part::w_v || part == Part::b_k ||
                         part == Part::b_v || part == Part::g_k;
  return is_shared ? keys_head(scene, h) : h;
}

/// Returns whether head h has its own numbers for `part`.
bool is_given(const Scene& scene, std::size_t h, Part part) {
  return !part_kind(part).numbers(scene, h).empty();
}

/// Numbers of head h; null if it has none.
std::shared_ptr<const Matrix> given_values(const Scene& scene, std::size_t h, Part part) {
  const PartKind& kind = part_kind(part);
  if (!is_given(scene, h, part)) return nullptr;
  const Trace none;  // inputs need none
  if (kind.held) {
    return {std::shared_ptr<void>(), kind.held(scene, none, h)};
  }
  return std::make_shared<const Matrix>(kind.made(scene, none, h));
}

/// Default numbers of an absent matrix.
std::shared_ptr<const Matrix> absent_values(const Scene& scene, std::size_t h,
                                            const WeightMatrix& one) {
  if (one.matrix == nullptr) {
    return std::make_shared<const Matrix>(Matrix::Ones(1, width_of_k(scene, h)));
  }
  return kept_identity(one.matrix == &Head::w_q   ? scene.query_embeddings().cols()
                       : one.matrix == &Head::w_a ? width_of_k(scene, h)
                       : one.matrix == &Head::w_v ? width_of_v(scene, h)
                                                  : scene.embeddings->cols());
}

/// Function that removes the matrix; null if it is required.
std::function<void(Scene&)> drop_of(std::size_t h, const WeightMatrix& one) {
  if (one.matrix != nullptr) {
    return [h, matrix = one.matrix](Scene& changed) { drop_weights(changed, h, matrix); };
  }
  if (one.part == Part::energy) return [h](Scene& changed) { changed.heads[h].v.reset(); };
  if (one.part == Part::given_scores) return nullptr;
  const Where where{one.part, static_cast<Index>(h)};
  return [where](Scene& changed) { drop_part(changed, where); };
}

/// Card of the matrix in head h of `scene`, which must outlive it.
template <typename IsOpen>
CardMatrix card_of(const Scene& scene, std::size_t of, const WeightMatrix& one,
                   const IsOpen& is_open) {
  const std::size_t h = owner_of(scene, of, one.part);
  const std::string tex(part_kind(one.part).symbol);
  const auto given = given_values(scene, h, one.part);
  CardMatrix card{.where = {one.part, static_cast<Index>(h)},
                  .id = "weights." + std::string(one.key),
                  .tex = tex,
                  .noun = plain_formula(tex) + " of head " + std::to_string(h),
                  .hint = std::string(one.hint),
                  .rows = {tex},
                  .columns = std::string(one.columns),
                  .values = given ? given : absent_values(scene, h, one),
                  .is_given = given != nullptr,
                  .drop = drop_of(h, one)};
  if (h != of) card.hint += ", of head " + std::to_string(h);
  if (is_open(card) && one.part == Part::given_scores) {
    card.rows = numbered_labels("q", card.values->rows());
  } else if (is_open(card) && !one.rows.empty()) {
    card.rows = numbered_labels(one.rows, card.values->rows());
  }
  return card;
}

/// Returns whether the matrix or number `name` is shown: a lesson's stage may show only some of
/// them.
bool is_shown(const Workspace& workspace, const std::string& name) {
  const auto& stage = workspace.look.stage;
  return !stage || is_on_stage(*stage, name);
}

/// Returns whether all of the head is shown.
bool is_whole(const Workspace& workspace) {
  const auto& stage = workspace.look.stage;
  return !stage || std::ranges::all_of(
                       *stage, [](std::string_view one) { return part_named_by(one).empty(); });
}

/// Returns whether head h can have the matrix: queries and keys need embeddings, and values must
/// exist.
bool has_inputs(const Scene& scene, std::size_t h, const WeightMatrix& one) {
  if (one.part == Part::given_scores) return true;
  if (one.matrix == &Head::w_v) return width_of_v(scene, h) > 0;
  return scene.embeddings->cols() > 0;
}

bool is_asked_for(const Scene& scene, const WeightMatrix& one) {
  return one.shown == Shown::kAlways ||
         (one.shown == Shown::kByScore && takes_of_head(*scene.score.kind, one.key));
}

/// Matrices that head h has, or has defaults for, and that are shown.
std::vector<const WeightMatrix*> matrices_there(const Workspace& workspace, const Scene& scene,
                                                std::size_t h) {
  std::vector<const WeightMatrix*> found;
  for (const WeightMatrix& one : kWeights) {
    if (!has_inputs(scene, h, one) || !is_shown(workspace, control_of(h, one.key))) continue;
    if (is_asked_for(scene, one) || is_given(scene, owner_of(scene, h, one.part), one.part)) {
      found.push_back(&one);
    }
  }
  return found;
}

/// Entries of the head's menu: absent optional matrices.
std::vector<TableCommand> head_commands(Access access, std::size_t h) {
  std::vector<TableCommand> commands;
  for (const WeightMatrix& one : kWeights) {
    const Where where{one.part, static_cast<Index>(h)};
    if (one.noun.empty() || !may_give(access->scene(), where)) continue;
    const std::string name = control_of(h, one.key);
    const std::string label = "Add " + std::string(one.noun);
    commands.push_back({name + ".add", label, [access, where, name, label, &one] {
                          access.look.view.opened.insert("weights." + std::string(one.key));
                          const auto seed = access->evaluated().number();
                          access.propose(name, label, "",
                                         [&](Scene& scene) { give_part(scene, where, seed); });
                        }});
  }
  for (TableCommand& command : parameter_commands(access, head_parameters(), h, place_of_head(h))) {
    commands.push_back(std::move(command));
  }
  return commands;
}

/// Editable number of columns.
struct ColumnCount {
  std::string_view tex;
  std::string name;
  Index now;
  std::function<void(Scene&, Index)> set;
};

constexpr float kWidthField = 36, kWidthFieldHeight = 27, kCountWidth = 62, kCountGap = 3;

/// Draws "d_k [3]", ending at `right`.
void count_field(Ui& ui, Access access, const ColumnCount& count, float right, float middle) {
  const Theme& theme = ui.theme;
  const float half = theme.px(kWidthFieldHeight) / 2;
  const Box field{{right - theme.px(kWidthField), middle - half}, {right, middle + half}};
  const FormulaStyle style{.size = static_cast<double>(16 * theme.scale())};
  const SetFormula& formula = theme.formulas().set(count.tex, style);
  const float x = field.min.x - theme.px(6) - static_cast<float>(formula.width);
  const float baseline = middle + theme.px(5);
  theme.formulas().draw({x, baseline - static_cast<float>(formula.baseline)}, count.tex, style,
                        theme.colors());
  const TextEdit typed = text_field(ui, count.name, field, Face::kMono, std::to_string(count.now),
                                    OnClick::kSelectAll);
  if (!typed.committed) return;
  const auto number = typed_number(typed.text);
  if (!number || *number != std::floor(*number) || std::abs(*number) > 1e6) {
    access.notices.complain(count.name, "expected a whole number, found \"" + typed.text + "\"");
    return;
  }
  const auto wanted = static_cast<Index>(*number);
  access.propose(count.name, "Change " + plain_formula(count.tex), "", [&](Scene& scene) {
    if (wanted != count.now) count.set(scene, wanted);
  });
}

/// Draws the widths of keys and values: at the right of the heading if they fit, else below it.
void count_fields(Ui& ui, Access access, Pen& pen, std::size_t h, const Box& heading, bool fits) {
  const Theme& theme = ui.theme;
  const ColumnCount counts[] = {
      {R"(d_\mathrm{k})", control_of(h, "dk"), width_of_k(access->scene(), h),
       [h](Scene& scene, Index dk) { set_key_width(scene, h, dk); }},
      {R"(d_\mathrm{v})", control_of(h, "dv"), width_of_v(access->scene(), h),
       [h](Scene& scene, Index dv) { set_value_width(scene, h, dv); }}};
  const Box line = fits ? heading : pen.take(theme.px(kWidthFieldHeight));
  const float middle = (line.min.y + line.max.y) / 2;
  const float pitch = theme.px(kCountWidth + kCountGap);
  const float right = fits ? line.max.x : line.min.x + pitch + theme.px(kCountWidth);
  count_field(ui, access, counts[0], right - pitch, middle);
  count_field(ui, access, counts[1], right, middle);
  for (const ColumnCount& count : counts) {
    complaint_line(ui, pen, access.notices.complaint(count.name));
  }
  pen.take(theme.px(8));
}

}  // namespace

void head_weights_section(Ui& ui, Access access, Pen& pen, float max_height) {
  const Theme& theme = ui.theme;
  const auto h = static_cast<std::size_t>(access.look.view.head);
  const Scene scene = access->scene();  // copy: an edit must not change what is being drawn
  const bool has_all = is_whole(access);
  const bool is_only = scene.heads.size() == 1;
  const std::string title = is_only ? "PROJECTIONS" : "HEAD " + std::to_string(h);
  const float words = heading_width(theme, title) + theme.px(38 + 26);
  const bool fits = words + theme.px(2 * kCountWidth + kCountGap) <= pen.width;
  if (fits && !ui.stage) pen.take(theme.px(6));
  Box heading = heading_line(ui, pen);
  // A single matrix has its own title.
  const SectionHead head =
      has_all ? SectionHead{.id = "weights", .title = title} : SectionHead{.id = "heads.alone"};
  if (!begin_section(ui, access, pen, head)) return;
  if (has_all) {
    heading.max.x -= add_menu(ui, place_of_head(h) + ".more", heading, head_commands(access, h));
    if (has_inputs(scene, h, kWeights[0])) count_fields(ui, access, pen, h, heading, fits);
  }
  const auto is_open = [&](const CardMatrix& card) {
    return !has_all || access.look.view.opened.contains(card.id);
  };
  std::vector<CardMatrix> cards;
  for (const WeightMatrix* one : matrices_there(access, scene, h)) {
    cards.push_back(card_of(scene, h, *one, is_open));
  }
  if (has_all) {
    matrix_cards(ui, access, pen, cards, max_height);
  } else {
    for (const CardMatrix& card : cards) matrix_of_card(ui, access, pen, card, max_height);
  }
  for (const ParameterLine& line : head_parameters()) {
    if (!is_shown(access, control_of(h, line.key))) continue;
    parameter_lines(ui, access, pen, {&line, 1}, h, place_of_head(h));
  }
  pen.take(theme.px(10));
}

StagedWeights staged_weights(const Workspace& workspace) {
  const auto h = static_cast<std::size_t>(workspace.head());
  StagedWeights staged{.is_whole = is_whole(workspace)};
  const auto is_open = [&](const CardMatrix& card) {
    return !staged.is_whole || workspace.look.view.opened.contains(card.id);
  };
  for (const WeightMatrix* one : matrices_there(workspace, workspace.scene(), h)) {
    const CardMatrix card = card_of(workspace.scene(), h, *one, is_open);
    if (is_open(card)) staged.columns = std::max(staged.columns, card.values->cols());
  }
  return staged;
}

}  // namespace attn::ui
