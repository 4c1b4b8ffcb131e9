#include "app/figure/training/logit_sum.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "app/document/numbers/numbers.h"
#include "app/figure/numbers/printed_numbers.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr double kSumRow = 22, kSumBar = 10, kSumGap = 8;
constexpr int kSumDecimals = 2;
/// Smallest share of the largest part that has a row of its own.
constexpr double kLeastShare = 0.05;
/// Smallest share of the width for the bars, else there are no notes.
constexpr double kLeastBarShare = 0.3;
constexpr std::size_t kMostHeadRows = 12;
constexpr const char* kConstantRow = "norm, biases";

bool is_first_state(const StateWriter& writer) {
  return writer.kind == WriterKind::kEmbedding || writer.kind == WriterKind::kPatch;
}

/// Positive ones first, the largest of each sign first.
bool comes_before(const LogitRow& a, const LogitRow& b) {
  const bool is_up = a.value > 0, is_other_up = b.value > 0;
  return is_up != is_other_up ? is_up : std::abs(a.value) > std::abs(b.value);
}

}  // namespace

std::string writer_name(const StateWriter& writer) {
  const std::string block = std::to_string(writer.block);
  switch (writer.kind) {
    case WriterKind::kEmbedding:
      return "embedding";
    case WriterKind::kHead:
      return "L" + block + ".H" + std::to_string(writer.head);
    case WriterKind::kAttentionBias:
      return "bias of layer " + block;
    case WriterKind::kMlp:
      return "mlp " + block;
    case WriterKind::kPatch:
      return "patch before layer " + block;
  }
  return {};
}

LogitSum logit_sum(const LogitParts& logit,
                   const std::function<std::string(const StateWriter&)>& note_of) {
  const double most = logit.of_writers.cwiseAbs().maxCoeff();
  LogitSum sum{.rows = {}, .sum = logit.logit};
  std::vector<LogitRow> heads, mlps;
  LogitRow other_heads, other_mlps, constant{.name = kConstantRow, .value = logit.shift};
  std::vector<std::pair<double, std::size_t>> by_size;  // heads
  Index small_heads = 0, small_mlps = 0;
  for (std::size_t n = 0; n < logit.writers.size(); ++n) {
    const StateWriter& writer = logit.writers[n];
    const double value = logit.of_writers[static_cast<Index>(n)];
    const bool is_large = std::abs(value) > kLeastShare * most;
    if (is_first_state(writer)) {
      sum.rows.push_back({writer_name(writer), {}, value});
    } else if (writer.kind == WriterKind::kHead) {
      by_size.emplace_back(is_large ? -std::abs(value) : 0, n);
    } else if (writer.kind == WriterKind::kAttentionBias) {
      constant.value += value;
    } else if (is_large) {
      mlps.push_back({writer_name(writer), {}, value});
    } else {
      other_mlps.value += value;
      ++small_mlps;
    }
  }
  std::ranges::sort(by_size);
  for (std::size_t rank = 0; rank < by_size.size(); ++rank) {
    const auto& [size, n] = by_size[rank];
    const double value = logit.of_writers[static_cast<Index>(n)];
    if (rank < kMostHeadRows && size < 0) {
      heads.push_back({writer_name(logit.writers[n]), note_of(logit.writers[n]), value});
    } else {
      other_heads.value += value;
      ++small_heads;
    }
  }
  std::ranges::stable_sort(heads, comes_before);
  for (std::vector<LogitRow>* some : {&heads, &mlps}) {
    sum.rows.insert(sum.rows.end(), some->begin(), some->end());
  }
  const auto add_others = [&](LogitRow& row, Index count, const char* of) {
    if (count == 0) return;
    row.name = counted(count, std::string("other ") + of);
    sum.rows.push_back(row);
  };
  add_others(other_mlps, small_mlps, "mlp");
  add_others(other_heads, small_heads, "head");
  sum.rows.push_back(constant);
  return sum;
}

Diagram logit_diagram(const LogitSum& sum, const Ruler& ruler, double width) {
  Diagram diagram{width, 0};
  double names = 0, notes = 0, low = 0, high = 0, before = 0;
  for (const LogitRow& row : sum.rows) {
    names = std::max(names, ruler.width(row.name, Type::body));
    notes = std::max(notes, ruler.width(row.note, Type::small));
    before += row.value;
    low = std::min(low, before);
    high = std::max(high, before);
  }
  names = std::min(names, width * 0.4);
  const double number = ruler.width("+00.00", Type::number) + kSumGap;
  const double beside = width - names - number - 2 * kSumGap;
  const bool has_notes = notes > 0 && beside - notes >= width * kLeastBarShare;
  const double left = names + kSumGap + (has_notes ? notes + kSumGap : 0);
  const double scale = std::max(1.0, width - left - number) / std::max(high - low, 1e-9);
  const auto x_of = [&](double value) { return left + (value - low) * scale; };
  const auto add_bar = [&](double from, double to, double middle, Ink ink) {
    const double begin = x_of(std::min(from, to)), end = x_of(std::max(from, to));
    diagram.add_box({begin, middle - kSumBar / 2, std::max(end - begin, 1.0), kSumBar}, {ink}, 2);
  };
  const double rows = static_cast<double>(sum.rows.size()) * kSumRow;
  const double height = rows + kSumGap + kSumRow;
  diagram.add(LineMark{{{x_of(0), 0}, {x_of(0), height}}, {Ink::hairline}});
  const auto printed = [](double value) { return printed_value(value, kSumDecimals); };
  double y = kSumRow / 2;
  before = 0;
  for (const LogitRow& row : sum.rows) {
    const double after = before + row.value;
    diagram.add_text({0, y}, ruler.shortened(row.name, Type::body, names), Type::body, {Ink::text},
                     0, Turn::level, TextRole::name);
    if (has_notes) diagram.add_text({names + kSumGap, y}, row.note, Type::small, {Ink::secondary});
    const Ink ink = row.value >= 0 ? Ink::query : Ink::key;
    add_bar(before, after, y, ink);
    diagram.add_text({width, y}, signed_number(printed(after) - printed(before), kSumDecimals),
                     Type::number, {ink}, 1);
    before = after;
    y += kSumRow;
  }
  const double line = rows + kSumGap / 2;
  diagram.add(LineMark{{{0, line}, {width, line}}, {Ink::hairline}});
  y += kSumGap;
  diagram.add_text({0, y}, "sum", Type::strong, {Ink::text});
  add_bar(0, sum.sum, y, Ink::text);
  diagram.add_text({width, y}, "= " + with_minus(fixed(sum.sum, kSumDecimals)), Type::number,
                   {Ink::text}, 1);
  diagram.height = height;
  return diagram;
}

ViewTable logit_table(const LogitParts& logit) {
  ViewTable table{.view = "why", .row_kind = "part", .columns = {"logit"}};
  Matrix numbers(logit.of_writers.size() + 2, 1);
  for (std::size_t n = 0; n < logit.writers.size(); ++n) {
    table.rows.push_back(writer_name(logit.writers[n]));
    numbers(static_cast<Index>(n), 0) = static_cast<float>(logit.of_writers[static_cast<Index>(n)]);
  }
  table.rows.emplace_back(kConstantRow);
  numbers(numbers.rows() - 2, 0) = static_cast<float>(logit.shift);
  table.rows.emplace_back("sum");
  numbers(numbers.rows() - 1, 0) = static_cast<float>(logit.logit);
  table.layers.push_back({"", std::make_shared<const Matrix>(std::move(numbers))});
  return table;
}

}  // namespace attn
