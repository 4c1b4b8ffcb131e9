#include "app/command/model_views.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "app/document/numbers/numbers.h"
#include "app/figure/text/visible_text.h"
#include "app/figure/training/head_figures.h"
#include "app/figure/training/logit_sum.h"
#include "app/figure/training/prediction_diagrams.h"
#include "app/figure/training/score_sum.h"
#include "app/model/run/run_dump.h"
#include "engine/model/state_parts.h"

namespace attn {
namespace {

/// Writes numbers of the run as a diagram.
template <auto numbers_of, auto diagram>
void write_numbers(ModelExport& of, const TrainingWords& words, const FigureOptions& looks,
                   const std::string& path) {
  const auto numbers = numbers_of(of);
  write_diagram([&](const Ruler& ruler, double width) { return diagram(numbers, ruler, width); },
                words, looks, path);
}

/// Makes a table of numbers of the run.
template <auto numbers_of, auto table>
ViewTable table_of(ModelExport& of) {
  return table(numbers_of(of));
}

RunDump dump_of(ModelExport& of) { return {of.result().run(), of.tokens(), of.name()}; }

void write_grid(ModelExport& of, const TrainingWords&, const FigureOptions& looks,
                const std::string& path) {
  const RunDump dump = dump_of(of);
  HeadsWish wish{.import = {.name = of.name()}, .looks = looks};
  for (Index n = 0; n < dump.layer_count(); ++n) wish.layers.push_back(n);
  if (!wish.looks.title) wish.looks.title = of.name();
  MeasuredHeads(dump, std::move(wish), true).write_grid(path);
}

ViewTable grid_table(ModelExport& of) {
  const RunDump dump = dump_of(of);
  ViewTable table{.view = "grid", .stack = "head", .row_kind = "query", .rows = of.tokens()};
  table.columns = table.rows;
  for (Index n = 0; n < dump.layer_count(); ++n) {
    for (Index h = 0; h < dump.layer(n).heads; ++h) {
      table.layers.push_back({std::to_string(dump.layer_name(n)) + "." + std::to_string(h),
                              std::make_shared<const Matrix>(dump.numbers(n, h))});
    }
  }
  return table;
}

NextTokenBars next_of(ModelExport& of) {
  RunResult& result = of.result();
  const NextTokens next = result.next();
  NextTokenBars bars{.others = next.rest,
                     .others_p = next.rest_p,
                     .others_before = next.rest_before,
                     .has_before = of.has_changes()};
  for (const Candidate& one : next.likeliest) {
    bars.bars.push_back({result.predicted_text(one.id), one.p, one.before, one.logit, one.id});
  }
  return bars;
}

ReadoutCurves readout_of(ModelExport& of) {
  constexpr std::size_t kMostCurves = 5;
  RunResult& result = of.result();
  ReadoutCurves curves;
  std::vector<int> ids;
  for (const Candidate& one : result.next().likeliest) {
    if (ids.size() == kMostCurves) break;
    ids.push_back(one.id);
    curves.tokens.push_back(result.predicted_text(one.id));
  }
  curves.p = result.readout(ids);
  if (RunResult* before = of.before()) curves.before = before->readout(ids);
  return curves;
}

/// Token that a prediction follows, or that is predicted: "after token 13 (to)".
std::string where_predicted(ModelExport& of) {
  const Index at = of.result().predicted();
  if (of.model().mask()) return "token " + std::to_string(at);
  return "after token " + std::to_string(at) + " (" +
         visible_text(of.tokens()[static_cast<std::size_t>(at)]) + ")";
}

std::string what_is_predicted(const ModelExport& of) {
  return of.model().mask() ? "masked token" : "next token";
}

TrainingWords next_words(ModelExport& of) {
  const std::string what = what_is_predicted(of);
  return {of.name() + ": " + what,
          "Probabilities of the " + what + ", " + where_predicted(of) + "."};
}

TrainingWords readout_words(ModelExport& of) {
  return {of.name() + ": " + what_is_predicted(of) + ", layer by layer",
          "Probabilities of the likeliest tokens as each layer's states say them, by the last norm "
          "and the unembedding, " +
              where_predicted(of) + "."};
}

/// Logit of the word that is asked for, or less that of another.
LogitParts why_parts(ModelExport& of) {
  const auto [word, against] = of.words();
  const Network& network = of.model().model().network;
  std::string problem = why_states_do_not_split(network);
  if (problem.empty() && network.head) problem = "its head bends the last states";
  if (!problem.empty()) {
    throw Failure(Status::kWrong, "--view why: a logit of this model is no sum: " + problem);
  }
  return parts_of_logit(of.result().run(), of.result().predicted(), word, against);
}

/// Key that a head looks at most where the prediction is made: "looks at “Mary” 0.64".
std::string looks_at(ModelExport& of, const StateWriter& head) {
  const Matrix weights = of.result().run().weights(head.block)[head.head];
  Index key = 0;
  const float most = weights.row(of.result().predicted()).maxCoeff(&key);
  return "looks at “" + visible_text(of.tokens()[static_cast<std::size_t>(key)]) + "” " +
         fixed(static_cast<double>(most), 2);
}

TrainingWords why_words(ModelExport& of) {
  const auto [word, against] = of.words();
  const auto name_of = [&](int id) {
    return "“" + visible_text(of.result().predicted_text(id)) + "”";
  };
  const bool has_other = against >= 0;
  const auto& cap = of.model().model().network.logits_cap;
  return {of.name() + ": why " + name_of(word) + (has_other ? " and not " + name_of(against) : "") +
              "?",
          "Logit of " + name_of(word) + (has_other ? " less that of " + name_of(against) : "") +
              ", " + where_predicted(of) +
              ", as the sum of what each part of the model wrote; the scale of the last norm is "
              "held" +
              (cap ? ", before the cap of " + brief(static_cast<double>(*cap)) : "") + "."};
}

LogitSum why_sum(ModelExport& of) {
  return logit_sum(why_parts(of), [&](const StateWriter& head) { return looks_at(of, head); });
}

ScoreParts weight_parts(ModelExport& of) {
  const ModelPair pair = of.pair();
  const std::string problem = why_states_do_not_split(of.model().model().network);
  if (!problem.empty()) {
    throw Failure(Status::kWrong, "--view why-weight: a score does not split: " + problem);
  }
  return parts_of_score(of.result().run(), pair.block, pair.head, pair.query, pair.key);
}

TrainingWords weight_words(ModelExport& of) {
  const ModelPair pair = of.pair();
  const auto token = [&](Index at) {
    return "“" + visible_text(of.tokens()[static_cast<std::size_t>(at)]) + "”";
  };
  ModelRun& run = of.result().run();
  const float weight = run.weights(pair.block)[pair.head](pair.query, pair.key);
  const auto& cap = run.attention(pair.block)->score.cap;
  return {of.name() + ": why does " + token(pair.query) + " look at " + token(pair.key) + " in " +
              writer_name({WriterKind::kHead, pair.block, pair.head}) + "?",
          "Score of query " + std::to_string(pair.query) + " and key " + std::to_string(pair.key) +
              " as the sum over what wrote their states; the scales of norms are held" +
              (cap ? ", before the cap of " + brief(static_cast<double>(*cap)) : "") +
              ". The weight is " + fixed(static_cast<double>(weight), 3) + "."};
}

constexpr ModelView kModelViews[] = {
    {"grid", [](ModelExport&) { return TrainingWords(); }, write_grid, grid_table},
    {"readout", readout_words, write_numbers<readout_of, readout_diagram>,
     table_of<readout_of, readout_table>},
    {"next", next_words, write_numbers<next_of, next_tokens_diagram>,
     table_of<next_of, next_tokens_table>},
    {"why", why_words, write_numbers<why_sum, logit_diagram>, table_of<why_parts, logit_table>},
    {"why-weight", weight_words, write_numbers<weight_parts, score_diagram>,
     table_of<weight_parts, score_table>, true},
};

}  // namespace

std::span<const ModelView> model_views() { return kModelViews; }

const ModelView* find_model_view(std::string_view id) {
  const auto found = std::ranges::find(kModelViews, id, &ModelView::id);
  return found == std::end(kModelViews) ? nullptr : &*found;
}

}  // namespace attn
