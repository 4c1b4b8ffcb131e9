#include "tests/ui/text_layout.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <vector>

#include "engine/tasks/task.h"

namespace attn::test {
namespace {

double right(const Rect& box) { return box.x + box.width; }
double bottom(const Rect& box) { return box.y + box.height; }

Rect common(const Rect& a, const Rect& b) {
  const double x = std::max(a.x, b.x), y = std::max(a.y, b.y);
  return {x, y, std::min(right(a), right(b)) - x, std::min(bottom(a), bottom(b)) - y};
}

bool holds(const Rect& box, const Rect& one) {
  const double x = one.x + one.width / 2, y = one.y + one.height / 2;
  return x >= box.x && x < right(box) && y >= box.y && y < bottom(box);
}

/// Ink bounds: without the space above and below a line.
Rect inked(const DrawnText& one) {
  const double less = 0.22 * one.box.height;
  return {one.box.x, one.box.y + less, one.box.width, one.box.height - 2 * less};
}

std::string told(const DrawnText& one) {
  return "\"" + one.text + "\" at " + std::to_string(static_cast<int>(one.box.x)) + ", " +
         std::to_string(static_cast<int>(one.box.y));
}

// Texts that may be shortened; all others must not.

/// Whether words go on from a line to the one below it within a term: at a sign that joins what is
/// beside it.
bool breaks(const DrawnText& upper, const DrawnText& lower) {
  if (std::abs(upper.box.x - lower.box.x) > 1) return false;
  if (std::abs(bottom(upper.box) - lower.box.y) > upper.box.height / 2) return false;
  static const std::regex kBegins("(=|≠|≈|<|>|≤|≥|·|/|×|−) .*"),
      kEnds(".* (=|≠|≈|<|>|≤|≥|·|/|×|−|\\+)");
  const auto is_tex = [](const std::string& text) { return text.find('\\') != std::string::npos; };
  return (!is_tex(lower.text) && std::regex_match(lower.text, kBegins)) ||
         (!is_tex(upper.text) && std::regex_match(upper.text, kEnds));
}

bool is_number(const std::string& text) {
  static const std::regex kNumber(R"([-−]?[0-9]+(\.[0-9]+)?)");
  return std::regex_match(text, kNumber);
}

/// Whether two numbers stand in one line so near that they read as one.
bool touch(const DrawnText& a, const DrawnText& b) {
  if (common({0, a.box.y, 1, a.box.height}, {0, b.box.y, 1, b.box.height}).height <
      a.box.height / 2) {
    return false;
  }
  constexpr double kApart = 3;
  const double gap = std::max(a.box.x - right(b.box), b.box.x - right(a.box));
  return gap < kApart && is_number(a.text) && is_number(b.text);
}

/// Our own words that end so.
bool is_meant(const std::string& text) { return text == "Add a mask …"; }

/// Words of the scene are anybody's, of any length: those of more characters than these may be
/// shortened in narrow places, where a tooltip has the whole. Shorter ones have room everywhere.
constexpr std::size_t kLongWord = 8;

std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

std::vector<std::string> long_words(const OpenProgram& program) {
  std::ifstream file(program.scene_path());
  const auto scene = nlohmann::json::parse(file);
  std::vector<std::string> found;
  const auto add = [&](const nlohmann::json& of) {
    const auto tokens = of.value("tokens", std::vector<std::string>());
    for (const std::string& word : tokens) {
      if (characters(word) > kLongWord) found.push_back(word);
    }
  };
  add(scene);
  if (scene.contains("queries")) add(scene.at("queries"));
  // Task descriptions stand in cells as narrow as a letter needs.
  for (const LearningTask& task : tasks()) {
    found.insert(found.end(), task.vocabulary.begin(), task.vocabulary.end());
    found.insert(found.end(), task.classes.begin(), task.classes.end());
  }
  std::erase_if(found, [](const std::string& word) { return characters(word) < 4; });
  return found;
}

}  // namespace

std::string layout_troubles(OpenProgram& program) {
  return layout_troubles({program.drawn(), program.controls(), long_words(program)});
}

std::string layout_troubles(const TextLayout& layout) {
  const std::map<std::string, Rect>& controls = layout.controls;
  std::vector<Rect> tables;  // which scroll both ways
  for (const auto& [name, box] : controls) {
    if (name.ends_with(".table")) tables.push_back(box);
  }
  const auto may_be_shortened = [&](const std::string& text) {
    const std::string start = text.substr(0, text.rfind("…"));
    return is_meant(text) || std::ranges::any_of(layout.long_words, [&](const auto& word) {
             return word.starts_with(start);
           });
  };
  std::string wrong;
  std::vector<const DrawnText*> seen;
  for (const DrawnText& one : layout.texts) {
    const Rect shown = common(one.box, one.clip);
    if (shown.width <= 0 || shown.height <= 0) continue;
    seen.push_back(&one);
    const bool is_in_table =
        std::ranges::any_of(tables, [&](const Rect& box) { return holds(box, shown); });
    if (!is_in_table && shown.width < one.box.width - 2) wrong += told(one) + " is cut\n";
    // Panels at the sides scroll; what is in the middle has room.
    for (const char* place : {"view", "inspector", "train.desk"}) {
      const auto box = controls.find(place);
      if (box == controls.end() || !holds(box->second, shown)) continue;
      const Rect ink = inked(one);
      if (common(ink, one.clip).height < ink.height - 1) wrong += told(one) + " is cut in height\n";
    }
    static const std::regex shortened(".*…[\"”]?$");
    if (std::regex_match(one.text, shortened) && !may_be_shortened(one.text)) {
      wrong += told(one) + " is shortened\n";
    }
  }
  for (std::size_t n = 0; n < seen.size(); ++n) {
    for (std::size_t other = 0; other < n; ++other) {
      if (breaks(*seen[n], *seen[other]) || breaks(*seen[other], *seen[n])) {
        wrong += told(*seen[n]) + " and " + told(*seen[other]) + " break a term\n";
      }
      const Rect both = common(common(inked(*seen[n]), seen[n]->clip),
                               common(inked(*seen[other]), seen[other]->clip));
      const bool is_over = both.width > 1.5 && both.height > 1.5;
      if (!is_over && !touch(*seen[n], *seen[other])) continue;
      wrong += told(*seen[n]) + (is_over ? " is over " : " touches ") + told(*seen[other]) + "\n";
    }
  }
  return wrong;
}

}  // namespace attn::test
