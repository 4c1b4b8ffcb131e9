#include <algorithm>
#include <chrono>
#include <future>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include <GLFW/glfw3.h>

#include "app/document/files/file_path.h"
#include "app/document/formulas/formula_text.h"
#include "app/document/numbers/numbers.h"
#include "app/document/view/patch_grid.h"
#include "app/figure/numbers/patch_map.h"
#include "app/ui/views/diagram_panel.h"
#include "engine/base/clamped.h"
#include "engine/base/text.h"

namespace attn::ui {
namespace {

constexpr Index kMostTyped = 1'000'000;

/// Grid of the shown evaluation; empty if its keys cannot be such patches.
std::optional<PatchGrid> grid_of(const Workspace& workspace) {
  try {
    return patch_grid(workspace.evaluation().scene.key_count(),
                      workspace.look.view.options.patches);
  } catch (const PatchGridError&) {
    return std::nullopt;
  }
}

/// Key of a cell of the map, or of the other tokens.
std::optional<Index> key_of(const PatchGrid& grid, const MatrixCell& pointed) {
  if (pointed.matrix == "patches") return grid.key(pointed.cell);
  if (pointed.matrix == "patches.others") return grid.other_key(pointed.cell.query);
  return std::nullopt;
}

/// Reads a picture in the background: a drive that does not answer holds up neither a frame nor the
/// end of the program.
class PictureReader {
 public:
  /// Picture that a scene in `folder` names; the previous one while it is read.
  const BackPicture& follow(Ui& ui, const std::string& folder, const std::string& name) {
    constexpr double kBetweenLooks = 0.02;
    if (folder != folder_ || name != name_) start(folder, name);
    if (coming_.valid() && coming_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
      picture_ = coming_.get();
    }
    if (coming_.valid()) ui.wake_in(kBetweenLooks);
    return picture_;
  }
  /// Releases the picture until the next call of follow().
  void forget() { *this = {}; }

 private:
  void start(const std::string& folder, const std::string& name) {
    folder_ = folder;
    name_ = name;
    std::packaged_task<BackPicture()> read(
        [folder, name] { return back_picture_in(folder, name); });
    coming_ = read.get_future();
    std::thread(std::move(read)).detach();
  }

  std::string folder_, name_;  // of the picture that was read last, or is being read
  BackPicture picture_;
  std::future<BackPicture> coming_;  // valid while it is read
};

/// Controls from left to right in one line.
class PatchControls {
 public:
  PatchControls(Ui& ui, const Box& line) : ui_(ui), line_(line), x_(line.min.x) {}

  void go_to(const Box& line) {
    line_ = line;
    x_ = line.min.x;
  }
  void words(std::string_view text) {
    const float width = width_of(text);
    text_in(ui_, line_.columns(x_, x_ + width), Face::kSmall, ui_.theme.colors().secondary, text,
            0);
    x_ += width + ui_.theme.px(kGap);
  }
  /// Field for a number; what is no number from `least` on is reset.
  std::optional<Index> number(std::string_view name, Index shown, Index least) {
    const Box box = line_.columns(x_, x_ + ui_.theme.px(46));
    x_ = box.max.x + ui_.theme.px(kGap);
    const TextEdit typed =
        text_field(ui_, name, box, Face::kMono, shown < least ? "" : std::to_string(shown),
                   OnClick::kSelectAll);
    if (!typed.committed) return std::nullopt;
    const auto number = parsed<Index>(typed.text);
    if (!number || *number < least || *number > kMostTyped) return std::nullopt;
    return number;
  }
  bool link(std::string_view name, std::string_view text) {
    x_ += ui_.theme.px(kGap);
    const float width = width_of(text);
    const bool is_clicked = link_in(ui_, name, Face::kSmall, line_.columns(x_, x_ + width), text);
    x_ += width + ui_.theme.px(kGap);
    return is_clicked;
  }
  /// Returns whether two links have room.
  bool has_room(std::string_view first, std::string_view second) const {
    return x_ + width_of(first) + width_of(second) + ui_.theme.px(4 * kGap) <= line_.max.x;
  }

 private:
  static constexpr float kGap = 6;

  float width_of(std::string_view text) const { return text_size(ui_.theme, Face::kSmall, text).x; }

  Ui& ui_;
  Box line_;
  float x_;
};

/// View of a query's weights as a map over the patches of an image. A click selects a token as the
/// query, or in cross-attention as the key; arrows move it.
class PatchesView : public DiagramPanel {
 public:
  using DiagramPanel::DiagramPanel;
  void rest() override {
    DiagramPanel::rest();
    reader_.forget();
    picture_ = {};
  }

 protected:
  BackPicture picture() const override { return picture_; }

  std::string hint(const Workspace& workspace) const override {
    if (!grid_of(workspace)) return "attention over an image, as a map of its patches";
    return are_queries_keys(workspace.scene())
               ? "click a patch to see its own attention · arrows move it"
               : "point at a patch · a click marks it as the key";
  }

  std::string words_of(const Workspace& workspace, const MatrixCell& pointed) const override {
    const Scene& scene = workspace.evaluation().scene;
    const auto grid = grid_of(workspace);
    const auto key = grid ? key_of(*grid, pointed) : std::nullopt;
    if (!key || *key >= scene.key_count()) return "";
    std::string words;
    if (const auto patch = grid->patch(*key)) {
      words = "patch row " + std::to_string(patch->query) + ", column " +
              std::to_string(patch->key) + " · ";
    }
    words += as_words(numbered_name(scene.tokens[static_cast<std::size_t>(*key)], *key));
    return words + " · weight " +
           (pointed.is_masked ? "masked" : with_minus(brief(pointed.value, 6)));
  }

  void controls(Ui& ui, Access access, Pen& pen) override {
    const ViewOptions::Patches& options = access.look.view.options.patches;
    picture_ = reader_.follow(ui, folder_of(access->file().path), options.picture);
    take_arrows(ui, access);
    if (ui.theme.appearance().presenting) return;
    grid_controls(ui, access, pen);
  }

  void take_input(Ui&, Access access, const DiagramInput& input) override {
    const auto grid = grid_of(access);
    if (!grid) return;
    const auto key_in = [&](const std::optional<MatrixCell>& cell) {
      return cell ? key_of(*grid, *cell) : std::nullopt;
    };
    const Index query = patch_query(access->scene(), *grid, access->pinned());
    if (const auto key = key_in(input.hovered_cell)) access.look.hovered = Cell{query, *key};
    if (const auto key = key_in(input.clicked_cell)) select(access, query, *key);
  }

 private:
  static void select(Access access, Index query, Index key) {
    access.look.view.selection = Cell{are_queries_keys(access->scene()) ? key : query, key};
  }

  static void take_arrows(Ui& ui, Access access) {
    const auto grid = grid_of(access);
    if (!grid || !takes_keys(ui)) return;
    constexpr struct {
      int key;
      Index rows, columns;
    } kWays[] = {{GLFW_KEY_LEFT, 0, -1},
                 {GLFW_KEY_RIGHT, 0, 1},
                 {GLFW_KEY_UP, -1, 0},
                 {GLFW_KEY_DOWN, 1, 0}};
    for (const auto& [key, rows, columns] : kWays) {
      if (!ui.keys.take(key)) continue;
      const Index query = patch_query(access->scene(), *grid, access->pinned());
      const auto pinned = access->pinned();
      const auto from = pinned ? grid->patch(pinned->key) : std::nullopt;
      Cell to{};  // the first patch, if no patch was selected
      if (from) {
        to = {clamped<Index>(from->query + rows, 0, grid->rows - 1),
              clamped<Index>(from->key + columns, 0, grid->columns - 1)};
      }
      select(access, query, grid->key(to));
    }
  }

  static void grid_controls(Ui& ui, Access access, Pen& pen) {
    ViewOptions::Patches& options = access.look.view.options.patches;
    const PatchGrid grid = grid_of(access).value_or(
        PatchGrid{options.rows, options.columns, options.skip.value_or(0)});
    PatchControls line(ui, pen.take(ui.theme.px(28)));
    line.words("patches");
    const auto rows = line.number("patches.rows", grid.rows, 1);
    line.words("×");
    const auto columns = line.number("patches.columns", grid.columns, 1);
    line.words("behind");
    const auto skip = line.number("patches.skip", grid.skip, 0);
    line.words(grid.skip == 1 ? "token" : "tokens");
    if (rows || columns) {
      options.rows = rows.value_or(grid.rows > 0 ? grid.rows : *columns);
      options.columns = columns.value_or(grid.columns > 0 ? grid.columns : *rows);
    }
    if (skip) options.skip = *skip;
    constexpr std::string_view kChoose = "Picture…", kRemove = "Remove picture";
    const bool has_picture = !options.picture.empty();
    if (!line.has_room(kChoose, has_picture ? kRemove : "")) {
      pen.take(ui.theme.px(4));
      line.go_to(pen.take(ui.theme.px(24)));
    }
    if (line.link("patches.picture", kChoose)) {
      access.look.wants_picture = true;
      ui.wake_at = ImGui::GetTime();
    }
    if (has_picture && line.link("patches.no-picture", kRemove)) options.picture.clear();
    pen.take(ui.theme.px(8));
  }

  PictureReader reader_;
  BackPicture picture_;
};

}  // namespace

std::unique_ptr<View> make_patches_view(const ViewKind& kind) {
  return std::make_unique<PatchesView>(kind);
}

}  // namespace attn::ui
