#include <algorithm>
#include <string_view>

#include "app/figure/page/figure_words.h"
#include "app/figure/panels/panel_parts.h"
#include "app/figure/text/visible_text.h"
#include "engine/attention/lookup.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr std::string_view kBetweenFacts = " · ";

using Facts = std::vector<std::string>;

std::string joined_facts(const Facts& facts) { return joined(facts, {}, kBetweenFacts); }

/// Returns whether the scenes' titles distinguish them as well as their file names.
bool titles_tell(std::span<const FigurePanel> panels) {
  for (const FigurePanel& one : panels) {
    if (one.is_difference()) continue;
    if (one.evaluation->scene.title.empty()) return false;
    for (const FigurePanel& other : panels) {
      if (other.is_difference()) continue;
      const bool is_same = one.evaluation->scene.title == other.evaluation->scene.title;
      if (is_same != (one.name == other.name)) return false;
    }
  }
  return true;
}

/// Facts about a panel, in the order of the text.
Facts facts_of(const FigurePanel& panel, bool by_titles) {
  const Scene& scene = panel.evaluation->scene;
  Facts facts{std::string(panel.view->id), visible_text(by_titles ? scene.title : panel.name)};
  if (panel.is_of_layers) facts.push_back("layer " + std::to_string(panel.evaluation->block));
  if (panel.options.all_heads) facts.push_back(heads_words(panel.options.look.heads));
  if (panel.options.look.tokens) {
    facts.push_back(tokens_words(*panel.options.look.tokens, scene));
  }
  const std::string settings = describe_settings(scene, head_of(scene, panel.options));
  for (std::size_t at = 0; at < settings.size();) {
    const std::size_t end = std::min(settings.find(kBetweenFacts, at), settings.size());
    const std::string fact = settings.substr(at, end - at);
    at = end + kBetweenFacts.size();
    const bool is_head = fact.starts_with("head ");
    if (!is_head) {
      facts.push_back(fact);
    } else if (panel.view->has(Choice::head) && !panel.options.all_heads) {
      facts.push_back(fact.substr(0, fact.find(" (")));
    }
  }
  if (!panel.changed.empty()) facts.push_back(visible_text(panel.changed));
  const Index query = panel.options.query.value_or(scene.query_count());
  if (query < scene.query_count()) facts.push_back(named_token(scene.query_tokens(), query));
  return facts;
}

}  // namespace

std::string panel_letter(std::size_t n) {
  const auto letter = [](std::size_t of) { return static_cast<char>('a' + of % 26); };
  std::string letters(1, letter(n));
  if (n >= 26) letters.insert(letters.begin(), letter(n / 26 - 1));
  return "(" + letters + ")";
}

std::string words_of_difference(std::size_t n, bool letters) {
  return letters ? panel_letter(n - 1) + " − " + panel_letter(n - 2) : "B − A";
}

PanelWords words_of_panels(std::span<const FigurePanel> panels, bool letters) {
  const bool by_titles = titles_tell(panels);
  std::vector<Facts> facts;
  for (const FigurePanel& panel : panels) {
    facts.push_back(panel.is_difference() ? Facts{} : facts_of(panel, by_titles));
  }
  const auto has = [](const Facts& all, const std::string& fact) {
    return std::ranges::count(all, fact) > 0;
  };
  Facts common;
  for (const std::string& fact : facts.front()) {
    bool is_common = true;
    for (std::size_t n = 0; n < panels.size(); ++n) {
      is_common &= panels[n].is_difference() || has(facts[n], fact);
    }
    if (is_common) common.push_back(fact);
  }
  PanelWords words;
  std::string each;
  for (std::size_t n = 0; n < panels.size(); ++n) {
    Facts own = facts[n];
    std::erase_if(own, [&](const std::string& fact) { return has(common, fact); });
    if (panels[n].is_difference()) own = {"difference " + words_of_difference(n, letters)};
    std::string title = panels[n].title.empty() ? joined_facts(own) : panels[n].title;
    if (!panels[n].title.empty() && !own.empty()) own.insert(own.begin(), panels[n].title);
    const std::string called = letters ? panel_letter(n) : "Panel " + std::to_string(n + 1) + ":";
    if (!own.empty()) {
      if (!each.empty()) each += " ";
      each.append(called).append(" ").append(joined_facts(own)).append(".");
    }
    if (letters) {
      if (!title.empty()) title.insert(0, " ");
      title.insert(0, panel_letter(n));
    }
    words.titles.push_back(std::move(title));
  }
  words.all = with_capital(joined_facts(common));
  if (!words.all.empty()) words.all += ".";
  if (!each.empty()) words.all += (words.all.empty() ? "" : " ") + each;
  return words;
}

}  // namespace attn
