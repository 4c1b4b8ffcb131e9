#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "app/document/files/utf8.h"
#include "app/document/numbers/numbers.h"
#include "app/ui/files/import_controls.h"
#include "app/ui/toolkit/control_flow.h"
#include "app/ui/toolkit/slider.h"
#include "app/ui/toolkit/toggle.h"
#include "app/ui/toolkit/tooltip.h"
#include "engine/base/text.h"

namespace attn::ui {
namespace {

constexpr float kBetweenControls = 28, kLayerSlider = 190, kIndexField = 64;  // units
constexpr Index kMostSegments = 6, kMostSteps = 1000;

ControlFlow import_flow(const Theme& theme, Pen& pen, float line) {
  return {pen, theme.px(line), theme.px(kBetweenControls), theme.px(6)};
}

/// Box for a control of `width` after its label.
Box labelled(Ui& ui, ControlFlow& flow, std::string_view label, float width) {
  const float words = text_size(ui.theme, Face::kBody, label).x + ui.theme.px(12);
  const Box all = flow.next(words + width);
  text_in(ui, all, Face::kBody, ui.theme.colors().secondary, label, 0);
  return all.right_of(all.min.x + words);
}

/// Index below `count`, as segments, or as a number field if there are many.
void choose_index(Ui& ui, ControlFlow& flow, std::string_view label, const std::string& name,
                  Index& index, Index count) {
  if (count <= kMostSegments) {
    std::vector<std::string> numbers;
    for (Index n = 0; n < count; ++n) numbers.push_back(std::to_string(n));
    const std::vector<std::string_view> labels(numbers.begin(), numbers.end());
    const Box box = labelled(ui, flow, label, segmented_width(ui.theme, labels));
    int chosen = static_cast<int>(index);
    segmented(ui, name, box.min, box.height(), labels, chosen);
    index = chosen;
    return;
  }
  const std::string beside = "of 0 … " + std::to_string(count - 1);
  const float words = text_size(ui.theme, Face::kMono, beside).x + ui.theme.px(10);
  const Box box = labelled(ui, flow, label, ui.theme.px(kIndexField) + words);
  const Box field = box.left_of(box.max.x - words);
  const TextEdit edit =
      text_field(ui, name, field, Face::kMono, std::to_string(index), OnClick::kSelectAll);
  const auto number = parsed<Index>(trimmed(edit.text));
  if (edit.committed && number && *number >= 0 && *number < count) index = *number;
  text_in(ui, box.right_of(field.max.x + ui.theme.px(10)), Face::kMono, ui.theme.colors().text,
          beside, 0);
}

/// Step of generation, or all of them joined.
void choose_step(Ui& ui, ControlFlow& flow, std::optional<Index>& step, Index count) {
  std::vector<std::string> numbers{"joined"};
  for (Index n = 0; n < std::min(count, kMostSteps); ++n) numbers.push_back(std::to_string(n));
  const std::vector<std::string_view> labels(numbers.begin(), numbers.end());
  int chosen = step ? static_cast<int>(std::min(*step, kMostSteps - 1)) + 1 : 0;
  const float wide = choice_width(ui.theme, text_size(ui.theme, Face::kBody, "joined").x);
  const float narrow = segmented_width(ui.theme, labels);
  const bool is_row = count < kMostSegments;
  const Box box = labelled(ui, flow, "Steps", is_row ? narrow : wide);
  const bool is_chosen = is_row
                             ? segmented(ui, "import.step", box.min, box.height(), labels, chosen)
                             : choice(ui, "import.step", box, labels, chosen);
  if (!is_chosen) return;
  step.reset();
  if (chosen > 0) step = chosen - 1;
}

/// Layer as a slider, with its number in the file: "4 of 0 … 11".
Index choose_layer_of(Ui& ui, ControlFlow& flow, const std::vector<Index>& names, Index layer) {
  const bool follow = names.back() - names.front() + 1 == std::ssize(names);
  const std::string words = std::to_string(names[static_cast<std::size_t>(layer)]) + " of " +
                            (follow ? "" : std::to_string(names.size()) + ", ") +
                            std::to_string(names.front()) + " … " + std::to_string(names.back());
  ui.map.say("import.layer", words);
  const float beside = text_size(ui.theme, Face::kMono, words).x + ui.theme.px(14);
  const Box box = labelled(ui, flow, "Layer", ui.theme.px(kLayerSlider) + beside);
  const Box area = box.left_of(box.max.x - beside);
  const auto steps = static_cast<float>(names.size() - 1);
  const SliderEdit edit =
      slider(ui, "import.layer", area, static_cast<float>(layer) / steps, 1 / steps);
  text_in(ui, box, Face::kMono, ui.theme.colors().text, words, 1);
  return edit.place ? static_cast<Index>(std::lround(*edit.place * steps)) : layer;
}

/// "6 of sentence 1 in the file", "6 from tokens.json", "6 without names"
std::string token_source(const ImportOffer& offer) {
  const ImportPreview& preview = *offer.preview();
  const ImportedLayer& layer = preview.analysed;
  const ImportChoice& choice = offer.choice();
  const std::string count = std::to_string(layer.shape.keys);
  if (!choice.tokens_path.empty()) {
    const std::filesystem::path path(choice.tokens_path);
    return count + " from " + shown(valid_utf8(path.filename().string()), 40);
  }
  if (!choice.tokens_text.empty()) return count + " pasted";
  if (!layer.has_named_tokens) {
    return count + " without names" +
           (layer.unused_tokens.empty() ? "" : "; " + layer.unused_tokens);
  }
  const bool is_of_row = offer.contents()->token_rows > 1 && offer.outline()->batches > 1;
  return count + (is_of_row ? " of sentence " + std::to_string(choice.dump.batch) : "") +
         " in the file";
}

/// Chips of the tokens in `lines` lines, and how many more there are.
void draw_token_chips(Ui& ui, const ImportPreview& preview, Pen& pen, int lines) {
  constexpr std::size_t kLongest = 18;  // characters
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const auto& shown_keys = preview.analysed.hidden.shown;
  const float height = theme.px(28), gap = theme.px(8), padding = theme.px(10);
  Box line = pen.take(height);
  float x = line.min.x;
  for (std::size_t n = 0; n < preview.originals.size(); ++n) {
    const std::string name = shown(preview.originals[n], 200);
    const std::string label = cut_in_middle(name, kLongest);
    ui.theme.need_glyphs(label);
    const float width = text_size(theme, Face::kMono, label).x + 2 * padding;
    const std::string more = "+" + std::to_string(preview.originals.size() - n);
    const bool is_last = lines == 1;
    const float reserved = is_last && n + 1 < preview.originals.size()
                               ? text_size(theme, Face::kMono, more).x + gap
                               : 0;
    if (x + width + reserved > line.max.x) {
      if (is_last) {
        return text_in(ui, line.right_of(x), Face::kMono, palette.secondary, more, 0);
      }
      --lines;
      pen.take(theme.px(6));
      line = pen.take(height);
      x = line.min.x;
    }
    const Box chip = line.columns(x, x + width);
    const bool is_hidden = !shown_keys.empty() && !shown_keys[n];
    if (is_hidden) {
      outline_box(chip, palette.hairline, theme.px(5));
    } else {
      fill_box(chip, palette.field, theme.px(5));
    }
    text_in(ui, chip, Face::kMono, is_hidden ? palette.faint : palette.text, label, 0.5F);
    if (label != name) note_cut(ui, chip.min, chip.max, name);
    x = chip.max.x + gap;
  }
}

/// Switch of an import: a change of the choice that is on or off.
struct ImportSwitch {
  std::string_view id;
  /// Label; empty if the file has nothing to be changed by it.
  std::string (*label)(const ImportOffer&);
  bool (*is_on)(const ImportChoice&);
  void (*flip)(ImportChoice&);
};

std::string clean_label(const ImportOffer& offer) {
  const std::string sign(sign_of_marks(offer.opened().marks));
  return sign.empty() ? "" : "Clean marks (" + sign + ")";
}

std::string special_label(const ImportOffer& offer) {
  constexpr std::size_t kNamed = 2;
  const auto& special = offer.opened().special;
  std::string names;
  for (std::size_t n = 0; n < std::min(special.size(), kNamed); ++n) {
    names += (n > 0 ? ", " : "") + shown(special[n], 16);
  }
  return names.empty() ? "" : "Hide " + names + (special.size() > kNamed ? " …" : "");
}

std::string padding_label(const ImportOffer& offer) {
  const Index padding = offer.opened().padding;
  return padding == 0 ? "" : "Crop padding (" + counted(padding, "key") + ")";
}

constexpr auto kSwitches = std::to_array<ImportSwitch>({
    {"clean", clean_label, [](const ImportChoice& choice) { return choice.cleans; },
     [](ImportChoice& choice) { choice.cleans = !choice.cleans; }},
    {"words",
     [](const ImportOffer& offer) {
       const bool has_marks = offer.opened().marks != TokenMarks::kNone;
       return std::string(has_marks ? "Join word pieces" : "");
     },
     [](const ImportChoice& choice) { return choice.words.has_value(); },
     [](ImportChoice& choice) {
       choice.words = choice.words ? std::nullopt : std::optional(JoinPieces::kSum);
     }},
    {"special", special_label, [](const ImportChoice& choice) { return choice.hide.special; },
     [](ImportChoice& choice) { choice.hide.special = !choice.hide.special; }},
    {"first",
     [](const ImportOffer& offer) {
       return std::string(offer.preview()->analysed.shape.keys > 1 ? "Hide the first token" : "");
     },
     [](const ImportChoice& choice) { return choice.hide.first; },
     [](ImportChoice& choice) { choice.hide.first = !choice.hide.first; }},
    {"crop", padding_label, [](const ImportChoice& choice) { return choice.crop; },
     [](ImportChoice& choice) { choice.crop = !choice.crop; }},
});

/// Name of a switch that is on without an effect, so that it can be turned off.
std::string label_of_switch(const ImportSwitch& one, const ImportOffer& offer, bool is_on) {
  std::string label = one.label(offer);
  if (label.empty() && is_on && one.id == "words") label = "Join word pieces";
  if (label.empty() && is_on && one.id == "crop") label = "Crop padding";
  if (label.empty() && is_on && one.id == "special") label = "Hide special tokens";
  return label;
}

}  // namespace

void ImportControls::draw_shown(Ui& ui, ImportOffer& offer, Pen& pen) const {
  const ImportOutline outline = *offer.outline();
  const bool has_layers = outline.layers.size() > 1;
  if (outline.batches == 1 && outline.steps == 1 && !has_layers) return;
  heading(ui, pen, "SHOW");
  ControlFlow flow = import_flow(ui.theme, pen, kImportControl);
  ImportChoice choice = offer.choice();
  if (outline.batches > 1) {
    choose_index(ui, flow, "Batch", "import.batch", choice.dump.batch, outline.batches);
  }
  if (outline.steps > 1) choose_step(ui, flow, choice.dump.step, outline.steps);
  const Index before = offer.layer();
  const Index layer = has_layers ? choose_layer_of(ui, flow, outline.layers, before) : before;
  offer.choose(std::move(choice));
  if (layer != before) offer.choose_layer(layer);
  pen.take(ui.theme.px(kBetweenImportSections));
}

void ImportControls::draw_tokens(Ui& ui, ImportOffer& offer, Pen& pen) {
  const Theme& theme = ui.theme;
  const ImportPreview& preview = *offer.preview();
  const float height = theme.line_height(Face::kCaption);
  const Box line{pen.at, {pen.at.x + pen.width, pen.at.y + height}};
  float right = line.max.x;
  wants_tokens_ |= accent_link_before(ui, "import.tokens.file", "From a file …", line, right);
  if (accent_link_before(ui, "import.tokens.clipboard", "Paste …", line, right))
    paste_tokens(offer);
  if (!offer.choice().has_own_tokens() &&
      accent_link_before(ui, "import.tokens.own", "The file's own", line, right)) {
    ImportChoice own = offer.choice();
    own.tokens_path.clear();
    own.tokens_text.clear();
    offer.choose(std::move(own));
  }
  const std::string source = token_source(offer);
  ui.map.say("import.tokens", source);
  Pen words{pen.at, right - pen.at.x};
  heading(ui, words, "TOKENS", source);
  pen.at.y = words.at.y;
  draw_token_chips(ui, preview, pen, is_small_ ? 1 : 2);
  pen.take(theme.px(kBetweenImportSections));
}

void ImportControls::draw_switches(Ui& ui, ImportOffer& offer, Pen& pen) {
  ControlFlow flow = import_flow(ui.theme, pen, 22);
  ImportChoice choice = offer.choice();
  for (const ImportSwitch& one : kSwitches) {
    const bool is_on = one.is_on(choice);
    const std::string label = label_of_switch(one, offer, is_on);
    if (label.empty()) continue;
    ui.theme.need_glyphs(label);
    const std::string name = "import.switch." + std::string(one.id);
    ui.map.say(name, is_on ? "on" : "off");
    const Box box = flow.next(toggle_width(ui.theme, label));
    if (toggle(ui, name, box, label, is_on)) one.flip(choice);
  }
  offer.choose(std::move(choice));
  if (!offer.preview()->analysed.meaning->are_scores) return;
  pen.take(ui.theme.px(6));
  draw_not_seen(ui, offer, pen.take(ui.theme.px(26)));
}

void ImportControls::draw_not_seen(Ui& ui, ImportOffer& offer, const Box& line) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const ImportPreview& preview = *offer.preview();
  ImportChoice choice = offer.choice();
  const bool is_on = choice.dump.masked_from.has_value();
  if (is_on) not_seen_ = *choice.dump.masked_from;
  ui.map.say("import.switch.not-seen", is_on ? "on" : "off");
  constexpr std::string_view kLabel = "Not seen:", kAfter = "and below";
  if (toggle(ui, "import.switch.not-seen", line, kLabel, is_on)) {
    choice.dump.masked_from = is_on ? std::nullopt : std::optional(not_seen_);
  }
  const float left = line.min.x + toggle_width(theme, kLabel) + theme.px(6);
  const Box field = line.columns(left, left + theme.px(88));
  const TextEdit edit = text_field(ui, "import.not-seen", field, Face::kMono,
                                   with_minus(shortest(not_seen_)), OnClick::kSelectAll);
  if (const auto number = parse_number(edit.text); edit.committed && number) {
    not_seen_ = *number;
    choice.dump.masked_from = not_seen_;
  }
  offer.choose(std::move(choice));
  const Box after = line.right_of(field.max.x + theme.px(8));
  text_in(ui, after, Face::kBody, palette.text, kAfter, 0);
  const std::string count =
      std::to_string(preview.not_seen) + " of " +
      std::to_string(preview.analysed.shape.queries * preview.analysed.shape.keys) + " scores";
  ui.map.say("import.not-seen", count);
  cut_text_in(ui,
              after.right_of(after.min.x + text_size(theme, Face::kBody, kAfter).x + theme.px(16)),
              Face::kSmall, palette.secondary, count);
}

}  // namespace attn::ui
