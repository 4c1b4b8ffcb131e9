#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <GLFW/glfw3.h>

#include "app/document/edits/input_edits.h"
#include "app/document/edits/tokens.h"
#include "app/figure/text/visible_text.h"
#include "app/ui/numbers/matrix_section.h"
#include "app/ui/numbers/number_interaction.h"
#include "app/ui/numbers/section.h"
#include "app/ui/panels/sections.h"
#include "app/ui/theme/rich_text.h"
#include "engine/base/clamped.h"
#include "engine/base/text.h"

namespace attn::ui {
namespace {

using TokenMode = TokenFocus::Mode;

constexpr float kPixelsToDrag = 4;
constexpr float kCrossWidth = 18;

/// Tokens next to the rows of a table, for one frame: a click focuses one, dragging it up or down
/// moves it, a double-click (or Enter, F2) renames it in place, the × (or Delete) removes it, Alt
/// with the arrows moves it. Each is one undo step.
class TokenRows {
 public:
  /// `name`: prefix of the controls (NAME[i], NAME[i].remove, NAME[i].name) and of the complaints.
  TokenRows(Ui& ui, Access access, std::string name, TokenList list)
      : ui_(ui), access_(access), name_(std::move(name)), list_(list) {
    TokenFocus& focus = ui_.token;
    const auto count = std::ssize(tokens());
    if (focus.list == name_ && focus.row >= count) focus = {};
  }

  /// Handles the mouse on the label of a row; returns the box of its text, empty if it is drawn
  /// here.
  Box take_label(Index row, const Box& box) {
    const Theme& theme = ui_.theme;
    TokenFocus& focus = ui_.token;
    if (focus.is_on(name_, row) && focus.mode == TokenMode::kRenaming) {
      rename_field(row, box);
      return {box.min, box.min};
    }
    const LockedWith lock(ui_, access_, {"inputs"});
    const Box cross = box.right_of(box.max.x - theme.px(kCrossWidth));  // outside of the name
    const Box text = box.columns(box.min.x + theme.px(10), cross.min.x);
    const std::string control = name_ + "[" + std::to_string(row) + "]";
    const bool is_under_mouse =
        ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
        focus.mode != TokenMode::kDragging && box.contains(ImGui::GetIO().MousePos);
    Box grip = box;
    if (is_under_mouse || focus.is_on(name_, row)) {
      grip.max.x = cross.min.x;
      // Two fast clicks remove one token, not the next one, too.
      const bool is_second = ImGui::GetIO().MouseClickedLastCount[0] > 1;
      if (hit_area(ui_, control + ".remove", cross) && !is_second) {
        request_ = [this, row] { remove(row); };
        was_clicked_ = true;
      }
      const Palette& palette = theme.colors();
      text_in(ui_, cross, Face::kBody, ImGui::IsItemHovered() ? palette.key : palette.faint, "×",
              0.5F);
    }
    hit_area(ui_, control, grip);
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
    if (ImGui::IsItemActivated()) grab(row);
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) start_renaming(false);
    if (focus.is_on(name_, row)) {
      outline_box(box.left_of(box.max.x - theme.px(2)), theme.colors().query, theme.px(4), 1.5F);
      drag(row, box);
    }
    if (focus.mode != TokenMode::kDragging || focus.list != name_) return text;
    if (row == focus.target && row != focus.row) {
      const float y = row < focus.row ? box.min.y - theme.px(1) : box.max.y + theme.px(1);
      imgui::list()->AddLine({box.min.x, y}, {box.max.x, y}, theme.colors().query, theme.px(2));
    }
    if (row != focus.row) return text;
    dragged_ = box.rows(box.min.y + focus.dragged, box.max.y + focus.dragged);
    return {box.min, box.min};
  }

  /// Call after drawing the table: handles the keys, and proposes the edit.
  void finish() {
    draw_dragged();
    drop();
    keys();
    const bool clicked_elsewhere = ImGui::IsMouseClicked(0) && !was_clicked_;
    if (clicked_elsewhere && ui_.token.list == name_) ui_.token = {};
    if (request_) std::exchange(request_, nullptr)();
  }

  /// Appends a token, and starts editing its name.
  void add() {
    const auto at = std::ssize(tokens());
    access_.propose(name_, "Add a token", name_ + ".add",
                    [&](Scene& scene) { insert_token(scene, list_, at, "token"); });
    if (access_.notices.complaint(name_) != nullptr) return;
    ui_.token = {.list = name_, .row = at, .target = at};
    start_renaming(true);
  }

 private:
  const std::vector<std::string>& tokens() const {
    const Scene& scene = access_->scene();
    return list_ == TokenList::kQueries ? scene.queries->tokens : scene.tokens;
  }

  void rename_field(Index row, const Box& box) {
    TokenFocus& focus = ui_.token;
    if (!focus.has_keyboard) imgui::give_keyboard_to_next();
    const std::string control = name_ + "[" + std::to_string(row) + "].name";
    const TextEdit typed =
        text_field(ui_, control, box, Face::kBody, tokens()[static_cast<std::size_t>(row)]);
    if (typed.committed) request_ = [this, row, text = typed.text] { rename(row, text); };
    if (focus.has_keyboard && !typed.active) {
      focus.mode = TokenMode::kFocused;
      if (!typed.committed) access_.end_gesture();  // a new token keeps its first name
    }
    if (!focus.has_keyboard)
      ui_.wake_at = ImGui::GetTime();  // a tooltip that appears some frames
                                       // later
    if (typed.active) focus.has_keyboard = true;
    if (ImGui::IsMouseClicked(0) && box.contains(ImGui::GetIO().MousePos)) was_clicked_ = true;
  }

  void grab(Index row) {
    leave_number(ui_);
    was_clicked_ = true;
    ui_.token = {.mode = TokenMode::kPressed, .list = name_, .row = row, .target = row};
  }

  /// Follows the mouse from the point where it was pressed on the token.
  void drag(Index row, const Box& box) {
    TokenFocus& focus = ui_.token;
    if (focus.mode != TokenMode::kPressed && focus.mode != TokenMode::kDragging) return;
    const ImGuiIO& io = ImGui::GetIO();
    focus.dragged = io.MousePos.y - io.MouseClickedPos[0].y;
    if (std::abs(focus.dragged) >= kPixelsToDrag * ui_.theme.scale())
      focus.mode = TokenMode::kDragging;
    const float pitch = box.height() + ui_.theme.px(2);
    const auto steps = static_cast<Index>(std::lround(focus.dragged / pitch));
    focus.target = clamped<Index>(row + steps, 0, std::ssize(tokens()) - 1);
  }

  void drop() {
    TokenFocus& focus = ui_.token;
    if (focus.list != name_ || ImGui::IsMouseDown(0)) return;
    if (focus.mode != TokenMode::kPressed && focus.mode != TokenMode::kDragging) return;
    const bool moves = focus.mode == TokenMode::kDragging && focus.target != focus.row;
    focus.mode = TokenMode::kFocused;
    if (moves) request_ = [this, from = focus.row, to = focus.target] { move(from, to); };
  }

  /// Draws the dragged token on top.
  void draw_dragged() {
    if (!dragged_) return;
    const Theme& theme = ui_.theme;
    const imgui::OverAll over;
    fill_box(*dragged_, theme.colors().panel, theme.px(4));
    outline_box(*dragged_, theme.colors().query, theme.px(4), 1.5F);
    const std::string& text = tokens()[static_cast<std::size_t>(ui_.token.row)];
    const float x = dragged_->min.x + theme.px(10);
    const float y = dragged_->min.y + (dragged_->height() - theme.line_height(Face::kBody)) / 2;
    draw_text(theme, Face::kBody, {x, y}, theme.colors().text,
              shortened(theme, Face::kBody, visible_text(text), dragged_->max.x - x));
  }

  void keys() {
    if (ImGui::GetIO().WantTextInput || ui_.number.mode != NumberFocus::Mode::kNone) return;
    ui_.keys.take_each([this](const KeyEvent& event) {
      return ui_.token.list == name_ && ui_.token.mode == TokenMode::kFocused && take_key(event);
    });
  }

  bool take_key(const KeyEvent& event) {
    TokenFocus& focus = ui_.token;
    const Index row = focus.row, last = std::ssize(tokens()) - 1;
    if (event.is(GLFW_KEY_F2) || event.is(GLFW_KEY_ENTER) || event.is(GLFW_KEY_KP_ENTER)) {
      start_renaming(false);
    } else if (event.is(GLFW_KEY_DELETE)) {
      request_ = [this, row] { remove(row); };
    } else if (event.is(GLFW_KEY_UP)) {
      focus.row = std::max<Index>(row - 1, 0);
    } else if (event.is(GLFW_KEY_DOWN)) {
      focus.row = std::min(row + 1, last);
    } else if (event.is(GLFW_KEY_UP, GLFW_MOD_ALT)) {
      if (row > 0) request_ = [this, row] { move(row, row - 1); };
    } else if (event.is(GLFW_KEY_DOWN, GLFW_MOD_ALT)) {
      if (row < last) request_ = [this, row] { move(row, row + 1); };
    } else if (event.is(GLFW_KEY_ESCAPE)) {
      focus = {};
    } else {
      return false;
    }
    return true;
  }

  void start_renaming(bool is_new) {
    ui_.token.mode = TokenMode::kRenaming;
    ui_.token.has_keyboard = false;
    ui_.token.is_new = is_new;
  }

  /// A new token gets the vector of its final name, in the undo step that added it.
  void rename(Index row, const std::string& text) {
    if (text.empty()) {
      access_.notices.complain(name_, "expected a word");
      return;
    }
    const bool is_new = std::exchange(ui_.token.is_new, false);
    access_.propose(name_, is_new ? "Add a token" : "Rename a token", is_new ? name_ + ".add" : "",
                    [&](Scene& scene) {
                      if (!is_new) return rename_token(scene, list_, row, text);
                      remove_token(scene, list_, row);
                      insert_token(scene, list_, row, text);
                    });
    access_.end_gesture();
  }

  void remove(Index row) {
    access_.propose(name_, "Remove a token", "",
                    [&](Scene& scene) { remove_token(scene, list_, row); });
    if (ui_.token.list == name_) {
      ui_.token.row = std::min(ui_.token.row, std::ssize(tokens()) - 1);
    }
  }

  void move(Index from, Index to) {
    access_.propose(name_, "Move a token", "",
                    [&](Scene& scene) { move_token(scene, list_, from, to); });
    if (access_.notices.complaint(name_) == nullptr) ui_.token.row = to;
  }

  Ui& ui_;
  Access access_;
  std::string name_;
  TokenList list_;
  std::function<void()> request_;  ///< edit of this frame
  bool was_clicked_ = false;
  std::optional<Box> dragged_;  ///< box of the dragged token
};

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

/// Names tokens with generated vectors. `name`: of the text.
void made_up_words(Ui& ui, Access access, Pen& pen, std::string_view name,
                   const std::vector<std::string>& tokens, const Matrix& vectors,
                   const std::vector<std::string>& opened) {
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
  pen.take(draw_paragraph(theme, Face::kSmall, pen.at, theme.colors().secondary, words, pen.width) +
           theme.px(10));
  ui.map.say(name, words);
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
void add_dimension_commands(Access access, EditedMatrix& matrix) {
  const std::string name = matrix.name();
  const Part input = matrix.where.part;
  const Index columns = matrix.values.cols();
  const auto edit = [access, name](std::string_view label, auto change) {
    access.propose(name, label, "", change);
  };
  matrix.add_column = TableCommand{
      name + ".add-dimension", "Add a dimension", [=] {
        edit("Add a dimension", [=](Scene& scene) { insert_dimension(scene, input, columns); });
      }};
  matrix.removals.push_back({name + ".remove-dimension", "Remove the last dimension", [=] {
                               edit("Remove a dimension", [=](Scene& scene) {
                                 remove_dimension(scene, input, columns - 1);
                               });
                             }});
}

TableCommand add_token_command(TokenRows& rows, const std::string& name) {
  return {name + ".add", "Add a token", [&rows] { rows.add(); }, "inputs"};
}

TableCommand shuffle_command(Access access, const std::string& name, TokenList list) {
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
  const auto& opened = access->document().steps().front().after.queries;
  made_up_words(ui, access, pen, "query-made-up", access->scene().queries->tokens,
                access->scene().query_embeddings(),
                opened ? opened->tokens : std::vector<std::string>());
  const Scene scene = access->scene();  // copy: an edit must not free numbers that the table shows
  const auto shown = access->shown();
  TokenRows rows(ui, access, "query-tokens", TokenList::kQueries);
  EditedMatrix queries{{Part::query_embeddings}, "the queries", "x", scene.query_embeddings()};
  queries.commands.push_back(shuffle_command(access, "query-tokens", TokenList::kQueries));
  add_dimension_commands(access, queries);
  MatrixTable table{
      .grid = {.name = "queries.table",
               .labels = scene.queries->tokens,
               .take_label = [&](Index i, const Box& at) { return rows.take_label(i, at); }},
      .matrices = {queries},
      .max_height = table_height(ui, height),
      .add_row = add_token_command(rows, "query-tokens"),
      .title = "QUERIES"};
  if (shown) table.grid.query_row = shown->query;
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
  embeddings.commands.push_back(shuffle_command(access, "tokens", TokenList::kTokens));
  add_dimension_commands(access, embeddings);
  MatrixTable table{
      .grid = {.name = "embeddings.table",
               .labels = scene.tokens,
               .take_label = [&](Index i, const Box& at) { return rows.take_label(i, at); }},
      .matrices = {embeddings},
      .max_height = table_height(ui, height),
      .add_row = add_token_command(rows, "tokens"),
      .title = scene.queries ? "KEYS" : "EMBEDDINGS"};
  if (scene.values) {
    EditedMatrix values{{Part::values}, "the values", "v", **scene.values, "", "VALUES"};
    add_dimension_commands(access, values);
    table.matrices.push_back(values);
  }
  if (shown) table.grid.key_row = shown->key;
  if (shown && !scene.queries) table.grid.query_row = shown->query;
  matrix_section(ui, access, pen, table);
  complaint_line(ui, pen, access.notices.complaint("tokens"));
  rows.finish();
}

}  // namespace

void inputs_sections(Ui& ui, Access access, Pen& pen, float height) {
  if (access.look.snapshot.is_chosen()) {
    const Box line = pen.take(ui.theme.px(24));
    cut_text_in(ui, line, Face::kSmall, ui.theme.colors().warning,
                "A is shown. These inputs are B's.");
  }
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
    made_up_words(ui, access, pen, "made-up", access->scene().tokens, *access->scene().embeddings,
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
