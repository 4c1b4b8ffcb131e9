#include "app/model/run/run_changes.h"

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "app/document/tensors/tensor_file.h"
#include "app/model/files/about_file.h"
#include "engine/base/text.h"
#include "engine/model/state_parts.h"

namespace attn {
namespace {

[[noreturn]] void refuse(const std::string& where, const std::string& text) {
  throw ModelError(where + ": " + text);
}

/// Changes under construction.
struct ChangeBuilder {
  const ChangeInputs& inputs;
  ModelChanges made = {};

  std::size_t blocks() const { return inputs.model.network.blocks.size(); }
  /// Attention of a block, as it is changed; null: none.
  const Attention* attention(std::size_t block) const {
    if (const ChangedAttention* changed = made.attention(block)) return &changed->attention;
    const auto& own = inputs.model.network.blocks[block].attention;
    return own ? &*own : nullptr;
  }
  Index L() const { return inputs.tokens; }
};

/// Name of what a change is of: "12.0".
std::string place_name(std::size_t block, std::optional<std::size_t> second) {
  return std::to_string(block) + "." + (second ? std::to_string(*second) : "*");
}

/// Head `head` of a change's heads.
struct ChangedHead {
  const GivenChange& given;
  std::size_t head;

  std::size_t block() const { return given.block; }
};

void require_no_output(const ChangedHead& place, const HeadChange& change) {
  if (!change.output) return;
  refuse(place.given.where,
         place_name(place.block(), place.head) + ": its output is given already");
}

Index value_width(const ChangeBuilder& to, std::size_t block) {
  Index own = 0;
  for (const Head& head : to.attention(block)->heads) own += head.keys_of ? 0 : 1;
  const ChangedAttention* changed = to.made.attention(block);
  const Index all =
      changed != nullptr ? changed->weights.v.outputs() : to.inputs.model.layer(block)->v.outputs();
  return all / own;
}

void turn_off(ChangeBuilder& to, const ChangedHead& place, HeadChange& change) {
  require_no_output(place, change);
  change.output = RowVector(RowVector::Zero(value_width(to, place.block())));
}

void give_mean(ChangeBuilder& to, const ChangedHead& place, HeadChange& change) {
  require_no_output(place, change);
  if (to.made.attention(place.block()) != nullptr) {
    refuse(place.given.where, "expected the model's own attention in layer " +
                                  std::to_string(place.block()) + ", whose means are known");
  }
  change.output =
      RowVector(to.inputs.mean_outputs(place.block()).row(static_cast<Index>(place.head)));
}

void set_temperature(ChangeBuilder&, const ChangedHead& place, HeadChange& change) {
  change.temperature = place.given.temperature;
}

/// Kind of a mask that takes the place of the model's own.
struct GivenMask {
  std::string_view name;  ///< with a colon: a number follows
  bool (*sees)(Index i, Index j, Index number, bool sees_before, bool is_causal);
};

constexpr std::array kGivenMasks{
    GivenMask{"causal", [](Index i, Index j, Index, bool, bool) { return j <= i; }},
    GivenMask{"none", [](Index, Index, Index, bool, bool) { return true; }},
    GivenMask{"previous", [](Index i, Index j, Index, bool, bool) { return j == i - 1; }},
    GivenMask{"itself", [](Index i, Index j, Index, bool, bool) { return j == i; }},
    GivenMask{"window:",
              [](Index i, Index j, Index radius, bool, bool is_causal) {
                return std::abs(i - j) <= radius && (!is_causal || j <= i);
              }},
    GivenMask{"not:", [](Index, Index j, Index key, bool sees_before,
                         bool) { return sees_before && j != key; }},
};

void set_mask(ChangeBuilder& to, const ChangedHead& place, HeadChange& change) {
  const SeenKeys before = SeenKeys::of(to.attention(place.block())->masks, to.L(),
                                       "/blocks/" + std::to_string(place.block()) + "/attention");
  const std::string_view value = place.given.mask;
  for (const GivenMask& mask : kGivenMasks) {
    const bool has_number = mask.name.ends_with(':');
    if (has_number ? !value.starts_with(mask.name) : value != mask.name) continue;
    const auto number = has_number ? parsed<Index>(value.substr(mask.name.size())) : Index{0};
    if (!number || *number < 0) break;
    BoolMatrix seen(to.L(), to.L());
    for (Index i = 0; i < to.L(); ++i) {
      for (Index j = 0; j < to.L(); ++j) {
        seen(i, j) = mask.sees(i, j, *number, before.seen(i, j), before.is_causal);
      }
    }
    change.seen = std::move(seen);
    return;
  }
  refuse(place.given.where, "expected causal, none, previous, itself, window:R or not:J, found " +
                                shown(place.given.mask));
}

void set_weights(ChangeBuilder& to, const ChangedHead& place, HeadChange& change) {
  const Matrix& weights = place.given.weights;
  const auto fail = [&](const std::string& text) {
    refuse(place.given.where, place.given.weights_name + text);
  };
  if (weights.rows() != to.L() || weights.cols() != to.L()) {
    fail("expected " + axes_words(Axes{to.L(), to.L()}) + " (L × L), found " +
         axes_words(Axes{weights.rows(), weights.cols()}));
  }
  for (Index i = 0; i < to.L(); ++i) {
    const auto row = weights.row(i).array();
    const bool is_kept = row.isNaN().all();
    if (is_kept || (row.isFinite().all() && (row >= 0).all())) continue;
    fail("row " + std::to_string(i) + ": expected finite numbers >= 0, or NaN alone");
  }
  change.weights = weights;
}

void add_patch(ChangeBuilder& to, const GivenChange& given) {
  const std::string place = place_name(given.block, static_cast<std::size_t>(given.token));
  if (given.block > to.blocks()) {
    refuse(given.where, place + ": expected a layer up to " + std::to_string(to.blocks()));
  }
  const ModelRun* other = to.inputs.other_run();
  if (other == nullptr) refuse(given.where, "expected --from, the text whose token is taken");
  const auto require_token = [&](Index token, Index count) {
    if (token >= 0 && token < count) return;
    refuse(given.where, place + "=" + std::to_string(given.from) + ": expected a token below " +
                            std::to_string(count));
  };
  require_token(given.token, to.L());
  require_token(given.from, other->tokens());
  to.made.patches.push_back({given.block, given.token, other->states(given.block).row(given.from)});
}

struct NamedInput {
  std::string_view name;
  HeadInput input;
};
constexpr std::array kNamedInputs{NamedInput{"query", HeadInput::kQuery},
                                  NamedInput{"key", HeadInput::kKey},
                                  NamedInput{"value", HeadInput::kValue}};
constexpr std::string_view kAllInputs = "all";

void require_block(const ChangeBuilder& to, const GivenChange& given,
                   std::optional<std::size_t> second) {
  if (given.block < to.blocks()) return;
  refuse(given.where, place_name(given.block, second) + ": expected a layer below " +
                          std::to_string(to.blocks()));
}

void require_head(const ChangeBuilder& to, const GivenChange& given, std::size_t block,
                  std::optional<std::size_t> head) {
  const Attention* attention = to.attention(block);
  const std::size_t heads = attention != nullptr ? attention->heads.size() : 0;
  if (heads > 0 && head.value_or(0) < heads) return;
  refuse(given.where, place_name(block, head) + ": expected a head below " + std::to_string(heads));
}

void cut_links(ChangeBuilder& to, const GivenChange& given) {
  require_block(to, given, given.head);
  require_head(to, given, given.block, given.head);
  const std::string problem = why_states_do_not_split(to.inputs.model.network);
  if (!problem.empty()) refuse(given.where, "no link of this model can be cut: " + problem);
  const auto [block, head] = given.from_head;
  if (block >= given.block) {
    refuse(given.where, place_name(block, head) + ": expected a head of a layer below " +
                            std::to_string(given.block));
  }
  require_head(to, given, block, head);
  const std::size_t heads = to.attention(given.block)->heads.size();
  bool is_known = false;
  for (const NamedInput& one : kNamedInputs) {
    if (given.input != one.name && given.input != kAllInputs) continue;
    is_known = true;
    for (std::size_t h = given.head.value_or(0); h <= given.head.value_or(heads - 1); ++h) {
      to.made.cuts.push_back({given.from_head, {given.block, h}, one.input});
    }
  }
  if (!is_known) {
    refuse(given.where, "expected query, key, value or all, found " + shown(given.input));
  }
}

void replace_attention(ChangeBuilder& to, const GivenChange& given) {
  require_block(to, given, std::nullopt);
  if (to.attention(given.block) == nullptr) {
    refuse(given.where, "expected a layer with attention, found " + std::to_string(given.block));
  }
  const Index D = to.inputs.model.width();
  const Index found = given.attention->weights.q.inputs(),
              made = given.attention->weights.o.outputs();
  if (found != D || made != D) {
    refuse(given.where, "expected attention of width " + std::to_string(D) + " (D), found " +
                            std::to_string(found == D ? made : found));
  }
  to.made.attentions[given.block] = given.attention;
}

void read_temperature(std::string_view value, GivenChange& to) {
  to.temperature = value == "inf" ? std::numeric_limits<float>::infinity()
                                  : parsed<float>(value).value_or(-1.0F);
  if (to.temperature >= 0) return;
  refuse(to.where, "expected a number from 0 to inf, found " + shown(std::string(value)));
}

void read_mask(std::string_view value, GivenChange& to) { to.mask = value; }

void read_weights(std::string_view value, GivenChange& to) {
  const std::string path(value);
  to.weights_name = path + ": ";
  to.weights = about_model_file(path, [&] {
    const TensorFile file(path);
    const Tensor& tensor = file.tensors().front();
    if (tensor.axes.size() != 2) {
      throw TensorFileError("expected two axes (L × L), found " + axes_words(tensor.axes));
    }
    return file.matrix(tensor, plane_of(tensor));
  });
}

/// Parses "7.3.query".
void read_link(std::string_view value, GivenChange& to) {
  const std::size_t dot = value.find('.'), next = value.find('.', dot + 1);
  const auto block = parsed<std::size_t>(value.substr(0, dot));
  const auto head = next == value.npos ? std::nullopt
                                       : parsed<std::size_t>(value.substr(dot + 1, next - dot - 1));
  if (!block || !head) {
    refuse(to.where, "expected LAYER.HEAD.INPUT behind =, such as 7.3.query, found " +
                         shown(std::string(value)));
  }
  to.from_head = {*block, *head};
  to.input = value.substr(next + 1);
}

void read_token(std::string_view value, GivenChange& to) {
  to.from = parsed<Index>(value).value_or(-1);
}

constexpr const char* kHeadExample = "LAYER.HEAD, such as 9.6 or 9.*";
constexpr const char* kPatchExample = "LAYER.TOKEN=TOKEN, such as 3.4=2";

/// Kind of a change, with its option.
struct ChangeKind {
  std::string_view id;
  /// Applies it to one head; or all of it.
  void (*apply)(ChangeBuilder& to, const ChangedHead& place, HeadChange& change);
  void (*apply_all)(ChangeBuilder& to, const GivenChange& given) = nullptr;
  std::vector<std::string> ChangeTexts::*texts = nullptr;  ///< null: no option
  const char* example = "";
  void (*read)(std::string_view value, GivenChange& to) = nullptr;  ///< null: it has no value
  bool is_of_heads = false;  ///< apply_all takes a head, or all
};

/// In the order in which they are applied.
constexpr std::array kChangeKinds{
    ChangeKind{"layer", nullptr, replace_attention},
    ChangeKind{"off", turn_off, nullptr, &ChangeTexts::off, kHeadExample},
    ChangeKind{"mean", give_mean, nullptr, &ChangeTexts::mean, kHeadExample},
    ChangeKind{"temperature", set_temperature, nullptr, &ChangeTexts::temperature,
               "LAYER.HEAD=NUMBER, such as 9.6=2", read_temperature},
    ChangeKind{"mask", set_mask, nullptr, &ChangeTexts::mask,
               "LAYER.HEAD=KIND, such as 9.6=previous", read_mask},
    ChangeKind{"weights", set_weights, nullptr, &ChangeTexts::weights, "LAYER.HEAD=FILE.npy",
               read_weights},
    ChangeKind{"patch", nullptr, add_patch, &ChangeTexts::patch, kPatchExample, read_token},
    ChangeKind{"cut", nullptr, cut_links, &ChangeTexts::cut,
               "LAYER.HEAD=LAYER.HEAD.INPUT, such as 9.6=7.3.query", read_link, true},
};

/// Parses "9.6=2": two numbers, or one and a star, and what follows the sign.
GivenChange given_change(const ChangeKind& kind, const std::string& text) {
  GivenChange made{.where = "--" + std::string(kind.id), .kind = kind.id};
  const auto fail = [&] {
    refuse(made.where, "expected " + std::string(kind.example) + ", found " + shown(text));
  };
  std::string_view before = text, value;
  const std::size_t sign = before.find('=');
  if ((kind.read != nullptr) != (sign != before.npos)) fail();
  if (kind.read != nullptr) {
    value = before.substr(sign + 1);
    before = before.substr(0, sign);
  }
  const std::size_t dot = before.find('.');
  if (dot == before.npos) fail();
  const auto block = parsed<std::size_t>(before.substr(0, dot));
  const std::string_view second = before.substr(dot + 1);
  const auto number = parsed<std::size_t>(second);
  const bool is_of_heads = kind.apply != nullptr || kind.is_of_heads;
  if (!block || (!number && !(is_of_heads && second == "*"))) fail();
  made.block = *block;
  if (is_of_heads) {
    made.head = number;
  } else {
    made.token = static_cast<Index>(*number);
  }
  if (kind.read != nullptr) kind.read(value, made);
  if (made.from < 0) fail();
  return made;
}

void add_head_change(ChangeBuilder& to, const ChangeKind& kind, const GivenChange& given) {
  require_block(to, given, given.head);
  require_head(to, given, given.block, given.head);
  const std::size_t heads = to.attention(given.block)->heads.size();
  const std::size_t first = given.head.value_or(0), last = given.head.value_or(heads - 1);
  for (std::size_t h = first; h <= last; ++h) {
    kind.apply(to, {given, h}, to.made.heads[{given.block, h}]);
  }
}

}  // namespace

std::vector<GivenChange> given_changes(const ChangeTexts& texts) {
  std::vector<GivenChange> made;
  for (const ChangeKind& kind : kChangeKinds) {
    if (kind.texts == nullptr) continue;
    for (const std::string& text : texts.*kind.texts) made.push_back(given_change(kind, text));
  }
  return made;
}

ModelChanges changes_in(const std::vector<GivenChange>& given, const ChangeInputs& inputs) {
  ChangeBuilder builder{inputs};
  for (const ChangeKind& kind : kChangeKinds) {
    for (const GivenChange& one : given) {
      if (one.kind != kind.id) continue;
      kind.apply_all != nullptr ? kind.apply_all(builder, one)
                                : add_head_change(builder, kind, one);
    }
  }
  return std::move(builder.made);
}

Matrix mean_outputs(const Model& model, std::size_t block,
                    const std::vector<std::vector<int>>& texts) {
  WideMatrix sum;
  double count = 0;
  ModelRun run(model);
  for (const std::vector<int>& ids : texts) {
    run.update(ids);
    const Matrix outputs = run.outputs(block);
    if (sum.size() == 0) sum = WideMatrix::Zero(1, outputs.cols());
    sum += outputs.bottomRows(outputs.rows() - 1).cast<double>().colwise().sum();
    count += static_cast<double>(outputs.rows() - 1);
  }
  const Index heads = std::ssize(model.network.blocks[block].attention->heads);
  const Matrix means = (sum / count).cast<float>();
  return Eigen::Map<const Matrix>(means.data(), heads, means.cols() / heads);
}

}  // namespace attn
