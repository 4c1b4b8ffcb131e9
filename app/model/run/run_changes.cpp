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

namespace attn {
namespace {

[[noreturn]] void refuse(std::string_view option, const std::string& text) {
  throw ModelError("--" + std::string(option) + ": " + text);
}

/// "9.6=2": two numbers, or one and a star, with what follows the sign.
struct ChangePlace {
  std::size_t block = 0;
  std::optional<std::size_t> second;  ///< none: all heads
  std::string_view value;
};

ChangePlace place_in(std::string_view option, const std::string& text, bool has_value,
                     const std::string& example) {
  ChangePlace place;
  std::string_view before = text;
  const std::size_t sign = before.find('=');
  const auto fail = [&] { refuse(option, "expected " + example + ", found " + shown(text)); };
  if (has_value != (sign != before.npos)) fail();
  if (has_value) {
    place.value = before.substr(sign + 1);
    before = before.substr(0, sign);
  }
  const std::size_t dot = before.find('.');
  if (dot == before.npos) fail();
  const auto block = parsed<std::size_t>(before.substr(0, dot));
  const std::string_view second = before.substr(dot + 1);
  const auto number = parsed<std::size_t>(second);
  if (!block || (!number && second != "*")) fail();
  place.block = *block;
  place.second = number;
  return place;
}

/// Changes under construction.
struct ChangeBuilder {
  const ChangeInputs& inputs;
  ModelChanges made = {};

  const std::vector<Block>& blocks() const { return inputs.model.network.blocks; }
  Index L() const { return inputs.tokens; }
};

/// Change of a head, as an option gives it.
struct HeadOption {
  std::string_view name;
  std::vector<std::string> ChangeTexts::*texts;
  bool has_value;
  const char* example;
  void (*apply)(ChangeBuilder& to, std::size_t block, std::size_t head, std::string_view value,
                HeadChange& change);
};

void require_no_output(std::string_view option, std::size_t block, std::size_t head,
                       const HeadChange& change) {
  if (!change.output) return;
  refuse(option,
         std::to_string(block) + "." + std::to_string(head) + ": its output is given already");
}

Index value_width(const ChangeBuilder& to, std::size_t block) {
  Index own = 0;
  for (const Head& head : to.blocks()[block].attention->heads) own += head.keys_of ? 0 : 1;
  return to.inputs.model.layer(block)->v.outputs() / own;
}

void turn_off(ChangeBuilder& to, std::size_t block, std::size_t head, std::string_view,
              HeadChange& change) {
  require_no_output("off", block, head, change);
  change.output = RowVector(RowVector::Zero(value_width(to, block)));
}

void give_mean(ChangeBuilder& to, std::size_t block, std::size_t head, std::string_view,
               HeadChange& change) {
  require_no_output("mean", block, head, change);
  change.output = RowVector(to.inputs.mean_outputs(block).row(static_cast<Index>(head)));
}

void set_temperature(ChangeBuilder&, std::size_t, std::size_t, std::string_view value,
                     HeadChange& change) {
  const auto number = value == "inf" ? std::numeric_limits<float>::infinity()
                                     : parsed<float>(value).value_or(-1.0F);
  if (!(number >= 0)) {
    refuse("temperature", "expected a number from 0 to inf, found " + shown(std::string(value)));
  }
  change.temperature = number;
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

void set_mask(ChangeBuilder& to, std::size_t block, std::size_t, std::string_view value,
              HeadChange& change) {
  const SeenKeys before = SeenKeys::of(to.blocks()[block].attention->masks, to.L());
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
  refuse("mask", "expected causal, none, previous, itself, window:R or not:J, found " +
                     shown(std::string(value)));
}

void set_weights(ChangeBuilder& to, std::size_t, std::size_t, std::string_view value,
                 HeadChange& change) {
  const std::string path(value);
  const Matrix weights = about_model_file(path, [&] {
    const TensorFile file(path);
    const Tensor& tensor = file.tensors().front();
    if (tensor.axes != Axes{to.L(), to.L()}) {
      throw TensorFileError("expected " + axes_words(Axes{to.L(), to.L()}) + " (L × L), found " +
                            axes_words(tensor.axes));
    }
    return file.matrix(tensor, plane_of(tensor));
  });
  for (Index i = 0; i < to.L(); ++i) {
    const auto row = weights.row(i).array();
    const bool is_kept = row.isNaN().all();
    if (is_kept || (row.isFinite().all() && (row >= 0).all())) continue;
    refuse("weights",
           path + ": row " + std::to_string(i) + ": expected finite numbers >= 0, or NaN alone");
  }
  change.weights = weights;
}

constexpr std::array kHeadOptions{
    HeadOption{"off", &ChangeTexts::off, false, "LAYER.HEAD, such as 9.6 or 9.*", turn_off},
    HeadOption{"mean", &ChangeTexts::mean, false, "LAYER.HEAD, such as 9.6 or 9.*", give_mean},
    HeadOption{"temperature", &ChangeTexts::temperature, true, "LAYER.HEAD=NUMBER, such as 9.6=2",
               set_temperature},
    HeadOption{"mask", &ChangeTexts::mask, true, "LAYER.HEAD=KIND, such as 9.6=previous", set_mask},
    HeadOption{"weights", &ChangeTexts::weights, true, "LAYER.HEAD=FILE.npy", set_weights},
};

/// Name of what an option names: "12.0".
std::string place_name(const ChangePlace& place) {
  return std::to_string(place.block) + "." + (place.second ? std::to_string(*place.second) : "*");
}

void add_head_change(ChangeBuilder& to, const HeadOption& option, const std::string& text) {
  const ChangePlace place = place_in(option.name, text, option.has_value, option.example);
  const auto& blocks = to.blocks();
  if (place.block >= blocks.size()) {
    refuse(option.name,
           place_name(place) + ": expected a layer below " + std::to_string(blocks.size()));
  }
  const auto& attention = blocks[place.block].attention;
  const std::size_t heads = attention ? attention->heads.size() : 0;
  if (heads == 0 || place.second.value_or(0) >= heads) {
    refuse(option.name, place_name(place) + ": expected a head below " + std::to_string(heads));
  }
  const std::size_t first = place.second.value_or(0);
  const std::size_t last = place.second.value_or(heads - 1);
  for (std::size_t h = first; h <= last; ++h) {
    option.apply(to, place.block, h, place.value, to.made.heads[{place.block, h}]);
  }
}

void add_patch(ChangeBuilder& to, const std::string& text) {
  const ChangePlace place = place_in("patch", text, true, "LAYER.TOKEN=TOKEN, such as 3.4=2");
  const std::size_t blocks = to.blocks().size();
  const auto from = parsed<Index>(place.value);
  if (!place.second || !from) {
    refuse("patch", "expected LAYER.TOKEN=TOKEN, such as 3.4=2, found " + shown(text));
  }
  if (place.block > blocks) {
    refuse("patch", place_name(place) + ": expected a layer up to " + std::to_string(blocks));
  }
  const ModelRun* other = to.inputs.other_run();
  if (other == nullptr) refuse("patch", "expected --from, the text whose token is taken");
  const auto require_token = [&](Index token, Index count) {
    if (token >= 0 && token < count) return;
    refuse("patch", text + ": expected a token below " + std::to_string(count));
  };
  require_token(static_cast<Index>(*place.second), to.L());
  require_token(*from, other->tokens());
  to.made.patches.push_back(
      {place.block, static_cast<Index>(*place.second), other->states(place.block).row(*from)});
}

}  // namespace

bool ChangeTexts::are_none() const {
  return off.empty() && mean.empty() && temperature.empty() && mask.empty() && weights.empty() &&
         patch.empty();
}

ModelChanges changes_in(const ChangeTexts& texts, const ChangeInputs& inputs) {
  ChangeBuilder builder{inputs};
  for (const HeadOption& option : kHeadOptions) {
    for (const std::string& text : texts.*option.texts) add_head_change(builder, option, text);
  }
  for (const std::string& text : texts.patch) add_patch(builder, text);
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
