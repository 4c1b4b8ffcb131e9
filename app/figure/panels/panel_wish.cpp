#include "app/figure/panels/panel_wish.h"

#include <stdexcept>
#include <vector>

#include "app/document/edits/kind_edits.h"
#include "app/document/numbers/numbers.h"
#include "app/document/scene_file/scene_code.h"
#include "app/figure/files/figure_option.h"
#include "app/figure/files/sweep.h"
#include "engine/attention/lookup.h"
#include "engine/attention/normalize.h"
#include "engine/attention/score.h"
#include "engine/base/problem.h"
#include "engine/base/text.h"

namespace attn {
namespace {

[[noreturn]] void refuse_wish(const std::string& words) { throw std::runtime_error(words); }

/// Checks that `value` is a number, and returns it as JSON text.
std::string read_number(const std::string& value) {
  if (!typed_number(value)) refuse_wish("expected a number, found " + shown(value));
  return value;
}

void set_layer(PanelWish& wish, const std::string& value) {
  const auto layer = parsed<int>(value);
  if (!layer || *layer < 0) refuse_wish("expected a whole number >= 0, found " + shown(value));
  wish.layer = *layer;
}

void set_temperature(PanelWish& wish, const std::string& value) {
  const bool is_infinite = value == "inf" || value == "∞";
  wish.changes["/normalizer/temperature"] = is_infinite ? "\"inf\"" : read_number(value);
}

void set_width(PanelWish& wish, const std::string& value) { wish.width = read_number(value); }

/// Sets the id of one of `kinds`.
template <auto kind, auto kinds>
void set_kind(PanelWish& wish, const std::string& value) {
  if (!find_row(kinds(), value)) {
    const auto id = [](const auto& row) { return row.id; };
    refuse_wish("expected one of " + joined(kinds(), id) + ", found " + shown(value));
  }
  wish.*kind = value;
}

void set_title(PanelWish& wish, const std::string& value) { wish.title = value; }

constexpr PanelSetting kSettings[] = {
    {"head", "N|all", "head, or a panel of each", false},
    {"layer", "N", "block of a network, from 0", false, set_layer},
    {"temperature", "T", "temperature; inf is uniform", false, set_temperature},
    {"width", "X", "width of a score with a width", false, set_width},
    {"score", "KIND", "another score function", false, set_kind<&PanelWish::score, score_kinds>},
    {"normalizer", "KIND", "another normalizer", false,
     set_kind<&PanelWish::normalizer, normalizer_kinds>},
    {"query", "N", "marked query", true},
    {"key", "N", "key that the inspector explains", false},
    {"dimension", "N", "dimension that the inspector explains", false},
    {"patches", "ROWSxCOLUMNS", "patches of the image", false},
    {"skip", "N", "tokens before the patches", false},
    {"picture", "FILE", "PNG file behind the patches", false},
    {"colormap", "MAP", "colour map", true},
    {"range", "RANGE", "colour range", true},
    {"title", "TEXT", "text above the panel", true, set_title},
};

bool is_quote(char sign) { return sign == '"' || sign == '\''; }

/// Splits `text` at commas outside brackets and quotes.
std::vector<std::string> settings_of(std::string_view text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  char quote = 0;
  for (const char sign : text) {
    if (quote != 0) {
      if (sign == quote) quote = 0;
    } else if (is_quote(sign)) {
      quote = sign;
    } else if (sign == '[' || sign == '{') {
      ++depth;
    } else if (sign == ']' || sign == '}') {
      --depth;
    } else if (sign == ',' && depth <= 0) {
      parts.emplace_back();
      continue;
    }
    parts.back() += sign;
  }
  return parts;
}

/// Start of the settings: the first ":" followed by "NAME=". The ":" in a scene's code does not
/// count.
std::size_t settings_in(std::string_view text) {
  for (std::size_t at = is_scene_code(text) ? text.find(':') + 1 : 0;
       (at = text.find(':', at)) != std::string_view::npos; ++at) {
    const std::string_view rest = text.substr(at + 1);
    const std::size_t end = rest.find_first_of("=,:");
    if (end != std::string_view::npos && end > 0 && rest[end] == '=') return at;
  }
  return std::string_view::npos;
}

/// `value` without enclosing quotes.
std::string unquoted(const std::string& value) {
  const bool has_quotes =
      value.size() >= 2 && is_quote(value.front()) && value.back() == value.front();
  return has_quotes ? value.substr(1, value.size() - 2) : value;
}

void set_one(PanelWish& wish, const std::string& setting) {
  const std::size_t equals = setting.find('=');
  if (equals == std::string::npos || equals == 0) {
    refuse_wish("expected NAME=VALUE, found " + (setting.empty() ? "nothing" : shown(setting)));
  }
  const std::string name = setting.substr(0, equals), value = setting.substr(equals + 1);
  if (value.empty()) refuse_wish(shown(name) + ": expected a value, found none");
  set_in_panel(wish, name, name.starts_with('/') ? value : unquoted(value));
}

std::string_view view_words() {
  return "expected VIEW@SCENE, with settings as VIEW@SCENE:temperature=0.5,head=2, or difference";
}

bool is_difference_wish(std::string_view words) {
  return words == kDifference || words.starts_with(std::string(kDifference) + ":");
}

void parse_into(PanelWish& wish) {
  std::string_view text = wish.words;
  std::string_view settings;
  const bool is_difference = is_difference_wish(text);
  const std::size_t at = is_difference ? 0 : text.find('@');
  if (at == std::string_view::npos || (at == 0 && !is_difference)) {
    refuse_wish(std::string(view_words()) + ", found " + shown(wish.words));
  }
  if (!is_difference) {
    const std::string view(text.substr(0, at));
    wish.view = find_figure_view(view);
    if (!wish.view) {
      refuse_wish("expected one of " + joined(figure_view_table(), &FigureView::id) +
                  " before @, found " + shown(view));
    }
    wish.figure.view = wish.view->id;
    text.remove_prefix(at + 1);
  }
  const std::size_t colon = is_difference ? text.find(':') : settings_in(text);
  if (colon != std::string_view::npos) {
    settings = text.substr(colon + 1);
    text = text.substr(0, colon);
  }
  if (!is_difference) wish.scene = std::string(text);
  if (!is_difference && text.empty()) refuse_wish("expected a scene after @, found none");
  if (colon == std::string_view::npos) return;
  for (const std::string& one : settings_of(settings)) set_one(wish, one);
}

}  // namespace

std::span<const PanelSetting> panel_settings() { return kSettings; }

void set_in_panel(PanelWish& wish, const std::string& name, const std::string& value) {
  const PanelSetting* row = find_row(panel_settings(), name);
  if (row && (row->is_of_look || wish.view)) {
    try {
      if (row->set) return row->set(wish, value);
      const std::string problem = problem_of_option(figure_option(row->id), wish.figure, value);
      if (!problem.empty()) refuse_wish(problem);
      return;
    } catch (const std::runtime_error& error) {
      refuse_wish(name + ": " + error.what());
    }
  }
  if (name.starts_with('/') && wish.view) {
    wish.changes[name] = value;
    return;
  }
  std::string known = joined(panel_settings(), [&](const PanelSetting& one) {
    return one.is_of_look || wish.view ? one.id : "";
  });
  if (wish.view) known += ", or a JSON pointer that begins with /";
  refuse_wish("expected one of " + known + ", found " + shown(name));
}

PanelWish usual_panel(const FigureView* view, const FigureOptions& usual) {
  PanelWish wish{.view = view, .figure = usual};
  if (view) {
    wish.figure.view = view->id;
  } else {
    wish.figure.colormap = nullptr;  // colour map and range of weights do not apply to differences
    wish.figure.range.reset();
  }
  return wish;
}

PanelWish parse_panel(const std::string& words, const FigureOptions& usual) {
  PanelWish wish =
      is_difference_wish(words) ? usual_panel(nullptr, usual) : PanelWish{.figure = usual};
  wish.words = words;
  try {
    parse_into(wish);
  } catch (const std::runtime_error& error) {
    throw OptionError("--panels: " + shown(words) + ": " + error.what());
  }
  return wish;
}

Scene wished_scene(const PanelWish& wish, Scene scene) {
  if (!wish.score.empty()) set_score_kind(scene, score_kind(wish.score));
  if (!wish.normalizer.empty()) set_normalizer_kind(scene, normalizer_kind(wish.normalizer));
  SceneChanges changes = wish.changes;
  if (wish.width) {
    for (const std::string& pointer : width_pointers(scene)) changes[pointer] = *wish.width;
  }
  return changes.empty() ? scene : with_changes(scene, changes);
}

std::string wished_words(const PanelWish& wish) {
  SceneChanges changes = wish.changes;
  changes.erase("/normalizer/temperature");
  std::string words = changes_in_words(changes);
  if (wish.width) words = "width " + *wish.width + (words.empty() ? "" : ", ") + words;
  return words;
}

}  // namespace attn
