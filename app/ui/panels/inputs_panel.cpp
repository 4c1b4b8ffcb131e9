#include <algorithm>
#include <array>

#include "app/document/edits/input_edits.h"
#include "app/document/edits/tokens.h"
#include "app/ui/numbers/matrix_section.h"
#include "app/ui/numbers/section.h"
#include "app/ui/panels/head_weights.h"
#include "app/ui/panels/panels.h"
#include "app/ui/panels/token_rows.h"

namespace attn::ui {
namespace {

constexpr std::array<std::string_view, 2> kQueryChoices = {"Self", "Cross"};
constexpr std::array<std::string_view, 2> kValueChoices = {"= Keys", "Own"};

using SetTokens = void (*)(Scene&, const Scene&, std::vector<std::string>);

/// A field whose words are the tokens. All that is typed in one visit is one step, and is compared
/// with the scene as it was before, so that a word on the way to another loses nothing.
void sentence_field(Ui& ui, Access access, Pen& pen, std::string_view name,
                    const std::vector<std::string>& tokens, SetTokens set) {
  const Box box = pen.take(ui.theme.px(34));
  const TextEdit typed = text_field(ui, name, box, Face::kBody, join_words(tokens));
  if (typed.started) access.look.before_typing = access->scene();
  if (typed.changed) {
    auto words = split_words(typed.text);
    if (words.empty()) {
      access.complain(name, "expected at least one word");
    } else {
      access.propose(name, "Change the sentence", name, [&](Scene& scene) {
        set(scene, access.look.before_typing, std::move(words));
      });
    }
  }
  if (typed.committed) access.end_gesture();
  complaint_line(ui, pen, access->complaint(name));
  pen.take(ui.theme.px(10));
}

/// One line: a word and its choices. True when another was chosen.
bool choice_line(Ui& ui, Pen& pen, std::string_view label, std::string_view name,
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
  if (choice_line(ui, pen, "Queries", "queries", kQueryChoices, chosen)) {
    access.propose("queries", chosen == 1 ? "Cross-attention" : "Self-attention", "",
                   chosen == 1 ? use_own_queries : use_tokens_as_queries);
  }
}

void choose_values(Ui& ui, Access access, Pen& pen) {
  const LockedWith lock(ui, access, {"embeddings.table"});
  int chosen = access->scene().values ? 1 : 0;
  if (choice_line(ui, pen, "Values", "values", kValueChoices, chosen)) {
    access.propose("values", chosen == 1 ? "Own values" : "Values from the keys", "",
                   chosen == 1 ? use_own_values : use_embeddings_as_values);
  }
}

float table_height(const Ui& ui, float height) {
  return ui.stage ? height : std::max(ui.theme.px(190), height * 0.45F);
}

/// "+ dimension" and "− dimension" for the matrix, at its right end.
void add_dimension_links(Access access, EditedMatrix& matrix) {
  const std::string name = matrix.name();
  const Part input = matrix.where.part;
  const Index columns = matrix.values.cols();
  const auto edit = [access, name](std::string_view label, auto change) {
    access.propose(name, label, "", change);
  };
  matrix.links.push_back({name + ".add-dimension", "+ dimension", [=] {
                            edit("Add a dimension",
                                 [=](Scene& scene) { insert_dimension(scene, input, columns); });
                          }});
  matrix.links.push_back({name + ".remove-dimension", "− dimension", [=] {
                            edit("Remove a dimension", [=](Scene& scene) {
                              remove_dimension(scene, input, columns - 1);
                            });
                          }});
}

/// "+ token" and "shuffle" for the tokens beside a table.
std::vector<ExtraLink> token_links(Access access, TokenRows& rows, const std::string& name,
                                   TokenList list) {
  const auto shuffle = [access, name, list] {
    const auto seed = access->evaluation_number();
    access.propose(name, "Shuffle the tokens", "",
                   [=](Scene& scene) { shuffle_tokens(scene, list, seed); });
  };
  return {{name + ".add", "+ token", [&rows] { rows.add(); }, "inputs"},
          {name + ".shuffle", "shuffle", shuffle, "inputs"}};
}

/// The numbers of the queries' own tokens.
void queries_section(Ui& ui, Access access, Pen& pen, float height) {
  const std::string shape = shape_text(access->scene().query_embeddings());
  if (!begin_section(ui, access, pen, "queries", "QUERIES", shape)) return;
  sentence_field(ui, access, pen, "query-sentence", access->scene().queries->tokens,
                 set_query_tokens);
  const Scene scene = access->scene();  // an edit must not pull the numbers from under the table
  const auto shown = access->shown();
  TokenRows rows(ui, access, "query-tokens", TokenList::kQueries);
  EditedMatrix queries{{Part::query_embeddings},
                       "the queries",
                       "d",
                       scene.query_embeddings(),
                       token_links(access, rows, "query-tokens", TokenList::kQueries)};
  add_dimension_links(access, queries);
  MatrixTable table{.name = "queries.table",
                    .labels = scene.queries->tokens,
                    .matrices = {queries},
                    .max_height = table_height(ui, height),
                    .take_label = [&](Index i, const Box& at) { return rows.take_label(i, at); }};
  if (shown) table.query_row = shown->query;
  matrix_table(ui, access, pen, table);
  complaint_line(ui, pen, access->complaint("query-tokens"));
  rows.finish();
}

/// The tokens' embeddings, with their own values beside them.
void embeddings_section(Ui& ui, Access access, Pen& pen, float height) {
  const Scene scene = access->scene();
  const auto shown = access->shown();
  TokenRows rows(ui, access, "tokens", TokenList::kTokens);
  EditedMatrix embeddings{{Part::embeddings},
                          "the embeddings",
                          "d",
                          *scene.embeddings,
                          token_links(access, rows, "tokens", TokenList::kTokens)};
  add_dimension_links(access, embeddings);
  MatrixTable table{.name = "embeddings.table",
                    .labels = scene.tokens,
                    .matrices = {embeddings},
                    .max_height = table_height(ui, height),
                    .take_label = [&](Index i, const Box& at) { return rows.take_label(i, at); }};
  if (scene.values) {
    EditedMatrix values{{Part::values}, "the values", "v", **scene.values};
    add_dimension_links(access, values);
    table.matrices.push_back(values);
  }
  if (shown) table.key_row = shown->key;
  if (shown && !scene.queries) table.query_row = shown->query;
  matrix_section(ui, access, pen, scene.queries ? "KEYS" : "EMBEDDINGS", "drag or type", table);
  complaint_line(ui, pen, access->complaint("tokens"));
  rows.finish();
}

}  // namespace

void inputs_sections(Ui& ui, Access access, Pen& pen, float height) {
  if (begin_section(ui, access, pen, "inputs", "INPUTS")) {
    sentence_field(ui, access, pen, "sentence", access->scene().tokens, set_tokens);
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
  ImGui::SetCursorScreenPos(box.min);
  // The scrollbar stands in the panel's margin, so that nothing moves when it appears.
  const float margin = ui.theme.px(12);
  ImGui::BeginChild("inputs", {box.width() + margin, box.height()}, false, ImGuiWindowFlags_NoNav);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  Pen pen{origin, box.width()};
  inputs_sections(ui, access, pen, box.height());
  ImGui::SetCursorScreenPos({origin.x, pen.at.y});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
  return pen.at.y > origin.y;
}

}  // namespace attn::ui
