#include "app/ui/panels/head_weights.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/document/edits/head_edits.h"
#include "app/document/json/numbers.h"
#include "app/document/json/typed_number.h"
#include "app/ui/numbers/matrix_section.h"
#include "app/ui/numbers/section.h"
#include "app/ui/numbers/section_lines.h"
#include "app/ui/toolkit/link_row.h"
#include "engine/attention/lookup.h"
#include "engine/attention/parts.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/base/require.h"

namespace attn::ui {
namespace {

/// A matrix that a head may have.
struct Weights {
  Part part;
  std::string_view hint;  ///< what it makes of what
  HeadMatrix matrix;
  std::string_view rows, columns;  ///< what they are called
  bool always;                     ///< shown whatever the score function
};

constexpr std::array<Weights, 4> kWeights = {
    {{Part::w_q, "makes queries", &Head::w_q, "d", "q", true},
     {Part::w_k, "makes keys", &Head::w_k, "d", "k", true},
     {Part::w_v, "makes values", &Head::w_v, "d", "v", true},
     {Part::w_a, "between q and k", &Head::w_a, "q", "k", false}}};

std::string control_of(std::size_t h, std::string_view key) {
  return "heads." + std::to_string(h) + "." + std::string(key);
}

bool asks_for(const Scene& scene, std::string_view key) {
  return takes_of_head(*scene.score.kind, key);
}

/// "W_Q  identity  change": true when it was asked to be given.
bool absent_line(Ui& ui, Access access, Pen& pen, std::string_view title, std::string_view stands,
                 const std::string& name) {
  const Theme& theme = ui.theme;
  const Box line = pen.take(theme.px(24));
  text_in(ui, line, Face::kCaption, theme.colors().secondary, title, 0);
  const float x = line.min.x + theme.px(44);
  text_in(ui, {{x, line.min.y}, line.max}, Face::kSmall, theme.colors().faint, stands, 0);
  const float y = line.min.y + (line.height() - theme.line_height(Face::kSmall)) / 2;
  float end = x + text_size(theme, Face::kSmall, stands).x + theme.px(12);
  const bool asked = link(ui, name + ".give", Face::kSmall, {end, y}, "change", end);
  complaint_line(ui, pen, access->complaint(name));
  return asked;
}

void weights_lines(Ui& ui, Access access, Pen& pen, const Weights& one, std::size_t h,
                   float max_height) {
  const Scene scene = access->scene();
  const PartKind& kind = part_kind(one.part);
  const Where where{one.part, static_cast<Index>(h)};
  const std::string name = name_of(where);
  const std::string noun = std::string(kind.symbol) + " of head " + std::to_string(h);
  const auto& weights = scene.heads[h].*one.matrix;
  if (!weights) {
    if (!one.always && !asks_for(scene, kind.id)) return;
    if (absent_line(ui, access, pen, kind.symbol, "identity", name)) {
      access.propose(name, "Give " + noun, "",
                     [&](Scene& changed) { give_weights(changed, h, one.matrix); });
    }
    return;
  }
  pen.take(ui.theme.px(6));
  const auto drop = [&] {
    access.propose(name, "Drop " + noun, "",
                   [&](Scene& changed) { drop_weights(changed, h, one.matrix); });
  };
  const std::vector<std::string> labels = numbered_labels(one.rows, (*weights)->rows());
  matrix_section(
      ui, access, pen, kind.symbol, one.hint,
      {.name = name + ".table",
       .labels = labels,
       .matrices =
           {{where, noun, std::string(one.columns), **weights, {{name + ".drop", "drop", drop}}}},
       .max_height = max_height});
}

/// The vector of additive scores.
void vector_lines(Ui& ui, Access access, Pen& pen, std::size_t h, float max_height) {
  const Scene scene = access->scene();
  const Where where{Part::energy, static_cast<Index>(h)};
  const std::string name = name_of(where);
  const std::string noun = "v_A of head " + std::to_string(h);
  if (!scene.heads[h].v) {
    if (asks_for(scene, "v") && absent_line(ui, access, pen, "v_A", "ones", name)) {
      access.propose(name, "Give " + noun, "", [&](Scene& changed) {
        changed.heads[h].v = Cow(RowVector(RowVector::Ones(width_of_k(changed, h))));
      });
    }
    return;
  }
  pen.take(ui.theme.px(6));
  const auto drop = [&] {
    access.propose(name, "Drop " + noun, "", [&](Scene& changed) { changed.heads[h].v.reset(); });
  };
  const Matrix values = **scene.heads[h].v;
  const std::vector<std::string> labels = {"v_A"};
  matrix_section(ui, access, pen, "v_A", "weighs the features",
                 {.name = name + ".table",
                  .labels = labels,
                  .matrices = {{where, noun, "k", values, {{name + ".drop", "drop", drop}}}},
                  .max_height = max_height});
}

void width_line(Ui& ui, Access access, Pen& pen, std::size_t h) {
  const Scene& scene = access->scene();
  const std::string name = control_of(h, "width");
  if (!asks_for(scene, "width") && !scene.heads[h].width) return;
  number_line(ui, access, pen, "Width", name, "Change the width", scene.heads[h].width.value_or(1),
              [h](Scene& changed, double value) {
                require_positive(value, "");
                changed.heads[h].width = static_cast<float>(value);
              });
}

/// "dₖ  [3]": a count of columns, to be typed.
void columns_line(Ui& ui, Access access, Pen& pen, std::string_view word, const std::string& name,
                  Index now, const std::function<void(Scene&, Index)>& set) {
  Box box = word_line(ui, pen, word, ui.theme.px(28));
  box.max.x = std::min(box.max.x, box.min.x + ui.theme.px(96));
  const TextEdit typed = text_field(ui, name, box, Face::kMono, std::to_string(now));
  if (typed.committed) {
    const auto number = typed_number(typed.text);
    if (!number || *number != std::floor(*number) || std::abs(*number) > 1e6) {
      access.complain(name, "expected a whole number, found \"" + typed.text + "\"");
    } else {
      access.propose(name, "Change " + std::string(word), "", [&](Scene& scene) {
        if (static_cast<Index>(*number) != now) set(scene, static_cast<Index>(*number));
      });
    }
  }
  complaint_line(ui, pen, access->complaint(name));
  pen.take(ui.theme.px(8));
}

}  // namespace

void head_weights_section(Ui& ui, Access access, Pen& pen, float max_height) {
  const auto h = static_cast<std::size_t>(access.look.view.head);
  const bool is_only = access->scene().heads.size() == 1;
  const std::string title = is_only ? "WEIGHTS" : "WEIGHTS OF HEAD " + std::to_string(h);
  if (!begin_section(ui, access, pen, "weights", title,
                     is_only ? "of the head" : "the one that is shown"))
    return;
  columns_line(ui, access, pen, "dₖ", control_of(h, "dk"), width_of_k(access->scene(), h),
               [h](Scene& scene, Index dk) { set_key_width(scene, h, dk); });
  columns_line(ui, access, pen, "dᵥ", control_of(h, "dv"), width_of_v(access->scene(), h),
               [h](Scene& scene, Index dv) { set_value_width(scene, h, dv); });
  for (const Weights& one : kWeights) weights_lines(ui, access, pen, one, h, max_height);
  vector_lines(ui, access, pen, h, max_height);
  width_line(ui, access, pen, h);
  pen.take(ui.theme.px(10));
}

}  // namespace attn::ui
