#include <algorithm>
#include <array>

#include "app/document/input_edits.h"
#include "app/document/tokens.h"
#include "app/ui/number_table.h"
#include "app/ui/panels.h"

namespace attn::ui {
namespace {

constexpr std::array<std::string_view, 2> kQueryChoices = {"Self", "Cross"};
constexpr std::array<std::string_view, 2> kValueChoices = {"= Keys", "Own"};

using SetTokens = void (*)(Scene&, const Scene&, std::vector<std::string>);

/// A field whose words are the tokens. All that is typed in one visit is one step, and is compared
/// with the scene as it was before, so that a word on the way to another loses nothing.
void sentence_field(Ui& ui, Session& session, Pen& pen, std::string_view name,
                    const std::vector<std::string>& tokens, SetTokens set) {
  const Box box = pen.take(ui.theme.px(34));
  const TextEdit typed = text_field(ui, name, box, Face::kBody, join_words(tokens));
  if (typed.started) session.before_typing = session.scene();
  if (typed.changed) {
    auto words = split_words(typed.text);
    if (words.empty()) {
      session.complain(name, "expected at least one word");
    } else {
      session.edit(name, "Change the sentence", name,
                   [&](Scene& scene) { set(scene, session.before_typing, std::move(words)); });
    }
  }
  if (typed.committed) session.end_gesture();
  complaint_line(ui, pen, session.complaint(name));
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

void choose_queries(Ui& ui, Session& session, Pen& pen) {
  int chosen = session.scene().queries ? 1 : 0;
  if (choice_line(ui, pen, "Queries", "queries", kQueryChoices, chosen)) {
    session.edit("queries", chosen == 1 ? "Cross-attention" : "Self-attention", "",
                 chosen == 1 ? use_own_queries : use_tokens_as_queries);
  }
}

void choose_values(Ui& ui, Session& session, Pen& pen) {
  int chosen = session.scene().values ? 1 : 0;
  if (choice_line(ui, pen, "Values", "values", kValueChoices, chosen)) {
    session.edit("values", chosen == 1 ? "Own values" : "Values from the keys", "",
                 chosen == 1 ? use_own_values : use_embeddings_as_values);
  }
}

std::string shape_text(const Matrix& m) {
  return std::to_string(m.rows()) + " × " + std::to_string(m.cols()) +
         " — drag a number, or type it";
}

Cow<Matrix>& matrix_named(Scene& scene, const std::string& name) {
  if (name == "values") return *scene.values;
  if (name == "queries") return scene.queries->embeddings;
  return scene.embeddings;
}

void table_of(Ui& ui, Session& session, Pen& pen, const NumberTable& table, float max_height) {
  const NumberEdits changes = number_table(ui, pen, table, max_height);
  for (const NumberEdit& edit : changes.edits) {
    const std::string& name = table.blocks[edit.block].name;
    session.edit(name, "Change " + name, edit.gesture, [&](Scene& scene) {
      matrix_named(scene, name).edit()(edit.row, edit.column) = edit.value;
    });
  }
  if (changes.dropped) session.end_gesture();
  for (const auto& block : table.blocks) complaint_line(ui, pen, session.complaint(block.name));
}

}  // namespace

void inputs_panel(Ui& ui, Session& session, const Box& box) {
  Pen pen{box.min, box.width()};
  heading(ui, pen, "INPUTS");
  sentence_field(ui, session, pen, "sentence", session.scene().tokens, set_tokens);
  choose_queries(ui, session, pen);
  choose_values(ui, session, pen);
  pen.take(ui.theme.px(6));

  const auto shown = session.shown();
  if (session.scene().queries) {
    heading(ui, pen, "QUERIES", shape_text(session.scene().query_embeddings()));
    sentence_field(ui, session, pen, "query-sentence", session.scene().queries->tokens,
                   set_query_tokens);
    const Scene scene = session.scene();  // an edit must not pull the numbers from under the table
    NumberTable table{"queries.table",
                      scene.queries->tokens,
                      {{"queries", "d", scene.query_embeddings()}},
                      {},
                      {}};
    if (shown) table.query_row = shown->query;
    table_of(ui, session, pen, table, std::max(ui.theme.px(60), (box.max.y - pen.at.y) * 0.4F));
    pen.take(ui.theme.px(8));
  }

  heading(ui, pen, session.scene().queries ? "KEYS" : "EMBEDDINGS",
          shape_text(*session.scene().embeddings));
  const Scene scene = session.scene();
  NumberTable table{
      "embeddings.table", scene.tokens, {{"embeddings", "d", *scene.embeddings}}, {}, {}};
  if (scene.values) table.blocks.push_back({"values", "v", **scene.values});
  if (shown) table.key_row = shown->key;
  if (shown && !scene.queries) table.query_row = shown->query;
  table_of(ui, session, pen, table, std::max(ui.theme.px(60), box.max.y - pen.at.y));
}

}  // namespace attn::ui
