#include "app/ui/files/import_picture.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <GLFW/glfw3.h>

#include "app/document/numbers/numbers.h"
#include "app/figure/diagram/shading.h"
#include "app/ui/toolkit/tooltip.h"
#include "engine/attention/trace.h"
#include "engine/base/clamped.h"
#include "engine/base/text.h"
#include "engine/color/colormap.h"

namespace attn::ui {
namespace {

constexpr std::size_t kLongestPreviewName = 14;                                  // characters
constexpr double kUnseenWait = 0.3;                                              // seconds
constexpr float kHeadCardsHeight = 118, kLargestCard = 104, kSmallestCard = 30;  // units

/// Names of `count` rows of a picture, each for the first token of its block.
std::vector<std::string> names_of_blocks(const std::vector<std::string>& tokens, Index count) {
  std::vector<std::string> names;
  const auto all = std::ssize(tokens);
  for (Index n = 0; n < count; ++n) {
    const auto first = static_cast<std::size_t>((n * all + count - 1) / count);
    names.push_back(cut_in_middle(shown(tokens[first], 200), kLongestPreviewName));
  }
  return names;
}

/// Colours of the weights: 0 to 1, and further if some are beyond.
void choose_preview_colors(MatrixMark& matrix, const Matrix& weights) {
  const bool is_signed = (weights.array() < 0 && weights.array() != kMasked).any();
  const float most = std::max(1.F, largest_distance(weights));
  matrix.colormap = find_colormap(is_signed ? "red-blue" : "indigo");
  matrix.range = {is_signed ? -most : 0, most};
}

/// Cards of a layer's heads, in rows: as large as fit into a height, else they scroll.
HeadCards head_cards(const Theme& theme, float width, float height, Index heads) {
  HeadCards cards;
  for (float units = kLargestCard; units >= kSmallestCard; units -= 2) {
    cards.pitch = std::floor(std::min(theme.px(units), height));
    cards.columns = std::max<Index>(1, static_cast<Index>(width / cards.pitch));
    cards.rows = (heads + cards.columns - 1) / cards.columns;
    if (static_cast<float>(cards.rows) * cards.pitch <= height) break;
  }
  cards.seen = clamped<Index>(static_cast<Index>(height / cards.pitch), 1, cards.rows);
  return cards;
}

/// Head that a key leads to from `head`.
Index walked_head(Keyboard& keys, Index head, Index columns, Index count) {
  const std::pair<int, Index> ways[] = {{GLFW_KEY_LEFT, -1},     {GLFW_KEY_RIGHT, 1},
                                        {GLFW_KEY_UP, -columns}, {GLFW_KEY_DOWN, columns},
                                        {GLFW_KEY_HOME, -count}, {GLFW_KEY_END, count}};
  for (const auto& [key, by] : ways) {
    if (!keys.take(key)) continue;
    const bool is_out =
        std::abs(by) == columns && columns > 1 && (head + by < 0 || head + by >= count);
    return is_out ? head : clamped<Index>(head + by, 0, count - 1);
  }
  return head;
}

}  // namespace

void ImportPicture::release() {
  heatmap_.reset();
  heads_ = {};
  drawn_.reset();
  first_row_ = 0;
  shown_head_ = -1;
}

void ImportPicture::take(const Ui& ui, const ImportPreview& preview) {
  if (drawn_ == preview.weights) return;
  const bool is_alike = drawn_ && drawn_->rows() == preview.weights->rows() &&
                        drawn_->cols() == preview.weights->cols();
  if (!heatmap_ || !is_alike) heatmap_ = std::make_unique<HeatmapView>();
  drawn_ = preview.weights;
  heatmap_->cells().set(*drawn_);
  const DumpTokens& tokens = preview.analysed.tokens;
  const auto& queries = tokens.queries.empty() ? tokens.keys : tokens.queries;
  rows_ = names_of_blocks(queries, drawn_->rows());
  columns_ = names_of_blocks(tokens.keys, drawn_->cols());
  for (const auto* const names : {&rows_, &columns_}) {
    for (const std::string& name : *names) ui.theme.need_glyphs(name);
  }
  has_masked_ = (drawn_->array() == kMasked).any();
}

void ImportPicture::draw_title(Ui& ui, const ImportOffer& offer, const Box& line) {
  const ImportPreview* const preview = offer.preview();
  std::string words;
  if (preview != nullptr) {
    words =
        "layer " + std::to_string(preview->layer_name) + ", head " + std::to_string(preview->head);
    if (drawn_->rows() < preview->analysed.shape.queries ||
        drawn_->cols() < preview->analysed.shape.keys) {
      words += ", the strongest of each block";
    }
  }
  const bool is_behind = !offer.is_current() && offer.problem().empty();
  if (!is_behind) behind_since_.reset();
  if (is_behind && !behind_since_) behind_since_ = ImGui::GetTime();
  const bool waits = behind_since_ && ImGui::GetTime() - *behind_since_ > kUnseenWait;
  if (waits) words += words.empty() ? "reading …" : ": reading …";
  ui.map.say("import.preview", words);
  Pen pen{line.min, line.width()};
  heading(ui, pen, "PREVIEW", hovered_.empty() || waits ? words : hovered_);
}

void ImportPicture::draw(Ui& ui, ImportOffer& offer, const Box& box) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  fill_box(box, palette.field, theme.px(8));
  outline_box(box, palette.hairline, theme.px(8));
  const Box inner = box.within(theme.px(16));
  const float line = theme.line_height(Face::kCaption) + theme.px(8);
  const ImportPreview* const preview = offer.preview();
  if (preview != nullptr) take(ui, *preview);
  draw_title(ui, offer, inner.above(inner.min.y + line));
  hovered_.clear();
  if (preview == nullptr) return;
  const Index heads = preview->analysed.shape.heads;
  const float most = std::min(theme.px(kHeadCardsHeight), 0.3F * inner.height());
  const HeadCards cards = head_cards(theme, inner.width(), most - line, heads);
  const float below = heads > 1 ? cards.height() + line + theme.px(10) : 0;
  LabelledMatrix heatmap;
  MatrixMark& matrix = heatmap.matrix;
  matrix.name = "import.preview";
  matrix.values = matrix.scores = drawn_;
  matrix.numbers = true;
  choose_preview_colors(matrix, *drawn_);
  heatmap.rows = &rows_;
  heatmap.columns = &columns_;
  heatmap.has_masked = has_masked_;
  if (preview->row_sums) {
    heatmap.beside.push_back(
        {.title = "row sum", .values = preview->row_sums, .decimals = 3, .expected = 1});
  }
  ui.focus.lock(true);  // nothing to do by keys
  const HeatmapInput input = heatmap_->draw(
      ui, inner.rows(inner.min.y + line, inner.max.y - below),
      {.heatmap = std::move(heatmap), .cell = 50, .share = 0.13, .ground = palette.field});
  ui.focus.lock(false);
  if (input.hovered) {
    const auto [query, key] = *input.hovered;
    const float weight = (*drawn_)(query, key);
    hovered_ = rows_[static_cast<std::size_t>(query)] + " → " +
               columns_[static_cast<std::size_t>(key)] + ": " +
               (weight == kMasked ? "not seen" : with_minus(brief(weight, 4)));
    ui.wake_in(0);
  }
  if (heads > 1) draw_heads(ui, offer, inner.below(inner.max.y - below + theme.px(10)), cards);
}

void ImportPicture::draw_card(Ui& ui, const Box& square, std::size_t head, bool has_picture,
                              bool is_chosen) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const Box card = square.within(std::max(1.F, std::floor(square.width() * 0.035F)));
  if (!has_picture) fill_box(card, palette.panel);
  // The paper of the picture ends at the card.
  for (const Box& rest : {square.left_of(card.min.x), square.right_of(card.max.x),
                          square.above(card.min.y), square.below(card.max.y)}) {
    fill_box(rest, palette.field);
  }
  note_more(ui, card.min, card.max, "head " + std::to_string(head));
  outline_box(card, is_chosen ? palette.query : palette.hairline, theme.px(4),
              is_chosen ? theme.px(2) : 1);
}

void ImportPicture::draw_heads(Ui& ui, ImportOffer& offer, const Box& box, const HeadCards& cards) {
  Pen pen{box.min, box.width()};
  const auto& pictures = offer.thumbnails();
  const auto count = std::ssize(pictures);
  const auto read = std::ranges::count_if(pictures, [](const auto& one) { return one != nullptr; });
  const std::string words = std::to_string(read) + " of " + std::to_string(count);
  ui.map.say("import.heads", words);
  heading(ui, pen, "HEADS", read < count ? words + " read" : "");
  const Box room = box.below(pen.at.y);
  if (std::exchange(shown_head_, offer.head()) != offer.head()) {
    const Index row = offer.head() / cards.columns;
    first_row_ = clamped(first_row_, row - cards.seen + 1, row);
  }
  if (ImGui::IsWindowHovered() && room.contains(ImGui::GetIO().MousePos)) {
    first_row_ -= static_cast<Index>(ImGui::GetIO().MouseWheel);
  }
  first_row_ = clamped<Index>(first_row_, 0, cards.rows - cards.seen);
  const Index first = first_row_ * cards.columns,
              last = std::min(count, first + cards.seen * cards.columns);
  const float inset = std::max(2.F, std::round(cards.pitch * 0.12F));
  heads_.draw(
      ui, room,
      {cards.columns, static_cast<Index>(cards.pitch), static_cast<Index>(cards.pitch - 2 * inset)},
      {pictures.begin() + first, pictures.begin() + last});
  ui.map.add("import.heads", room.min, room.max);
  const bool has_keys = has_keyboard(ui, "import.heads", room);
  Index chosen = offer.head();
  for (Index at = 0; at < cards.seen * cards.columns; ++at) {
    const Index column = at % cards.columns, row = at / cards.columns;
    const ImVec2 low(room.min.x + static_cast<float>(column) * cards.pitch,
                     room.min.y + static_cast<float>(row) * cards.pitch);
    const Box square{low, {low.x + cards.pitch, low.y + cards.pitch}};
    const auto head = static_cast<std::size_t>(first + at);
    if (first + at >= last) {
      fill_box(square, ui.theme.colors().field);
      continue;
    }
    if (hit_area(ui, "import.head." + std::to_string(head), square)) chosen = first + at;
    draw_card(ui, square, head, pictures[head] != nullptr, first + at == offer.head());
  }
  if (has_keys) chosen = walked_head(ui.keys, chosen, cards.columns, count);
  offer.choose_head(chosen);
}

}  // namespace attn::ui
