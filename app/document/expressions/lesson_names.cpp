#include <cmath>
#include <optional>

#include "app/document/expressions/lesson_error.h"
#include "app/document/expressions/lesson_value.h"
#include "engine/attention/combine.h"
#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"
#include "engine/attention/norm.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"

namespace attn {
namespace {

using enum Axis;

LessonValue list_of(const Facts& facts, const Matrix& matrix, Axis rows = kPlain,
                    Axis columns = kPlain) {
  facts.count(matrix.size());
  return {MatrixPart{&matrix}, {rows, columns}};
}

/// What is read must be where it is read from.
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

/// A part that the scene or its trace has.
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
  facts.count(static_cast<Index>(facts.scene().view.size()));
  return parse_view(facts.scene().view);
}

LessonValue list_of(const Facts& facts, const std::vector<std::string>& texts, Axis axis) {
  facts.count(static_cast<Index>(texts.size()));
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

/// A number of a head; where it is absent, what it stands for.
LessonValue head_number(const Facts& facts, std::size_t head, std::optional<float> Head::*member,
                        std::optional<double> absent = std::nullopt) {
  head_of(facts, head);
  const std::optional<float>& value = facts.scene().heads[head].*member;
  if (value) return number(static_cast<double>(*value));
  if (!absent) throw LessonError("the head has no such number");
  return number(*absent);
}

/// A number of the first mask that has it: by its key in the scene's file.
template <auto member>
LessonValue mask_number(const Facts& facts, std::string_view key) {
  for (const Mask& mask : facts.scene().masks) {
    if (takes(*mask.kind, key)) return number(mask.*member);
  }
  throw LessonError("there is no such mask");
}

/// A sigmoid's, which stands for −ln of how many are normalised over where it is absent.
LessonValue offset_of(const Facts& facts) {
  const Normalizer& normalizer = facts.scene().normalizer;
  if (!takes(*normalizer.kind, "offset")) throw LessonError("the normalizer has no such number");
  if (normalizer.offset) return number(static_cast<double>(*normalizer.offset));
  const bool is_over_keys = normalizer.over == Over::kKeys;
  const Index count = is_over_keys ? facts.scene().key_count() : facts.scene().query_count();
  return number(-std::log(static_cast<double>(count)));
}

std::string_view over_id(Over over) {
  if (over == Over::kKeys) return "keys";
  return over == Over::kQueries ? "queries" : "queries_then_keys";
}

const Position& positions_that_take(const Facts& facts, std::string_view key) {
  const Position& position = facts.scene().position;
  if (!takes(*position.kind, key)) throw LessonError("the positions have no such number");
  return position;
}

const LessonName kNames[] = {
    part_name<Part::weights>("M × L, after the normalizer"),
    part_name<Part::scores>("M × L, before the temperature; masked ones are no numbers"),
    part_name<Part::q>("M × dk, the projected queries"),
    part_name<Part::k>("L × dk, the projected keys"),
    part_name<Part::v>("L × dv, the projected values"),
    part_name<Part::head_output>("M × dv, a head's output"),
    part_name<Part::w_q>("a head's matrix, where it has one"),
    part_name<Part::w_k>("likewise"),
    part_name<Part::w_v>("likewise"),
    part_name<Part::w_a>("likewise"),
    part_name<Part::energy>("a head's v, for additive"),
    {"width", "a head's width, for gaussian", true,
     [](const Facts& facts, std::size_t head) {
       head_of(facts, head);
       return number(facts.scene().heads[head].width.value_or(1));
     }},
    part_name<Part::b_q>("a head's row, where it has one"),
    part_name<Part::b_k>("likewise"),
    part_name<Part::b_v>("likewise"),
    part_name<Part::g_q>("likewise"),
    part_name<Part::g_k>("likewise"),
    part_name<Part::w_g>("a head's matrix, where it has one"),
    part_name<Part::b_g>("a head's row, where it has one"),
    part_name<Part::w_f>("likewise"),
    part_name<Part::gates>("M × dv, what the output is multiplied by"),
    {"subtract_w_q", "the matrix of what a head subtracts", true, value_of<Part::subtract_w_q>},
    {"subtract_w_k", "likewise", true, value_of<Part::subtract_w_k>},
    {"subtract_weights", "M × L, the weights of what a head subtracts, before λ", true,
     value_of<Part::subtract_weights>},
    {"lambda", "how much of them is taken away", true,
     [](const Facts& facts, std::size_t head) {
       head_of(facts, head);
       const auto& subtract = facts.scene().heads[head].subtract;
       return number(subtract ? static_cast<double>(subtract->lambda) : 0);
     }},
    {"sink", "a head's further score, where it has one", true,
     [](const Facts& facts, std::size_t head) { return head_number(facts, head, &Head::sink); }},
    {"gain", "a head's gain", true,
     [](const Facts& facts, std::size_t head) { return head_number(facts, head, &Head::gain, 1); }},
    {"decay", "a head's decay", true,
     [](const Facts& facts, std::size_t head) {
       return head_number(facts, head, &Head::decay, 1);
     }},
    {"b_f", "the bias of a head's forget gate", true,
     [](const Facts& facts, std::size_t head) { return head_number(facts, head, &Head::b_f, 0); }},
    {"keys_head", "the head whose keys and values a head has", true,
     [](const Facts& facts, std::size_t head) {
       head_of(facts, head);
       return size(static_cast<Index>(keys_head(facts.scene(), head)));
     }},
    part_name<Part::output>("M × Do, the heads combined"),
    part_name<Part::b_o>("Do, what is added to the heads combined, where there is such"),
    part_name<Part::x>("L × D, the embeddings with positions added"),
    part_name<Part::embeddings>("L × D"),
    {"query_embeddings", "M × Dq; the embeddings in self-attention", false,
     [](const Facts& facts, std::size_t) {
       return facts.scene().queries ? value_of<Part::query_embeddings>(facts, 0)
                                    : value_of<Part::embeddings>(facts, 0);
     }},
    {"values", "L × Dv; the embeddings where the scene has none", false,
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
     [](const Facts& facts, std::size_t) {
       return size(static_cast<Index>(facts.scene().heads.size()));
     }},
    {"dk", "width of a head's queries", true,
     [](const Facts& facts, std::size_t head) { return size(head_of(facts, head).q.cols()); }},
    {"dv", "width of a head's values", true,
     [](const Facts& facts, std::size_t head) { return size(head_of(facts, head).v.cols()); }},
    {"temperature", "0 hard, 1, inf uniform", false,
     [](const Facts& facts, std::size_t) { return number(facts.scene().normalizer.temperature); }},
    {"normalizer", "\"softmax\", \"sparsemax\", …", false,
     [](const Facts& facts, std::size_t) { return text(facts.scene().normalizer.kind->id); }},
    {"score", "\"dot\", \"scaled_dot\", …", false,
     [](const Facts& facts, std::size_t) { return text(facts.scene().score.kind->id); }},
    {"scale", "of the scores, for dot and cosine", false,
     [](const Facts& facts, std::size_t) { return number(facts.scene().score.scale); }},
    {"cap", "of the scores; inf where there is none", false,
     [](const Facts& facts, std::size_t) {
       const auto& cap = facts.scene().score.cap;
       return number(cap ? static_cast<double>(*cap) : INFINITY);
     }},
    {"query_key_norm", "of queries and keys: \"none\", \"l2\", …", false,
     [](const Facts& facts, std::size_t) { return text(facts.scene().score.norm->id); }},
    {"epsilon", "of the norm of queries and keys", false,
     [](const Facts& facts, std::size_t) { return number(facts.scene().score.epsilon); }},
    {"alpha", "of entmax", false,
     [](const Facts& facts, std::size_t) { return number(facts.scene().normalizer.alpha); }},
    {"top_k", "how many keys topk keeps", false,
     [](const Facts& facts, std::size_t) { return number(facts.scene().normalizer.k); }},
    {"offset", "of the sigmoid; −ln L where it is not given", false,
     [](const Facts& facts, std::size_t) { return offset_of(facts); }},
    {"length", "what scores times ln n are multiplied by; 0 where they are not", false,
     [](const Facts& facts, std::size_t) {
       return number(static_cast<double>(facts.scene().normalizer.length.value_or(0)));
     }},
    {"over", "what weights are normalised over: \"keys\", \"queries\", …", false,
     [](const Facts& facts, std::size_t) { return text(over_id(facts.scene().normalizer.over)); }},
    {"position", "\"none\", \"sinusoidal\", …", false,
     [](const Facts& facts, std::size_t) { return text(facts.scene().position.kind->id); }},
    {"position_scale", "what positions are multiplied by", false,
     [](const Facts& facts, std::size_t) { return number(facts.scene().position.scale); }},
    {"base", "of the positions' frequencies", false,
     [](const Facts& facts, std::size_t) { return number(facts.scene().position.base); }},
    {"rotated", "how many columns RoPE turns", false,
     [](const Facts& facts, std::size_t) {
       const Position& position = positions_that_take(facts, "rotated");
       return size(rotated_width(position, head_of(facts, 0).q.cols()));
     }},
    {"scaling", "how RoPE is stretched: \"none\", \"linear\", \"ntk\", …", false,
     [](const Facts& facts, std::size_t) {
       const auto& scaling = positions_that_take(facts, "scaling").scaling;
       return text(scaling ? scaling->kind->id : "none");
     }},
    {"scaling_factor", "by how much; 1 where it is not", false,
     [](const Facts& facts, std::size_t) {
       const auto& scaling = positions_that_take(facts, "scaling").scaling;
       return number(scaling ? static_cast<double>(scaling->factor) : 1);
     }},
    {"max_distance", "the distance from which T5 has one bucket", false,
     [](const Facts& facts, std::size_t) {
       return size(positions_that_take(facts, "max_distance").max_distance);
     }},
    {"radius", "of the first window", false,
     [](const Facts& facts, std::size_t) { return mask_number<&Mask::radius>(facts, "radius"); }},
    {"dilation", "likewise", false,
     [](const Facts& facts, std::size_t) {
       return mask_number<&Mask::dilation>(facts, "dilation");
     }},
    {"sinks", "likewise: how many first keys all see", false,
     [](const Facts& facts, std::size_t) { return mask_number<&Mask::sinks>(facts, "sinks"); }},
    {"prefix_length", "of the first prefix: how many keys all see", false,
     [](const Facts& facts, std::size_t) { return mask_number<&Mask::length>(facts, "length"); }},
    {"stride", "of the first strided mask", false,
     [](const Facts& facts, std::size_t) { return mask_number<&Mask::stride>(facts, "stride"); }},
    {"combine", "\"concat\", \"mean\", …", false,
     [](const Facts& facts, std::size_t) { return text(facts.scene().combine.kind->id); }},
    {"masks", "the masks' kinds: a list of texts", false,
     [](const Facts& facts, std::size_t) -> LessonValue {
       LessonValue::List kinds;
       for (const Mask& mask : facts.scene().masks) kinds.push_back(text(mask.kind->id));
       return {std::move(kinds), {}};
     }},
    {"tab", "the view that is shown: \"weights\", \"scores\", …", false,
     [](const Facts& facts, std::size_t) { return text(view_of(facts).tab); }},
    {"head", "the head that is shown", false,
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
    {"accuracy", "where a network learns: the share of right answers, on new sequences", false,
     [](const Facts& facts, std::size_t) { return number(facts.what_is_learned().accuracy); }},
    {"loss", "likewise: the mean of $-\\ln p$ of what is wanted", false,
     [](const Facts& facts, std::size_t) { return number(facts.what_is_learned().loss); }},
    {"trained", "likewise: after how many steps", false,
     [](const Facts& facts, std::size_t) { return size(facts.what_is_learned().steps); }},
    {"chance", "likewise: the accuracy of answers that look at no token", false,
     [](const Facts& facts, std::size_t) { return number(facts.what_is_learned().chance); }},
    {"pi", "3.14159…", false, [](const Facts&, std::size_t) { return number(std::acos(-1.0)); }},
    {"inf", "∞", false, [](const Facts&, std::size_t) { return number(INFINITY); }},
};

}  // namespace

std::span<const LessonName> lesson_names() { return kNames; }

}  // namespace attn
