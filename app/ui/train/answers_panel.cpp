#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "app/document/numbers/numbers.h"
#include "app/ui/train/points_plot.h"
#include "app/ui/train/train_panels.h"
#include "app/ui/train/weight_picture.h"
#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

constexpr Index kUnknown = -2;  ///< no target known

/// Target at a position; none before the first training step, when no answer counts as right or
/// wrong.
Index target_at(const TrainingDesk& desk, Index place) {
  const auto& targets = desk.targets();
  const Index target = targets.empty() ? kUnknown : targets[static_cast<std::size_t>(place)];
  return desk.step() == 0 && target != kNoTarget ? kUnknown : target;
}

/// Share as ".85"
std::string short_share(float share) {
  const std::string words = fixed(static_cast<double>(share), 2);
  return words.starts_with("0.") ? words.substr(1) : words;
}

void chip(Ui& ui, const Box& box, ImU32 ground, ImU32 edge, ImU32 ink, std::string_view text) {
  const Theme& theme = ui.theme;
  fill_box(box, ground, theme.px(6));
  outline_box(box, edge, theme.px(6));
  word_in(ui, box, Face::kMono, ink, text, 0.5F);
}

/// Position without a target.
void empty_chip(Ui& ui, const Box& box) {
  const Palette& palette = ui.theme.colors();
  const float dash = ui.theme.px(3);
  for (float x = box.min.x; x < box.max.x; x += 2 * dash) {
    const float end = std::min(x + dash, box.max.x);
    imgui::list()->AddLine({x, box.min.y}, {end, box.min.y}, palette.hairline);
    imgui::list()->AddLine({x, box.max.y}, {end, box.max.y}, palette.hairline);
  }
  for (float y = box.min.y; y < box.max.y; y += 2 * dash) {
    const float end = std::min(y + dash, box.max.y);
    imgui::list()->AddLine({box.min.x, y}, {box.min.x, end}, palette.hairline);
    imgui::list()->AddLine({box.max.x, y}, {box.max.x, end}, palette.hairline);
  }
  text_in(ui, box, Face::kMono, palette.faint, "?", 0.5F);
}

/// The three most likely tokens as bars with names.
void likeliest(Ui& ui, const TrainingDesk& desk, const Matrix& shares, Index place,
               const Box& box) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const auto& classes = desk.plan().task->classes;
  std::vector<Index> order(classes.size());
  std::iota(order.begin(), order.end(), 0);
  const auto shown = std::min<std::ptrdiff_t>(3, static_cast<std::ptrdiff_t>(order.size()));
  std::ranges::partial_sort(order, order.begin() + shown, std::greater<>(),
                            [&](Index n) { return shares(place, n); });
  const float line = std::min(box.height() / 3, theme.px(13));
  float label = theme.px(10);
  for (const std::string& one : classes) {
    label = std::max(label, text_size(theme, Face::kMonoSmall, one).x + theme.px(3));
  }
  constexpr float kMostOfIt = 0.72F;
  label = std::min(label, std::round(box.width() * kMostOfIt));
  for (std::ptrdiff_t n = 0; n < shown; ++n) {
    const Index one = order[static_cast<std::size_t>(n)];
    const float y = box.min.y + line * static_cast<float>(n);
    if (y + line > box.max.y + 1) return;
    const Index target = target_at(desk, place);
    const bool is_right = one == target, is_wrong = n == 0 && target >= 0 && !is_right;
    const ImU32 color = is_right ? palette.good : is_wrong ? palette.key : palette.faint;
    const Box name{{box.min.x, y}, {box.min.x + label, y + line}};
    word_in(ui, name, Face::kMonoSmall, color, classes[static_cast<std::size_t>(one)], 0);
    const float x = name.max.x, middle = y + line / 2, half = std::min(theme.px(4), line / 2 - 1);
    fill_box({{x, middle - half}, {box.max.x, middle + half}}, palette.field, 2);
    fill_box({{x, middle - half}, {x + (box.max.x - x) * shares(place, one), middle + half}}, color,
             2);
  }
}

/// Draws an arc above the chips, from a query to its strongest key.
void arc(const Theme& theme, float from, float to, float top, float height, ImU32 color) {
  imgui::list()->PathLineTo({from, top});
  imgui::list()->PathBezierCubicCurveTo({from, top - height}, {to, top - height}, {to, top}, 24);
  imgui::list()->PathStroke(color, ImDrawFlags_None, theme.px(1.6F));
}

/// Prediction and target of a point, one line each.
void point_words(Ui& ui, const Example& one, std::optional<float> said, bool is_told, Pen& pen) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const auto words = [](float number) { return fixed(static_cast<double>(number), 3); };
  const float wanted = one.numbers.back();
  const auto line = [&](std::string_view label, const std::string& number, ImU32 color) {
    const Box row = pen.take(theme.line_height(Face::kMono) + theme.px(4));
    text_in(ui, row, Face::kSmall, palette.secondary, label, 0);
    text_in(ui, row, Face::kMono, color, number, 1);
  };
  line("query x", words(one.inputs[one.inputs.size() - 2]), palette.text);
  line("predicted y", said ? words(*said) : "–", palette.lit_key);
  line("target y", is_told ? words(wanted) : "–", palette.good);
  if (said && is_told) line("error", words(std::abs(*said - wanted)), palette.text);
}

/// Points in their plane, with the query point and the prediction.
void points_panel(Ui& ui, TrainingDesk& desk, const Box& inner) {
  const Theme& theme = ui.theme;
  const Example& one = desk.sequence();
  const NetworkPicture* picture = desk.picture();
  const auto count = std::ssize(desk.tokens());
  const bool is_told = !desk.targets().empty();
  const std::optional<float> said =
      picture == nullptr ? std::nullopt : std::optional(picture->logits(count - 1, 0));
  const std::string score =
      said && is_told
          ? "missed by " + fixed(static_cast<double>(std::abs(*said - one.numbers.back())), 3)
          : "";
  ui.map.say("train.score", score);
  Pen pen{inner.min, inner.width()};
  fitting_heading(
      ui, pen, "ANSWER",
      desk.step() == 0 ? "not trained yet" : "click a point to see its row in every head");
  const float words = theme.px(172);
  const Box plot{pen.at, {inner.max.x - words - theme.px(20), inner.max.y}};
  fill_box(plot, theme.colors().field, theme.px(6));
  const Index query = desk.query.value_or(count - 1);
  Index key = 0;
  if (picture != nullptr) {
    picture->weights(desk.head.layer, desk.head.head).row(query).cwiseAbs().maxCoeff(&key);
  }
  const PointsPlane plane =
      points_plot(ui, plot, {.sequence = one, .said = said, .query = query, .key = key});
  const float reach = theme.px(8);
  for (Index n = 0; n < count; ++n) {
    const auto at = static_cast<std::size_t>(2 * n);
    const float y = n + 1 < count ? one.inputs[at + 1] : said.value_or(0);
    const ImVec2 center = plane.at(one.inputs[at], y);
    const Box area{{center.x - reach, center.y - reach}, {center.x + reach, center.y + reach}};
    if (button_area(ui, "train.token." + std::to_string(n), area)) desk.query = n;
  }
  Pen beside{{plot.max.x + theme.px(20), pen.at.y + theme.px(2)}, words};
  point_words(ui, one, said, is_told, beside);
}

}  // namespace

void answers_panel(Ui& ui, TrainingDesk& desk, const Box& box) {
  if (desk.plan().task->is_of_points) {
    return points_panel(ui, desk, box.within(ui.theme.px(14)));
  }
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const Box inner = box.within(theme.px(14));
  const NetworkPicture* picture = desk.picture();
  Pen pen{inner.min, inner.width()};
  Index right = 0, wanted = 0;
  const auto count = std::ssize(desk.tokens());
  if (picture != nullptr) {
    for (Index n = 0; n < count; ++n) {
      const Index target = target_at(desk, n);
      if (target < 0) continue;
      Index says = 0;
      picture->shares.row(n).maxCoeff(&says);
      ++wanted;
      right += says == target;
    }
  }
  const std::string score =
      wanted > 0 ? std::to_string(right) + " of " + std::to_string(wanted) + " right" : "";
  ui.map.say("train.score", score);
  fitting_heading(ui, pen, "ANSWERS",
                  desk.step() == 0 ? "not trained yet"
                  : score.empty()  ? "the right answer is not known"
                                   : score + " — click a letter to see its row in every head");
  if (picture == nullptr) return;

  const float labels = theme.px(46), room = inner.width() - labels;
  const Index query = desk.query.value_or(count - 1);
  // For long sequences, the positions around the query.
  const Index shown = clamped<Index>(static_cast<Index>(room / theme.px(11)), 1, count);
  const Index first = clamped<Index>(query - shown / 2, 0, count - shown);
  // As wide as the predicted words need, if there is room.
  const LearningTask& task = *desk.plan().task;
  float widest = 0;
  for (const auto* words : {&task.vocabulary, &task.classes}) {
    for (const std::string& word : *words) {
      widest = std::max(widest, text_size(theme, Face::kMono, word).x);
    }
  }
  const float wide = clamped(widest + theme.px(8), theme.px(36), theme.px(96));
  const float pitch =
      std::min(std::max(theme.px(56), wide + theme.px(6)), room / static_cast<float>(shown));
  const float width = std::min(wide, pitch - theme.px(3));
  const float height = theme.px(24);
  const float sees = pen.at.y + theme.px(5), says = sees + height + theme.px(12);
  const bool has_bars = says + height + theme.px(46) < inner.max.y;
  const auto label = [&](float y, std::string_view words) {
    text_in(ui, {{inner.min.x, y}, {inner.min.x + labels, y + height}}, Face::kSmall,
            palette.secondary, words, 0);
  };
  label(sees, "sees");
  label(says, "says");
  Index key = 0;
  picture->weights(desk.head.layer, desk.head.head).row(query).maxCoeff(&key);
  const auto center = [&](Index n) {
    return inner.min.x + labels + pitch * (static_cast<float>(n - first) + 0.5F);
  };
  const Index seen_key = clamped(key, first, first + shown - 1);
  if (key != query) arc(theme, center(query), center(seen_key), sees, theme.px(14), palette.query);
  for (Index n = first; n < first + shown; ++n) {
    const float x = center(n);
    const Box seen{{x - width / 2, sees}, {x + width / 2, sees + height}};
    const std::string& token = picture->network.tokens[static_cast<std::size_t>(n)];
    if (button_area(ui, "train.token." + std::to_string(n), seen)) desk.query = n;
    const bool is_query = n == query, is_key = n == key && !is_query;
    chip(ui, seen,
         is_query ? palette.query
         : is_key ? palette.key
                  : palette.field,
         is_query || is_key ? palette.panel : palette.hairline,
         is_query || is_key ? palette.on_accent : palette.text, token);
    const float tip = seen.max.y + theme.px(9);
    imgui::list()->AddTriangleFilled({x - theme.px(3), tip - theme.px(3)},
                                     {x + theme.px(3), tip - theme.px(3)}, {x, tip},
                                     palette.hairline);
    const Box said{{x - width / 2, says}, {x + width / 2, says + height}};
    const Index target = target_at(desk, n);
    if (target == kNoTarget) {
      empty_chip(ui, said);
      continue;
    }
    Index best = 0;
    const float share = picture->shares.row(n).maxCoeff(&best);
    const auto& classes = task.classes;
    const bool is_right = best == target, is_wrong = target >= 0 && !is_right;
    chip(ui, said,
         is_right   ? palette.good_back
         : is_wrong ? with_alpha(palette.key, 0.12F)
                    : palette.field,
         is_right   ? palette.good
         : is_wrong ? palette.key
                    : palette.hairline,
         is_right   ? palette.good
         : is_wrong ? palette.lit_key
                    : palette.text,
         classes[static_cast<std::size_t>(best)]);
    const float half = pitch / 2 - theme.px(pitch > theme.px(20) ? 2 : 0);
    std::string below = short_share(share);
    if (is_wrong) {
      const std::string& wanted_one = classes[static_cast<std::size_t>(target)];
      below = "true " + wanted_one;
      if (text_size(theme, Face::kSmall, below).x > 2 * half) below = "is " + wanted_one;
    }
    if (below == "1.00" && text_size(theme, Face::kSmall, below).x > 2 * half) below = "1";
    if (!is_wrong && !has_room_for(ui, 2 * half, below)) below.clear();
    const Box line{{x - half, said.max.y + theme.px(1)}, {x + half, said.max.y + theme.px(15)}};
    word_in(ui, line, Face::kMonoSmall,
            is_right   ? palette.good
            : is_wrong ? palette.lit_key
                       : palette.secondary,
            below, 0.5F);
    if (has_bars) {
      likeliest(
          ui, desk, picture->shares, n,
          {{x - width / 2, line.max.y + theme.px(3)}, {x + width / 2, inner.max.y + theme.px(5)}});
    }
  }
  if (has_bars) label(says + height + theme.px(18), "sure");
}

}  // namespace attn::ui
