#include "app/figure/training/head_figures.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "app/document/numbers/numbers.h"
#include "app/figure/text/visible_text.h"
#include "app/figure/training/training_figures.h"
#include "engine/attention/trace.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr std::string_view kUsualMeasure = "entropy", kUsualPaper = "column";
constexpr std::string_view kFigureLooks[] = {"for",   "title", "caption", "colormap",  "range",
                                             "theme", "width", "font",    "font-size", "dpi"};

}  // namespace

std::span<const std::string_view> heads_figure_options() { return kFigureLooks; }

FigureOptions heads_figure_looks(OptionWords words) {
  for (const auto& [id, word] : words) {
    if (std::ranges::count(kFigureLooks, id) > 0) continue;
    throw OptionError("expected an option of figures of all heads, one of " + joined(kFigureLooks) +
                      ", found " + id);
  }
  if (!words.contains("width")) words.try_emplace("for", kUsualPaper);
  FigureOptions figure;
  read_options(figure, words);
  figure.height_inches.reset();  // as high as needed
  return figure;
}

MeasuredHeads::MeasuredHeads(const AttentionDump& dump, HeadsWish wish, bool has_grid)
    : dump_(dump), wish_(std::move(wish)) {
  const Index side =
      has_grid ? overview_dots(wish_.looks, std::ssize(wish_.layers), heads_across()) : 1;
  for (const Index l : wish_.layers) {
    const HiddenKeys hidden = hidden_keys_in(dump, l, wish_.import);
    for (const Index h : wanted_heads(dump.layer(l).heads, wish_.import)) {
      heads_.push_back({l, h, summary_of(dump, l, h, side, hidden.shown)});
    }
  }
}

/// Number of heads side by side in a figure.
Index MeasuredHeads::heads_across() const {
  Index columns = 1;
  for (const Index n : wish_.layers) {
    const auto chosen = std::ssize(wish_.import.heads);
    columns = std::max(columns, chosen == 0 ? dump_.layer(n).heads : chosen);
  }
  return columns;
}

std::string MeasuredHeads::table() const {
  std::string table = "layer,head";
  for (const HeadMeasure& measure : head_measures()) table += "," + std::string(measure.id);
  table += "\n";
  for (const MeasuredHead& one : heads_) {
    table += std::to_string(dump_.layer_name(one.layer)) + "," + std::to_string(one.head);
    for (const HeadMeasure& measure : head_measures()) {
      const double number = one.summary.measures.*measure.number;
      table += "," + (std::isnan(number) ? std::string() : brief(number, 7));
    }
    table += "\n";
  }
  return table;
}

/// Overview by a measure. If heads are chosen, they have a column each.
Overview MeasuredHeads::overview_by(const HeadMeasure& measure) const {
  Overview overview;
  overview.measure = within_words(measure.label);
  if (!wish_.joined.empty()) overview.head_names = {wish_.joined};
  const std::vector<Index>& chosen = wish_.import.heads;
  for (const Index head : chosen) overview.head_names.push_back(std::to_string(head));
  for (const MeasuredHead& one : heads_) {
    const bool is_new = &one == &heads_.front() || one.layer != (&one - 1)->layer;
    if (is_new) overview.layer_names.push_back(std::to_string(dump_.layer_name(one.layer)));
    const auto found = std::ranges::find(chosen, one.head);
    const Index column = found == chosen.end() ? one.head : found - chosen.begin();
    overview.heads = std::max(overview.heads, column + 1);
    overview.all.push_back({std::ssize(overview.layer_names) - 1, column, one.summary.picture,
                            one.summary.measures.*measure.number, one.summary.rows,
                            one.summary.columns});
  }
  overview.layers = std::ssize(overview.layer_names);
  return overview;
}

std::string MeasuredHeads::words() const {
  const std::string hidden = hidden_keys_in(dump_, wish_.layers.front(), wish_.import).words;
  const std::string and_hidden = hidden.empty() ? "" : "; " + hidden;
  std::set<Index> layers;
  for (const MeasuredHead& one : heads_) layers.insert(one.layer);
  const std::string of_layers = " of " + counted(layers.size(), "layer");
  if (wish_.joined.empty()) {
    const Index scores = std::ranges::count_if(
        heads_, [](const MeasuredHead& one) { return one.summary.are_scores; });
    const std::string softmax = softmax_words(scores, std::ssize(heads_));
    const auto computed = dump_.computed(heads_.front().layer, {heads_.front().head});
    return counted(heads_.size(), "head") + of_layers + (softmax.empty() ? "" : "; " + softmax) +
           (computed ? "; weights are " + computed->words : "") + and_hidden;
  }
  std::set<std::string> made_of;
  for (const Index n : layers) {
    if (const auto joined = dump_.joined(n)) made_of.insert(joined->of);
  }
  return wish_.joined + " of the heads" + of_layers + (made_of.empty() ? "" : ", of ") +
         attn::joined(made_of, {}, " and ") + and_hidden;
}

/// Chart of the wished measure, or of all.
HeadChart MeasuredHeads::chart() const {
  const Overview overview = overview_by(head_measures().front());
  HeadChart chart{.layer_names = overview.layer_names, .are_bars = wish_.has_bars};
  for (Index column = 0; column < overview.heads; ++column) {
    const auto number = static_cast<std::size_t>(column);
    chart.head_names.push_back(overview.head_names.empty() ? std::to_string(column)
                                                           : overview.head_names[number]);
  }
  for (const HeadMeasure& measure : head_measures()) {
    if (!wish_.measure.empty() && measure.id != wish_.measure) continue;
    Matrix numbers = Matrix::Constant(overview.layers, overview.heads, kMasked);
    for (std::size_t n = 0; n < heads_.size(); ++n) {
      const double number = heads_[n].summary.measures.*measure.number;
      if (std::isnan(number)) continue;
      numbers(overview.all[n].layer, overview.all[n].head) = static_cast<float>(number);
    }
    if (numbers.maxCoeff() == kMasked) continue;  // undefined for all
    chart.measures.push_back({std::string(measure.label), std::string(measure.unit),
                              std::make_shared<const Matrix>(std::move(numbers))});
  }
  return chart;
}

void MeasuredHeads::write_chart(const std::string& path) const {
  write_head_chart(chart(), {.title = dump_title(dump_), .subtitle = with_capital(words()) + "."},
                   wish_.looks, path);
}

void MeasuredHeads::write_grid(const std::string& path) const {
  const std::string_view by = wish_.measure.empty() ? kUsualMeasure : wish_.measure;
  const auto measure = std::ranges::find(head_measures(), by, &HeadMeasure::id);
  const std::string below = std::string("Layers downwards") +
                            (wish_.joined.empty() ? ", heads across; " : "; ") + words() +
                            ". Frame: " + within_words(measure->label) + ", " +
                            std::string(measure->says) + ".";
  write_overview(overview_by(*measure), {.title = dump_title(dump_), .subtitle = below},
                 wish_.looks, path);
}

}  // namespace attn
