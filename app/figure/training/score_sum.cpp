#include "app/figure/training/score_sum.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include "app/document/numbers/numbers.h"
#include "app/figure/numbers/printed_numbers.h"
#include "app/figure/training/logit_sum.h"
#include "engine/base/clamped.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr std::size_t kMostWriters = 5;
constexpr double kScoreRow = 30, kScoreSpace = 8, kCellGap = 2, kDarkCell = 0.6,
                 kMostNameShare = 0.25;
constexpr int kScoreDecimals = 2;

double printed_cell(double value) { return printed_value(value, kScoreDecimals); }

std::vector<std::string> names_of_side(const std::vector<StateWriter>& writers) {
  std::vector<std::string> names = texts_of<std::string>(writers, writer_name);
  names.emplace_back("bias");
  return names;
}

/// Places of the largest of `sizes`, in their order.
std::vector<Index> largest_places(const WideRow& sizes, std::size_t count) {
  std::vector<Index> places(static_cast<std::size_t>(sizes.size()));
  std::iota(places.begin(), places.end(), Index{0});
  std::ranges::stable_sort(places, [&](Index a, Index b) { return sizes[a] > sizes[b]; });
  places.resize(std::min(places.size(), count));
  std::ranges::sort(places);
  return places;
}

/// Names at `places`, and that of the others, or of what rounding leaves.
std::vector<std::string> shown_names(const std::vector<std::string>& all,
                                     const std::vector<Index>& places) {
  auto names = texts_of<std::string>(
      places, [&](Index place) { return all[static_cast<std::size_t>(place)]; });
  const std::size_t others = all.size() - places.size();
  names.push_back(others > 0 ? counted(others, "other") : "rounding");
  return names;
}

}  // namespace

ScoreSum score_sum(const ScoreParts& score, std::size_t writers) {
  const WideMatrix& parts = score.parts;
  const std::vector<Index> rows =
      largest_places(parts.cwiseAbs().rowwise().maxCoeff().transpose(), writers);
  const std::vector<Index> columns = largest_places(parts.cwiseAbs().colwise().maxCoeff(), writers);
  ScoreSum sum;
  sum.rows = shown_names(names_of_side(score.query_writers), rows);
  sum.columns = shown_names(names_of_side(score.key_writers), columns);
  sum.score = printed_cell(score.score);
  const Index R = std::ssize(sum.rows), C = std::ssize(sum.columns);
  WideMatrix some_rows = WideMatrix::Zero(R, parts.cols());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    some_rows.row(static_cast<Index>(r)) = parts.row(rows[r]);
  }
  some_rows.row(R - 1) = parts.colwise().sum() - some_rows.colwise().sum();
  sum.row_sums = some_rows.rowwise().sum().transpose().unaryExpr(&printed_cell);
  sum.row_sums[R - 1] = printed_cell(sum.score - sum.row_sums.head(R - 1).sum());
  sum.values.resize(R, C);
  for (Index r = 0; r < R; ++r) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      sum.values(r, static_cast<Index>(c)) = printed_cell(some_rows(r, columns[c]));
    }
    sum.values(r, C - 1) = printed_cell(sum.row_sums[r] - sum.values.row(r).head(C - 1).sum());
  }
  return sum;
}

Diagram score_diagram(const ScoreParts& score, const Ruler& ruler, double width) {
  Diagram diagram{width, 0};
  const double sums = ruler.width("= 000.00", Type::number) + kScoreSpace;
  const double least = std::max(ruler.width("+00.00", Type::small_number),
                                ruler.width(writer_name({}), Type::small)) +
                       2 * kCellGap;
  const double most_names = width * kMostNameShare;
  const double fit = std::floor((width - most_names - sums) / least) - 1;  // and the others
  const ScoreSum sum = score_sum(
      score, static_cast<std::size_t>(clamped(fit, 1.0, static_cast<double>(kMostWriters))));
  double names = 0;
  for (const std::string& name : sum.rows) names = std::max(names, ruler.width(name, Type::small));
  names = std::min(names, most_names);
  const auto C = static_cast<double>(sum.columns.size());
  const double left = names + kScoreSpace;
  const double cell = std::max(1.0, (width - left - sums) / C);
  const double head = kScoreRow, top = 2 * head;
  diagram.add_text({0, head * 0.25}, "rows: what wrote the query's state", Type::small,
                   {Ink::query});
  diagram.add_text({0, head * 0.8}, "columns: what wrote the key's state", Type::small, {Ink::key});
  for (std::size_t c = 0; c < sum.columns.size(); ++c) {
    const double middle = left + (static_cast<double>(c) + 0.5) * cell;
    diagram.add_text({middle, head * 1.5},
                     ruler.shortened(sum.columns[c], Type::small, cell - kCellGap), Type::small,
                     {Ink::key}, 0.5, Turn::level, TextRole::name);
  }
  diagram.add_text({width, head * 1.5}, "sum", Type::small, {Ink::secondary}, 1);
  const double most = std::max(1e-9, sum.values.cwiseAbs().maxCoeff());
  double y = top + kScoreRow / 2;
  for (std::size_t r = 0; r < sum.rows.size(); ++r, y += kScoreRow) {
    const auto row = static_cast<Index>(r);
    diagram.add_text({names, y}, ruler.shortened(sum.rows[r], Type::small, names), Type::small,
                     {Ink::query}, 1, Turn::level, TextRole::name);
    for (Index c = 0; c < sum.values.cols(); ++c) {
      const double value = sum.values(row, c), share = std::abs(value) / most;
      const double x = left + static_cast<double>(c) * cell;
      Paint fill{value >= 0 ? Ink::query : Ink::key};
      fill.alpha = 0.04 + 0.8 * share;
      diagram.add_box({x + kCellGap / 2, y - kScoreRow / 2 + kCellGap / 2, cell - kCellGap,
                       kScoreRow - kCellGap},
                      fill, 3);
      diagram.add_text({x + cell / 2, y}, signed_number(value, kScoreDecimals), Type::small_number,
                       {share > kDarkCell ? Ink::panel : Ink::text}, 0.5);
    }
    diagram.add_text({width, y}, signed_number(sum.row_sums[row], kScoreDecimals),
                     Type::small_number, {Ink::secondary}, 1);
  }
  const double line = y - kScoreRow / 2 + kScoreSpace / 2;
  diagram.add(LineMark{{{width - sums, line}, {width, line}}, {Ink::hairline}});
  y += kScoreSpace;
  diagram.add_text({width, y}, "= " + with_minus(fixed(sum.score, kScoreDecimals)), Type::number,
                   {Ink::text}, 1);
  diagram.height = y + kScoreRow / 2;
  return diagram;
}

ViewTable score_table(const ScoreParts& score) {
  ViewTable table{.view = "why-weight", .row_kind = "query"};
  table.rows = names_of_side(score.query_writers);
  table.columns = names_of_side(score.key_writers);
  table.layers.push_back({"", std::make_shared<const Matrix>(score.parts.cast<float>())});
  return table;
}

}  // namespace attn
