#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "app/document/numbers/numbers.h"
#include "app/figure/links/link_parts.h"
#include "app/figure/text/figure_theme.h"
#include "app/figure/text/visible_text.h"
#include "engine/attention/trace.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr double kCaptionLine = 18.2;
constexpr double kWidestInCaption = 180;  // width of a name, in figures of any width
constexpr std::array<std::string_view, kHeadColors + 1> kCounts = {
    "No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"};

/// "weight ≥ 0.05", "|weight| > 0".
std::string threshold_words(const DrawnLinks& drawn, double threshold) {
  const std::string weight = drawn.drawn.has_below_0 ? "|weight|" : "weight";
  return weight + (threshold > 0 ? " ≥ " + brief(threshold, 3) : " > 0");
}

std::string link_cut_words(const DrawnLinks& drawn, const ViewOptions::TokenLinks& options) {
  if (drawn.is_bounded) return "the " + std::to_string(kMostLinks) + " strongest links";
  if (!options.share) return "links of " + threshold_words(drawn, options.threshold);
  return "the strongest links, to " + brief(100 * *options.share, 3) + " % of each row";
}

/// Owner of the mass, unless it is of all queries.
std::string mass_words(const DrawnLinks& drawn, const ViewOptions::TokenLinks& options,
                       Index query_count) {
  if (drawn.drawn.all <= 0) return "no mass";
  const std::string mass = std::to_string(drawn.drawn.percent()) + " % of the ";
  if (!options.of_all) return mass + "query's mass";
  return mass + (drawn.queries.count < query_count ? "mass of these queries" : "mass");
}

/// "tokens 0 to 63 of 300"; empty if all are shown.
std::string part_words(const char* what, const TokenSpan& span, Index count) {
  if (span.count >= count) return "";
  return std::string(what) + " " + std::to_string(span.first) + " to " +
         std::to_string(span.first + span.count - 1) + " of " + std::to_string(count);
}

/// Describes the shown tokens, unless all are shown.
std::string placed_words(const Scene& scene, const DrawnLinks& drawn) {
  if (!scene.queries) return part_words("tokens", drawn.queries, scene.query_count());
  const std::string queries = part_words("queries", drawn.queries, scene.query_count());
  const std::string keys = part_words("keys", drawn.keys, scene.key_count());
  return queries + (queries.empty() || keys.empty() ? "" : ", ") + keys;
}

/// "Four heads of one layer", "Heads 0, 2 and 3 of 8".
std::string shown_heads_words(const std::vector<Index>& heads, std::size_t all) {
  if (heads.size() == all) {
    return std::string(kCounts.at(all)) + (all == 1 ? " head" : " heads") + " of one layer";
  }
  std::string words = heads.size() == 1 ? "Head " : "Heads ";
  for (std::size_t n = 0; n < heads.size(); ++n) {
    if (n > 0) words += n + 1 == heads.size() ? " and " : ", ";
    words += std::to_string(heads[n]);
  }
  return words + " of " + std::to_string(all);
}

bool has_masked_pairs(const ViewInput& input, const DrawnLinks& drawn) {
  return std::ranges::any_of(drawn.heads, [&](Index head) {
    return (input.trace().head(head).masked().array() == kMasked).any();
  });
}

bool any_sinks(const ViewInput& input, const DrawnLinks& drawn) {
  return std::ranges::any_of(drawn.heads,
                             [&](Index head) { return input.scene().head(head).sink.has_value(); });
}

/// Run of words of one style in a line.
struct CaptionRun {
  std::string text;
  bool is_strong = false;
  double x = 0;
};

Type caption_type(bool is_strong) { return is_strong ? Type::strong : Type::body; }

/// Breaks the text into lines at spaces.
std::vector<std::vector<CaptionRun>> lines_of_caption(const Ruler& ruler,
                                                      const std::vector<CaptionPart>& parts,
                                                      double width) {
  const double space = ruler.width("x x", Type::body) - ruler.width("xx", Type::body);
  std::vector<std::vector<CaptionRun>> lines(1);
  double end = 0;
  for (const CaptionPart& part : parts) {
    std::string_view rest = part.text;
    while (!rest.empty()) {
      const std::string word(rest.substr(0, rest.find(' ')));
      rest.remove_prefix(std::min(rest.size(), word.size() + 1));
      const double wide = ruler.width(word, caption_type(part.is_strong));
      if (!lines.back().empty() && end + space + wide > width) {
        lines.emplace_back();
        end = 0;
      }
      std::vector<CaptionRun>& line = lines.back();
      if (!line.empty() && line.back().is_strong == part.is_strong) {
        line.back().text += " " + word;
        end = line.back().x + ruler.width(line.back().text, caption_type(part.is_strong));
        continue;
      }
      const double x = line.empty() ? 0 : end + space;
      line.push_back({word, part.is_strong, x});
      end = x + wide;
    }
  }
  return lines;
}

/// Replaces spaces by no-break ones in "≥ 0.05", "91 %".
std::string unbroken_numbers(std::string words) {
  for (const auto& [sign, fixed_sign] : {std::pair<std::string, std::string>{"≥ ", "≥\u00a0"},
                                         {"> ", ">\u00a0"},
                                         {" %", "\u00a0%"}}) {
    replace_all(words, sign, fixed_sign);
  }
  return words;
}

}  // namespace

std::string link_words(const DrawnLinks& drawn, const ViewOptions::TokenLinks& options,
                       Index query_count) {
  return link_cut_words(drawn, options) + ": " + mass_words(drawn, options, query_count);
}

std::vector<CaptionPart> links_caption(const ViewInput& input, const DrawnLinks& drawn,
                                       bool has_heatmaps) {
  const ViewOptions::TokenLinks& options = input.state.options.links;
  const std::string query =
      "“" +
      input.ruler.shortened(named_token(input.scene().query_tokens(), input.query()), Type::body,
                            kWidestInCaption) +
      "”";
  const bool has_letters = has_heatmaps && has_link_letters(input);
  std::vector<CaptionPart> parts;
  parts.push_back({shown_heads_words(drawn.heads, input.trace().heads.size()) + "."});
  if (has_letters) parts.push_back({"(a)", true});
  const std::string placed = placed_words(input.scene(), drawn);
  std::string links = unbroken_numbers(
      with_capital(placed + (placed.empty() ? "" : ": ") + link_cut_words(drawn, options)) + "; " +
      mass_words(drawn, options, input.scene().query_count()));
  if (drawn.drawn.has_below_0) links += "; dashed and hollow: below 0";
  const char* const among = !drawn.queries.has(input.query()) ? " is not among them"
                            : options.of_all                  ? " strong, the others faint"
                                                              : " alone";
  links += ". Query " + query + among;
  links += "; opacity and squares: weight.";
  if (any_sinks(input, drawn)) links += " A sink takes the rest of each row.";
  parts.push_back({std::move(links)});
  if (!has_heatmaps) return parts;
  if (has_letters) parts.push_back({"(b)", true});
  std::string heatmaps = std::string(has_letters ? "The" : "Heatmaps: the") +
                         " same weights on one scale, row " + query + " outlined";
  if (has_masked_pairs(input, drawn)) heatmaps += "; hatched: masked";
  parts.push_back({heatmaps + "."});
  return parts;
}

double links_caption_height(const Ruler& ruler, const std::vector<CaptionPart>& parts,
                            double width) {
  return kCaptionLine * static_cast<double>(lines_of_caption(ruler, parts, width).size());
}

void add_links_caption(Diagram& diagram, const Ruler& ruler, const std::vector<CaptionPart>& parts,
                       Point at, double width) {
  for (const std::vector<CaptionRun>& line : lines_of_caption(ruler, parts, width)) {
    for (const CaptionRun& run : line) {
      diagram.add(TextMark{.at = {at.x + run.x, at.y + kCaptionLine / 2},
                           .text = run.text,
                           .type = caption_type(run.is_strong)});
    }
    at.y += kCaptionLine;
  }
}

}  // namespace attn
