#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "app/document/numbers/numbers.h"
#include "app/figure/links/drawn_links.h"
#include "app/figure/links/link_parts.h"
#include "app/ui/toolkit/control_flow.h"
#include "app/ui/toolkit/slider.h"
#include "app/ui/views/diagram_panel.h"

namespace attn::ui {
namespace {

constexpr std::string_view kArrangements[] = {"Columns", "Lines"};
constexpr std::string_view kQueries[] = {"One query", "All queries"};
constexpr std::string_view kCuts[] = {"Weight", "Share"};
constexpr float kControlLine = 28, kControlGap = 10;
constexpr double kUsualShare = 0.9;

Index head_count(const Workspace& workspace) {
  return std::ssize(workspace.evaluation().trace.heads);
}

/// Key with the query's largest weight.
Index strongest_key(const Workspace& workspace, Index query) {
  Index key = 0;
  shown_trace(workspace).weights.row(query).cwiseAbs().maxCoeff(&key);
  return key;
}

/// Head and key of a link: "links.link[2][0]".
auto link_of(std::string_view name) { return numbers_in(name, "links.link["); }

/// "it → animal  head 0: 0.83 · head 1: 0.02".
std::string words_of_pair(const Workspace& workspace, Cell cell, const std::vector<Index>& heads) {
  std::string words = pair_words(workspace.scene(), cell) + "  ";
  for (const Index head : heads) {
    const HeadTrace& trace = workspace.evaluation().trace.head(head);
    const bool is_masked = trace.is_masked(cell.query, cell.key);
    if (head != heads.front()) words += " · ";
    words += "head " + std::to_string(head) + ": " +
             (is_masked ? "masked" : with_minus(brief(trace.weights(cell.query, cell.key), 3)));
  }
  return words;
}

/// View of links between tokens, for one query or all, in the heads' colours. A click on a token or
/// a link selects it, a click on a head's square shows or hides its links.
class LinksView : public DiagramPanel {
 public:
  using DiagramPanel::DiagramPanel;

  void rest() override {
    DiagramPanel::rest();
    source_.reset();
  }

 protected:
  std::string hint(const Workspace& workspace) const override {
    if (!source_) return "";
    const Scene& scene = workspace.scene();
    const auto& hovered = workspace.look.hovered;
    const bool is_there = hovered && hovered->query < scene.query_count() && hovered->key >= 0 &&
                          hovered->key < scene.key_count();
    if (is_there && links_.heads.back() < head_count(workspace)) {
      return words_of_pair(workspace, *hovered, links_.heads);
    }
    std::string words = link_words(links_, workspace.look.view.options.links, scene.query_count());
    if (source_->query < scene.query_count() && !links_.queries.has(source_->query)) {
      return words + " · the selected query is not among these tokens";
    }
    return words + " · click a token or a link";
  }

  void controls(Ui& ui, Access access, Pen& pen) override {
    const Theme& theme = ui.theme;
    find_links(ui, access);
    ViewOptions::TokenLinks& options = access.look.view.options.links;
    ControlFlow flow(pen, theme.px(kControlLine), theme.px(kControlGap), theme.px(6));
    two_way(ui, "links.arrangement", flow.next(segmented_width(theme, kArrangements)),
            kArrangements, options.are_lines);
    two_way(ui, "links.queries", flow.next(segmented_width(theme, kQueries)), kQueries,
            options.of_all);
    cut_control(ui, access, flow.next(segmented_width(theme, kCuts) + theme.px(170)));
    const Scene& scene = access->scene();
    if (std::max(scene.key_count(), scene.query_count()) > kMostLinkTokens) {
      pen.take(theme.px(4));
      const Box line = pen.take(theme.px(kControlLine));
      token_control(ui, access, line.left_of(std::min(line.max.x, line.min.x + theme.px(420))));
    }
    pen.take(theme.px(10));
  }

  void take_input(Ui&, Access access, const DiagramInput& input) override {
    ViewState& view = access.look.view;
    const Index count = head_count(access);
    if (const auto cell = cell_of(access, input.hovered)) {
      point_at(access, *cell);
      if (input.clicked == input.hovered) view.selection = cell;
    }
    if (const auto link = link_of(input.clicked); link && link->first < count)
      view.head = link->first;
    if (number_in(input.hovered, "links.head[")) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (const auto head = number_in(input.clicked, "links.head["); head && *head < count) {
      if (const std::string why = toggle_link_head(view, *head, count); !why.empty()) {
        access.notices.tell(why);
      }
    }
    const auto& cell = input.clicked_cell;
    if (cell && cell->where && cell->where->head < count) view.head = cell->where->head;
  }

 private:
  /// Inputs of the cached links.
  struct LinkSource {
    std::shared_ptr<const Evaluation> evaluation;
    ViewOptions::TokenLinks options;
    Index head, query;
    std::optional<Cell> pinned;
    bool operator==(const LinkSource&) const = default;
  };

  void find_links(const Ui& ui, const Workspace& workspace) {
    const WindowRuler ruler(ui.theme);
    const ViewInput input{.evaluation = workspace.evaluated().shared(),
                          .state = workspace.look.view,
                          .shown = workspace.shown(),
                          .ruler = ruler};
    const LinkSource wanted{input.evaluation, input.state.options.links, input.head(),
                            input.query(), input.state.selection};
    if (source_ == wanted) return;
    links_ = drawn_links(input);
    source_ = wanted;
  }

  /// Selection of links: by a threshold, or the strongest of each row.
  void cut_control(Ui& ui, Access access, const Box& box) const {
    const Theme& theme = ui.theme;
    ViewOptions::TokenLinks& options = access.look.view.options.links;
    int chosen = options.share ? 1 : 0;
    if (segmented(ui, "links.cut", box.min, box.height(), kCuts, chosen)) {
      options.share = chosen == 1 ? std::optional(kUsualShare) : std::nullopt;
    }
    const float value = text_size(theme, Face::kSmall, "100 %").x + theme.px(4);
    const Box words = box.right_of(box.max.x - value);
    const Box knob = box.columns(box.min.x + segmented_width(theme, kCuts) + theme.px(8),
                                 words.min.x - theme.px(4));
    double& number = options.share ? *options.share : options.threshold;
    const SliderEdit edit = slider(ui, options.share ? "links.share" : "links.threshold", knob,
                                   static_cast<float>(number), 0.01F);
    if (edit.place) number = std::round(static_cast<double>(*edit.place) * 100) / 100;
    const std::string said = options.share
                                 ? std::to_string(std::lround(100 * *options.share)) + " %"
                                 : "≥ " + fixed(options.threshold, 2);
    text_in(ui, words, Face::kSmall, theme.colors().secondary, said, 1);
  }

  /// Selection of the shown range of many tokens.
  void token_control(Ui& ui, Access access, const Box& line) const {
    const Theme& theme = ui.theme;
    const Scene& scene = access->scene();
    const Index all = std::max(scene.key_count(), scene.query_count());
    const TokenSpan& shown =
        scene.key_count() >= scene.query_count() ? links_.keys : links_.queries;
    const auto words = [](Index first, Index last, Index count) {
      return "tokens " + std::to_string(first) + " to " + std::to_string(last) + " of " +
             std::to_string(count);
    };
    const float width = text_size(theme, Face::kSmall, words(all, all, all)).x;
    const Box text = line.left_of(line.min.x + width);
    text_in(ui, text, Face::kSmall, theme.colors().secondary,
            words(shown.first, shown.first + shown.count - 1, all), 0);
    const auto most = static_cast<float>(std::max<Index>(1, all - kMostLinkTokens));
    const Box knob = line.right_of(text.max.x + theme.px(10));
    const SliderEdit edit =
        slider(ui, "links.first", knob, static_cast<float>(shown.first) / most, 1 / most);
    if (edit.place) {
      access.look.view.options.links.first = static_cast<Index>(std::lround(*edit.place * most));
    }
  }

  /// Pair of a token or a link: a query with its strongest key, a key with the shown query.
  std::optional<Cell> cell_of(const Workspace& workspace, std::string_view name) const {
    const Scene& scene = workspace.scene();
    if (const auto query = number_in(name, "links.query["); query && *query < scene.query_count()) {
      return Cell{*query, strongest_key(workspace, *query)};
    }
    auto key = number_in(name, "links.key[");
    if (const auto link = link_of(name)) key = link->second;
    if (!key || *key >= scene.key_count()) return std::nullopt;
    return Cell{pinned_or_last(workspace).query, *key};
  }

  std::optional<LinkSource> source_;
  DrawnLinks links_;
};

}  // namespace

std::unique_ptr<View> make_links_view(const ViewKind& kind) {
  return std::make_unique<LinksView>(kind);
}

}  // namespace attn::ui
