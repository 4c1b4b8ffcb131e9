#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <vector>

#include "app/document/expressions/lesson_error.h"
#include "app/document/expressions/lesson_value.h"
#include "engine/attention/norm.h"
#include "engine/attention/numbers.h"

namespace attn {
namespace {

using enum Axis;

LessonValue list_of(const Facts& facts, const Matrix& matrix, Axis rows = kPlain,
                    Axis columns = kPlain) {
  facts.count(matrix.size());
  return {MatrixPart{&matrix}, {rows, columns}};
}

/// Temporary matrices are not allowed: values refer to them.
LessonValue list_of(const Facts& facts, Matrix&& passing, Axis = kPlain, Axis = kPlain) = delete;

LessonValue copy_of(const Facts& facts, const Matrix& made, Axis rows, Axis columns) {
  facts.count(made.size());
  LessonValue::List list;
  for (Index i = 0; i < made.rows(); ++i) {
    LessonValue::List row;
    for (Index j = 0; j < made.cols(); ++j) row.push_back({static_cast<double>(made(i, j)), {}});
    list.push_back({std::move(row), {columns}});
  }
  return {std::move(list), {rows, columns}};
}

LessonValue text(std::string_view id) { return {std::string(id), {}}; }
LessonValue number(double value) { return {value, {}}; }
LessonValue size(Index value) { return number(static_cast<double>(value)); }

const HeadTrace& head_of(const Facts& facts, std::size_t head) {
  const auto& heads = facts.trace().heads;
  if (head < heads.size()) return heads[head];
  throw LessonError("expected a head from 0 to " + std::to_string(heads.size() - 1) + ", found " +
                    std::to_string(head));
}

/// Name of a part of the scene or its trace.
template <Part part>
LessonValue value_of(const Facts& facts, std::size_t head) {
  const PartKind& kind = part_kind(part);
  if (kind.is_of_head) head_of(facts, head);
  if (kind.held) {
    const Matrix* held = kind.held(facts.scene(), facts.trace(), head);
    if (held && held->size() > 0) return list_of(facts, *held, kind.rows, kind.columns);
  } else {
    const Matrix made = kind.made(facts.scene(), facts.trace(), head);
    if (made.size() > 0) return copy_of(facts, made, kind.rows, kind.columns);
  }
  throw LessonError(kind.is_of_head        ? "the head has no such matrix"
                    : part == Part::output ? "combine none has no output"
                                           : "the scene has no such matrix");
}

template <Part part>
LessonName part_name(std::string_view about) {
  return {part_kind(part).id, about, part_kind(part).is_of_head, value_of<part>};
}

ViewState view_of(const Facts& facts) {
  if (facts.view != nullptr) return *facts.view;
  facts.count(std::ssize(facts.scene().view));
  return parse_view(facts.scene().view);
}

LessonValue list_of(const Facts& facts, const std::vector<std::string>& texts, Axis axis) {
  facts.count(std::ssize(texts));
  LessonValue::List list;
  for (const std::string& one : texts) list.push_back(text(one));
  return {std::move(list), {axis}};
}

Cell selected(const Facts& facts) {
  const auto cell = view_of(facts).selection;
  if (!cell || cell->query >= facts.scene().query_count() ||
      cell->key >= facts.scene().key_count()) {
    throw LessonError("no cell is selected");
  }
  return *cell;
}

Cell chosen(const Facts& facts) {
  if (!facts.cell) throw LessonError("only a prediction of the kind cell has a cell");
  return *facts.cell;
}

std::string word(const std::vector<std::string>& words, Index n) {
  return words[static_cast<std::size_t>(n)];
}

[[noreturn]] void fail_without_number(std::string_view owner) {
  throw LessonError(owner == "masks"      ? "there is no such mask"
                    : owner == "position" ? "the positions have no such number"
                    : owner == "heads"    ? "the head has no such number"
                                          : "the normalizer has no such number");
}

/// Index of the owner whose number a name reads: the given head, or the first mask that supports
/// the number.
template <typename Owner>
std::size_t owner_of_number(const NumberRow<Owner>& number, const Facts& facts, std::size_t head) {
  if constexpr (std::is_same_v<Owner, Head>) head_of(facts, head);
  if constexpr (!std::is_same_v<Owner, Mask>) return head;
  const std::vector<Mask>& masks = facts.scene().masks;
  const auto mask =
      std::ranges::find_if(masks, [&](const Mask& one) { return takes(*one.kind, number.key); });
  if (mask == masks.end()) fail_without_number("masks");
  return static_cast<std::size_t>(mask - masks.begin());
}

/// Value of a number of the tables, or its default if absent.
template <typename Owner>
LessonName name_of_number(const NumberRow<Owner>& row) {
  const auto value = [&row](const Facts& facts, std::size_t head) {
    const std::size_t n = owner_of_number(row, facts, head);
    const Owner& owner = owner_in<Owner>(facts.scene(), n);
    const std::optional<double> given = number_at(row, owner);
    const bool is_missing = row.lesson.needs_kind && !takes_number(owner, row);
    if (is_missing || !(given || row.absent)) fail_without_number(key_of_owner<Owner>());
    return number(given ? *given : row.absent(facts.scene(), n));
  };
  return {row.lesson.name, row.lesson.about, std::is_same_v<Owner, Head>, value};
}

std::string_view over_id(Over over) {
  if (over == Over::kKeys) return "keys";
  return over == Over::kQueries ? "queries" : "queries_then_keys";
}

const LessonName kNames[] = {
    part_name<Part::weights>("M × L, after the normalizer"),
    part_name<Part::scores>("M × L, before the temperature; masked scores are not numbers"),
    part_name<Part::q>("M × dk, the projected queries"),
    part_name<Part::k>("L × dk, the projected keys"),
    part_name<Part::v>("L × dv, the projected values"),
    part_name<Part::head_output>("M × dv, a head's output"),
    part_name<Part::w_q>("a head's matrix, if it has one"),
    part_name<Part::w_k>("a head's matrix, if it has one"),
    part_name<Part::w_v>("a head's matrix, if it has one"),
    part_name<Part::w_a>("a head's matrix, if it has one"),
    part_name<Part::energy>("a head's v, for additive"),
    part_name<Part::b_q>("a head's row, if it has one"),
    part_name<Part::b_k>("a head's row, if it has one"),
    part_name<Part::b_v>("a head's row, if it has one"),
    part_name<Part::g_q>("a head's row, if it has one"),
    part_name<Part::g_k>("a head's row, if it has one"),
    part_name<Part::w_g>("a head's matrix, if it has one"),
    part_name<Part::b_g>("a head's row, if it has one"),
    part_name<Part::w_f>("a head's row, if it has one"),
    part_name<Part::gates>("M × dv, the factors of the output"),
    {"subtract_w_q", "a matrix of a head's subtracted attention", true,
     value_of<Part::subtract_w_q>},
    {"subtract_w_k", "a matrix of a head's subtracted attention", true,
     value_of<Part::subtract_w_k>},
    {"subtract_weights", "M × L, a head's subtracted weights, before λ", true,
     value_of<Part::subtract_weights>},
    {"keys_head", "the head that owns a head's keys and values", true,
     [](const Facts& facts, std::size_t head) {
       head_of(facts, head);
       return size(static_cast<Index>(keys_head(facts.scene(), head)));
     }},
    part_name<Part::output>("M × Do, the combined output"),
    part_name<Part::b_o>("Do, the bias of the combined output, if it has one"),
    part_name<Part::x>("L × D, the embeddings with positions added"),
    part_name<Part::embeddings>("L × D"),
    {"query_embeddings", "M × Dq; the embeddings in self-attention", false,
     [](const Facts& facts, std::size_t) {
       return facts.scene().queries ? value_of<Part::query_embeddings>(facts, 0)
                                    : value_of<Part::embeddings>(facts, 0);
     }},
    {"values", "L × Dv; the embeddings if the scene has none", false,
     [](const Facts& facts, std::size_t) {
       return facts.scene().values ? value_of<Part::values>(facts, 0) : value_of<Part::x>(facts, 0);
     }},
    {"tokens", "L texts", false,
     [](const Facts& facts, std::size_t) { return list_of(facts, facts.scene().tokens, kKeys); }},
    {"queries", "M texts; the tokens in self-attention", false,
     [](const Facts& facts, std::size_t) {
       return list_of(facts, facts.scene().query_tokens(), kQueries);
     }},
    {"L", "number of tokens", false,
     [](const Facts& facts, std::size_t) { return size(facts.scene().key_count()); }},
    {"M", "number of queries", false,
     [](const Facts& facts, std::size_t) { return size(facts.scene().query_count()); }},
    {"D", "width of the embeddings", false,
     [](const Facts& facts, std::size_t) { return size(facts.scene().embeddings->cols()); }},
    {"H", "number of heads", false,
     [](const Facts& facts, std::size_t) { return size(std::ssize(facts.scene().heads)); }},
    {"dk", "width of a head's queries", true,
     [](const Facts& facts, std::size_t head) { return size(head_of(facts, head).q.cols()); }},
    {"dv", "width of a head's values", true,
     [](const Facts& facts, std::size_t head) { return size(head_of(facts, head).v.cols()); }},
    {"normalizer", "\"softmax\", \"sparsemax\", …", false,
     [](const Facts& facts, std::size_t) { return text(facts.scene().normalizer.kind->id); }},
    {"score", "\"dot\", \"scaled_dot\", …", false,
     [](const Facts& facts, std::size_t) { return text(facts.scene().score.kind->id); }},
    {"query_key_norm", "of queries and keys: \"none\", \"l2\", …", false,
     [](const Facts& facts, std::size_t) { return text(facts.scene().score.norm->id); }},
    {"over", "the axis of normalisation: \"keys\", \"queries\", …", false,
     [](const Facts& facts, std::size_t) { return text(over_id(facts.scene().normalizer.over)); }},
    {"position", "\"none\", \"sinusoidal\", …", false,
     [](const Facts& facts, std::size_t) { return text(facts.scene().position.kind->id); }},
    {"scaling", "the scaling of RoPE: \"none\", \"linear\", \"ntk\", …", false,
     [](const Facts& facts, std::size_t) {
       const Position& position = facts.scene().position;
       if (!takes(*position.kind, "scaling")) fail_without_number("position");
       return text(position.scaling ? position.scaling->kind->id : "none");
     }},
    {"combine", "\"concat\", \"mean\", …", false,
     [](const Facts& facts, std::size_t) { return text(facts.scene().combine.kind->id); }},
    {"masks", "the masks' kinds: a list of texts", false,
     [](const Facts& facts, std::size_t) -> LessonValue {
       LessonValue::List kinds;
       for (const Mask& mask : facts.scene().masks) kinds.push_back(text(mask.kind->id));
       return {std::move(kinds), {}};
     }},
    {"tab", "the shown view: \"weights\", \"scores\", …", false,
     [](const Facts& facts, std::size_t) { return text(view_of(facts).tab); }},
    {"head", "the shown head", false,
     [](const Facts& facts, std::size_t) { return size(view_of(facts).head); }},
    {"selected_query", "the selected cell's query, a text", false,
     [](const Facts& facts, std::size_t) {
       return text(word(facts.scene().query_tokens(), selected(facts).query));
     }},
    {"selected_key", "the selected cell's key, a text", false,
     [](const Facts& facts, std::size_t) {
       return text(word(facts.scene().tokens, selected(facts).key));
     }},
    {"cell_query", "in a prediction: the clicked cell's query, a text", false,
     [](const Facts& facts, std::size_t) {
       return text(word(facts.scene().query_tokens(), chosen(facts).query));
     }},
    {"cell_key", "in a prediction: the clicked cell's key, a text", false,
     [](const Facts& facts, std::size_t) {
       return text(word(facts.scene().tokens, chosen(facts).key));
     }},
    {"cell_row", "in a prediction: the clicked cell's row, from 0", false,
     [](const Facts& facts, std::size_t) { return size(chosen(facts).query); }},
    {"cell_column", "in a prediction: the clicked cell's column, from 0", false,
     [](const Facts& facts, std::size_t) { return size(chosen(facts).key); }},
    {"accuracy", "in training: the share of right answers on new sequences", false,
     [](const Facts& facts, std::size_t) { return number(facts.require_learned().accuracy); }},
    {"loss", "in training: the mean of $-\\ln p$ of the targets", false,
     [](const Facts& facts, std::size_t) { return number(facts.require_learned().loss); }},
    {"trained", "in training: the number of steps", false,
     [](const Facts& facts, std::size_t) { return size(facts.require_learned().steps); }},
    {"chance", "in training: the accuracy of answers that ignore the tokens", false,
     [](const Facts& facts, std::size_t) { return number(facts.require_learned().chance); }},
    {"pi", "3.14159…", false, [](const Facts&, std::size_t) { return number(std::acos(-1.0)); }},
    {"inf", "∞", false, [](const Facts&, std::size_t) { return number(INFINITY); }},
};

}  // namespace

std::span<const LessonName> lesson_names() {
  static const std::vector<LessonName> kAll = [] {
    std::vector<LessonName> names(std::begin(kNames), std::end(kNames));
    const auto add = [&](const auto& numbers) {
      for (const auto& row : numbers) {
        if (!row.lesson.name.empty()) names.push_back(name_of_number(row));
      }
    };
    add(numbers_of<Head>());
    add(numbers_of<Score>());
    add(numbers_of<Normalizer>());
    add(numbers_of<Position>());
    add(numbers_of<Mask>());
    return names;
  }();
  return kAll;
}

}  // namespace attn
