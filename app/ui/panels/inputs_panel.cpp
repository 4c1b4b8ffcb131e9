#include <algorithm>
#include <array>

#include "app/document/edits/input_edits.h"
#include "app/document/edits/tokens.h"
#include "app/figure/text/visible_text.h"
#include "app/ui/numbers/matrix_section.h"
#include "app/ui/numbers/section.h"
#include "app/ui/panels/sections.h"
#include "app/ui/panels/token_rows.h"
#include "app/ui/theme/rich_text.h"
#include "engine/base/text.h"

namespace attn::ui {
namespace {

constexpr std::array<std::string_view, 2> kQueryChoices = {"Self", "Cross"};
constexpr std::array<std::string_view, 2> kValueChoices = {"= Keys", "Own"};

using SetTokens = void (*)(Scene&, const Scene&, std::vector<std::string>);

/// Text field for the tokens. All edits between focus and blur are one undo step, compared with the
/// scene before, so that intermediate words lose nothing.
void sentence_field(Ui& ui, Access access, Pen& pen, std::string_view name,
                    const std::vector<std::string>& tokens, SetTokens set) {
  const Box box = pen.take(ui.theme.px(34));
  const TextEdit typed = text_field(ui, name, box, Face::kBody, join_words(tokens));
  if (typed.started) access.look.before_typing = access->scene();
  if (typed.changed) {
    auto words = split_words(typed.text);
    if (words.empty()) {
      access.notices.complain(name, "expected at least one word");
    } else {
      access.propose(name, "Change the sentence", name, [&](Scene& scene) {
        set(scene, access.look.before_typing, std::move(words));
      });
    }
  }
  if (typed.committed) access.end_gesture();
  complaint_line(ui, pen, access.notices.complaint(name));
  pen.take(ui.theme.px(10));
}

/// Names tokens with generated vectors.
void made_up_words(Ui& ui, Access access, Pen& pen, const std::vector<std::string>& tokens,
                   const Matrix& vectors, const std::vector<std::string>& opened) {
  constexpr std::size_t kMostNamed = 3;
  const std::vector<std::string> made_up = made_up_tokens(tokens, vectors, opened);
  if (made_up.empty() || access->is_lesson()) return;
  std::string words = "The vectors of ";
  if (made_up.size() == tokens.size()) {
    words = "All vectors are generated from the words.";
  } else if (made_up.size() > kMostNamed) {
    words += std::to_string(made_up.size()) + " new words are generated.";
  } else {
    if (made_up.size() == 1) words = "The vector of ";
    for (std::size_t n = 0; n < made_up.size(); ++n) {
      if (n > 0) words += n + 1 == made_up.size() ? " and " : ", ";
      words += "“" + visible_text(attn::shown(made_up[n], 60)) + "”";
    }
    words += made_up.size() == 1 ? " is generated." : " are generated.";
  }
  const Theme& theme = ui.theme;
  pen.take(draw_paragraph(ImGui::GetWindowDrawList(), theme, Face::kSmall, pen.at,
                          theme.colors().secondary, words, pen.width) +
           theme.px(10));
  ui.map.say("made-up", words);
}

/// Line with a word and its choices. Returns true if another was chosen.
bool input_choice(Ui& ui, Pen& pen, std::string_view label, std::string_view name,
                  std::span<const std::string_view> labels, int& chosen) {
  const float height = ui.theme.px(28);
  const Box line = pen.take(height);
  text_in(ui, line, Face::kBody, ui.theme.colors().secondary, label, 0);
  const bool changed =
      segmented(ui, name, {line.min.x + ui.theme.px(86), line.min.y}, height, labels, chosen);
  pen.take(ui.theme.px(8));
  return changed;
}

void choose_queries(Ui& ui, Access access, Pen& pen) {
  const LockedWith lock(ui, access, {"queries"});
  int chosen = access->scene().queries ? 1 : 0;
  if (input_choice(ui, pen, "Queries", "queries", kQueryChoices, chosen)) {
    access.propose("queries", chosen == 1 ? "Cross-attention" : "Self-attention", "",
                   chosen == 1 ? use_own_queries : use_tokens_as_queries);
  }
}

void choose_values(Ui& ui, Access access, Pen& pen) {
  const LockedWith lock(ui, access, {"embeddings.table"});
  const Scene& scene = access->scene();
  const bool has_none = !scene.values && scene.embeddings->cols() == 0;
  int chosen = scene.values ? 1 : has_none ? -1 : 0;
  if (input_choice(ui, pen, "Values", "values", kValueChoices, chosen)) {
    access.propose("values", chosen == 1 ? "Own values" : "Values from the keys", "",
                   chosen == 1 ? use_own_values : use_embeddings_as_values);
  }
}

float table_height(const Ui& ui, float height) {
  const bool has_room = ui.stage || ui.theme.appearance().presenting;
  return has_room ? height : std::max(ui.theme.px(190), height * 0.45F);
}

/// Commands that add a column to `matrix`, one of the inputs, and remove the last.
void add_dimension_deeds(Access access, EditedMatrix& matrix) {
  const std::string name = matrix.name();
  const Part input = matrix.where.part;
  const Index columns = matrix.values.cols();
  const auto edit = [access, name](std::string_view label, auto change) {
    access.propose(name, label, "", change);
  };
  matrix.add_column = TableDeed{
      name + ".add-dimension", "Add a dimension", [=] {
        edit("Add a dimension", [=](Scene& scene) { insert_dimension(scene, input, columns); });
      }};
  matrix.removals.push_back({name + ".remove-dimension", "Remove the last dimension", [=] {
                               edit("Remove a dimension", [=](Scene& scene) {
                                 remove_dimension(scene, input, columns - 1);
                               });
                             }});
}

TableDeed add_token_deed(TokenRows& rows, const std::string& name) {
  return {name + ".add", "Add a token", [&rows] { rows.add(); }, "inputs"};
}

TableDeed shuffle_deed(Access access, const std::string& name, TokenList list) {
  return {name + ".shuffle", "Shuffle the tokens",
          [access, name, list] {
            const auto seed = access->evaluated().number();
            access.propose(name, "Shuffle the tokens", "",
                           [=](Scene& scene) { shuffle_tokens(scene, list, seed); });
          },
          "inputs"};
}

/// Numbers of the queries' own tokens.
void queries_section(Ui& ui, Access access, Pen& pen, float height) {
  const Box heading = heading_line(ui, pen);
  if (!begin_section(ui, access, pen, {.id = "queries", .title = "QUERIES"})) return;
  sentence_field(ui, access, pen, "query-sentence", access->scene().queries->tokens,
                 set_query_tokens);
  const Scene scene = access->scene();  // copy: an edit must not free numbers that the table shows
  const auto shown = access->shown();
  TokenRows rows(ui, access, "query-tokens", TokenList::kQueries);
  EditedMatrix queries{{Part::query_embeddings}, "the queries", "x", scene.query_embeddings()};
  queries.deeds.push_back(shuffle_deed(access, "query-tokens", TokenList::kQueries));
  add_dimension_deeds(access, queries);
  MatrixTable table{.name = "queries.table",
                    .labels = scene.queries->tokens,
                    .matrices = {queries},
                    .max_height = table_height(ui, height),
                    .take_label = [&](Index i, const Box& at) { return rows.take_label(i, at); },
                    .add_row = add_token_deed(rows, "query-tokens"),
                    .title = "QUERIES"};
  if (shown) table.query_row = shown->query;
  matrix_table(ui, access, pen, heading, table);
  complaint_line(ui, pen, access.notices.complaint("query-tokens"));
  rows.finish();
}

/// Embeddings of the tokens, with their own values next to them.
void embeddings_section(Ui& ui, Access access, Pen& pen, float height) {
  const Scene scene = access->scene();
  const auto shown = access->shown();
  TokenRows rows(ui, access, "tokens", TokenList::kTokens);
  EditedMatrix embeddings{{Part::embeddings}, "the embeddings", "x", *scene.embeddings};
  embeddings.deeds.push_back(shuffle_deed(access, "tokens", TokenList::kTokens));
  add_dimension_deeds(access, embeddings);
  MatrixTable table{.name = "embeddings.table",
                    .labels = scene.tokens,
                    .matrices = {embeddings},
                    .max_height = table_height(ui, height),
                    .take_label = [&](Index i, const Box& at) { return rows.take_label(i, at); },
                    .add_row = add_token_deed(rows, "tokens"),
                    .title = scene.queries ? "KEYS" : "EMBEDDINGS"};
  if (scene.values) {
    EditedMatrix values{{Part::values}, "the values", "v", **scene.values, "", "VALUES"};
    add_dimension_deeds(access, values);
    table.matrices.push_back(values);
  }
  if (shown) table.key_row = shown->key;
  if (shown && !scene.queries) table.query_row = shown->query;
  matrix_section(ui, access, pen, table);
  complaint_line(ui, pen, access.notices.complaint("tokens"));
  rows.finish();
}

}  // namespace

void inputs_sections(Ui& ui, Access access, Pen& pen, float height) {
  // The button that folds the section fits next to Self and Cross.
  const float top = pen.at.y + ui.theme.px(44), right = pen.at.x + pen.width;
  const float after_cross =
      pen.at.x + ui.theme.px(86 + 4) + segmented_width(ui.theme, kQueryChoices);
  const Box handle{{std::max(right - ui.theme.px(36), after_cross), top},
                   {right, top + ui.theme.px(28)}};
  const std::string tokens = std::to_string(access->scene().key_count()) + " tokens";
  if (begin_section(ui, access, pen,
                    {.id = "inputs", .word = "Inputs", .value = tokens, .handle = handle})) {
    sentence_field(ui, access, pen, "sentence", access->scene().tokens, set_tokens);
    made_up_words(ui, access, pen, access->scene().tokens, *access->scene().embeddings,
                  access->document().steps().front().after.tokens);
    choose_queries(ui, access, pen);
    choose_values(ui, access, pen);
    pen.take(ui.theme.px(6));
  }
  if (access->scene().queries) queries_section(ui, access, pen, height);
  embeddings_section(ui, access, pen, height);
  head_weights_section(ui, access, pen, table_height(ui, height));
  lock_controls(ui, {});
}

bool inputs_panel(Ui& ui, Access access, const Box& box) {
  const auto draw = [&](Pen& pen) { inputs_sections(ui, access, pen, box.height()); };
  return scrolled(ui, "inputs", box, draw) > 0;
}

}  // namespace attn::ui
