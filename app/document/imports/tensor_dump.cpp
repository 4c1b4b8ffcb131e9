#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "app/document/files/problem_line.h"
#include "app/document/imports/dump_tokens.h"
#include "app/document/imports/open_dump.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr std::size_t kLeastAttentionAxes = 2, kMostAttentionAxes = 5;
constexpr Index kMostLayers = 10'000;

bool is_digit_of_name(char c) { return c >= '0' && c <= '9'; }

/// Name without its last number, and that number: "attentions.#" for "attentions.11".
struct NumberedName {
  std::string stem;
  std::optional<std::uint64_t> number;
};

NumberedName numbered(const std::string& name) {
  const auto last = std::find_if(name.rbegin(), name.rend(), is_digit_of_name).base();
  const auto first =
      std::find_if_not(std::make_reverse_iterator(last), name.rend(), is_digit_of_name).base();
  const auto number = parsed<std::uint64_t>({first, last});
  if (!number) return {name, std::nullopt};
  return {std::string(name.begin(), first) + "#" + std::string(last, name.end()), number};
}

/// Arrays that belong together: one, or one per layer.
struct DumpGroup {
  std::string stem;
  std::vector<const Tensor*> tensors;  ///< sorted by number
  std::vector<Index> numbers;          ///< numbers of the layers, from the names; empty if none
                                       ///< layers
  bool is_of_layers = false;           ///< one array per layer
  bool is_of_several = false;          ///< other groups are possible as well
};

/// Larger numbers in names are not layer numbers.
constexpr std::uint64_t kLargestLayerNumber = 1'000'000;

/// Returns whether numbers in names are layer numbers: not in NumPy's default name of a single
/// array.
bool numbers_layers(const DumpGroup& group) {
  return group.tensors.size() > 1 ||
         (numbered(group.tensors.front()->name).number && group.stem != "arr_#");
}

std::vector<DumpGroup> groups_of(const TensorFile& file) {
  struct Member {
    std::uint64_t number;
    const Tensor* tensor;
  };
  std::map<std::string, std::vector<Member>> by_stem;
  for (const Tensor& tensor : file.tensors()) {
    const bool is_matrices =
        tensor.axes.size() >= kLeastAttentionAxes && tensor.axes.size() <= kMostAttentionAxes;
    if (!tensor.kind->read || !is_matrices || tensor.count() == 0) continue;
    const NumberedName name = numbered(tensor.name);
    by_stem[name.stem].push_back({name.number.value_or(0), &tensor});
  }
  std::vector<DumpGroup> groups;
  for (auto& [stem, members] : by_stem) {
    std::ranges::stable_sort(members, {}, &Member::number);
    DumpGroup& group = groups.emplace_back(DumpGroup{stem, {}, {}, false, false});
    for (const Member& member : members) group.tensors.push_back(member.tensor);
    group.is_of_layers = numbers_layers(group);
    // "l.1" and "l.01" are two layers with the same number.
    const bool are_names =
        group.is_of_layers && members.back().number <= kLargestLayerNumber &&
        std::ranges::adjacent_find(members, {}, &Member::number) == members.end();
    if (!are_names) continue;
    for (const Member& member : members) {
      group.numbers.push_back(static_cast<Index>(member.number));
    }
  }
  return groups;
}

std::string group_words(const DumpGroup& group) {
  std::string first = "\"" + shown(group.tensors.front()->name) + "\"";
  if (group.tensors.size() == 1) return first;
  return first + " … \"" + shown(group.tensors.back()->name) + "\"";
}

/// "cross_attentions" of "cross_attentions.#".
std::string short_name(const DumpGroup& group) {
  std::string name = group.is_of_layers ? group.stem : group.tensors.front()->name;
  if (group.is_of_layers && name.ends_with('#')) {
    name.pop_back();
    while (!name.empty() && std::string_view("._-/ ").find(name.back()) != std::string_view::npos)
      name.pop_back();
  }
  return shown(name.empty() ? group.tensors.front()->name : name, 60);
}

std::string list_words(const std::vector<DumpGroup>& groups) {
  constexpr std::size_t kMostShown = 6;
  const auto some = std::span(groups).first(std::min(groups.size(), kMostShown));
  std::string words = joined(some, group_words);
  if (groups.size() > kMostShown) {
    words += " and " + std::to_string(groups.size() - kMostShown) + " more";
  }
  return words;
}

/// Error message for a file without suitable arrays.
std::string why_none(const TensorFile& file) {
  if (file.tensors().empty()) return "expected attention, found no array";
  const Tensor& first = file.tensors().front();
  return "expected attention, " + std::to_string(kLeastAttentionAxes) + " to " +
         std::to_string(kMostAttentionAxes) + " axes of " + float_names() + "; found " +
         about_tensor(first.name, axes_words(first.axes) + " of " + std::string(first.kind->name));
}

/// Groups whose name contains the word, if any; else all.
std::vector<DumpGroup> called_attention(std::vector<DumpGroup> groups) {
  for (const std::string_view word : {"attention", "attn"}) {
    std::vector<DumpGroup> called;
    for (const DumpGroup& group : groups) {
      if (group.stem.find(word) != std::string::npos) called.push_back(group);
    }
    if (!called.empty()) return called;
  }
  return groups;
}

/// Group of a single array of `group`, as one layer.
DumpGroup only(const DumpGroup& group, std::size_t n) {
  DumpGroup one{group.stem, {group.tensors[n]}, {}, group.is_of_layers, false};
  if (!group.numbers.empty()) one.numbers.push_back(group.numbers[n]);
  return one;
}

/// Array with this name, or the layers whose names start with it.
DumpGroup chosen_group(const std::vector<DumpGroup>& groups, const std::string& name) {
  for (const DumpGroup& group : groups) {
    const auto found = std::ranges::find(group.tensors, name, &Tensor::name);
    if (found != group.tensors.end()) {
      return only(group, static_cast<std::size_t>(found - group.tensors.begin()));
    }
  }
  std::vector<DumpGroup> begun;
  for (const DumpGroup& group : groups) {
    if (group.is_of_layers && group.stem.starts_with(name)) begun.push_back(group);
  }
  if (begun.empty()) {
    throw ImportError("expected attention called \"" + shown(name) + "\", found " +
                      list_words(groups));
  }
  const std::vector<DumpGroup> called = called_attention(std::move(begun));
  if (called.size() == 1) return called.front();
  throw ImportError("expected one whose name begins with \"" + shown(name) + "\", found " +
                    list_words(called));
}

DumpGroup group_of(const TensorFile& file, const std::string& name) {
  const std::vector<DumpGroup> groups = groups_of(file);
  if (groups.empty()) throw ImportError(why_none(file));
  const std::vector<DumpGroup> called = called_attention(groups);
  if (!name.empty()) {
    DumpGroup chosen = chosen_group(groups, name);
    chosen.is_of_several = called.size() > 1 || called.front().stem != chosen.stem;
    return chosen;
  }
  if (called.size() == 1) return called.front();
  throw ImportError("expected a choice by --tensor of " + list_words(called));
}

/// Axes of an array by meaning; −1: absent.
struct DumpAxes {
  int layers = -1, batch = -1, heads = -1;
};

DumpAxes axes_of(std::size_t count, bool is_of_layer) {
  switch (count) {
    case 2:
      return {};
    case 3:
      return {.heads = 0};
    case 4:
      return is_of_layer ? DumpAxes{.batch = 0, .heads = 1} : DumpAxes{.layers = 0, .heads = 1};
    default:
      return {.layers = 0, .batch = 1, .heads = 2};
  }
}

std::string axes_names(const DumpAxes& axes) {
  return std::string(axes.layers >= 0 ? "layers × " : "") + (axes.batch >= 0 ? "batch × " : "") +
         (axes.heads >= 0 ? "heads × " : "") + "queries × keys";
}

class TensorDump : public AttentionDump {
 public:
  TensorDump(TensorFile file, const DumpChoice& choice)
      : file_(std::move(file)), group_(group_of(file_, choice.tensor)), batch_(choice.batch) {
    for (const Tensor* tensor : group_.tensors) {
      const DumpAxes axes = axes_of(tensor->axes.size(), group_.is_of_layers);
      if (group_.is_of_layers && axes.layers >= 0) {
        throw ImportError(about_tensor(
            tensor->name,
            "expected at most 4 axes of each layer, found " + axes_words(tensor->axes)));
      }
      const Index batches = length(*tensor, axes.batch);
      if (batch_ >= batches) {
        throw ImportError(axes.batch < 0
                              ? "expected no --batch, as there is no such axis"
                              : "--batch: expected less than " + std::to_string(batches) +
                                    ", found " + std::to_string(batch_));
      }
      const Index layers = length(*tensor, axes.layers);
      if (layers > kMostLayers) {
        throw ImportError("expected at most " + std::to_string(kMostLayers) + " layers, found " +
                          axes_words(tensor->axes));
      }
      for (Index n = 0; n < layers; ++n) layers_.push_back({tensor, n});
    }
  }

  Index layer_count() const override { return std::ssize(layers_); }
  Index layer_name(Index n) const override {
    return group_.numbers.empty() ? n : group_.numbers[static_cast<std::size_t>(n)];
  }

  DumpLayer layer(Index n) const override {
    const Tensor& tensor = *at(n).tensor;
    const std::size_t rank = tensor.axes.size();
    const DumpAxes axes = axes_of(rank, group_.is_of_layers);
    return {length(tensor, axes.heads), tensor.axes[rank - 2], tensor.axes[rank - 1]};
  }

  Matrix numbers(Index layer, Index head) const override {
    const Tensor& tensor = *at(layer).tensor;
    const DumpAxes axes = axes_of(tensor.axes.size(), group_.is_of_layers);
    Axes indices;
    if (axes.layers >= 0) indices.push_back(at(layer).index);
    if (axes.batch >= 0) indices.push_back(batch_);
    if (axes.heads >= 0) indices.push_back(head);
    return as_error<ImportError>([&] { return file_.matrix(tensor, plane_of(tensor, indices)); });
  }

  DumpTokens tokens() const override { return tokens_beside(file_, batch_); }

  std::string words() const override {
    const Tensor& first = *group_.tensors.front();
    const DumpAxes axes = axes_of(first.axes.size(), group_.is_of_layers);
    const bool is_many = group_.tensors.size() > 1;
    std::string words = first.name.empty() ? "" : group_words(group_);
    if (is_many) words += are_alike() ? ", each " : " of several sizes, the first ";
    if (!is_many && !words.empty()) words += ": ";
    words +=
        axes_names(axes) + " = " + axes_words(first.axes) + " of " + std::string(first.kind->name);
    if (length(first, axes.batch) > 1) {
      words +=
          "; batch " + std::to_string(batch_) + " of " + std::to_string(length(first, axes.batch));
    }
    return words;
  }

  std::string chosen() const override {
    std::string words = group_.is_of_several ? short_name(group_) : "";
    const Tensor& first = *group_.tensors.front();
    const DumpAxes axes = axes_of(first.axes.size(), group_.is_of_layers);
    if (length(first, axes.batch) > 1) {
      words += (words.empty() ? "batch " : ", batch ") + std::to_string(batch_);
    }
    return words;
  }

 private:
  struct OneLayer {
    const Tensor* tensor;
    Index index;  // index along the axis of layers
  };

  /// Length of an axis; 1 if there is no such axis.
  static Index length(const Tensor& tensor, int axis) {
    return axis < 0 ? 1 : tensor.axes[static_cast<std::size_t>(axis)];
  }
  bool are_alike() const {
    const Tensor& first = *group_.tensors.front();
    return std::ranges::all_of(group_.tensors, [&](const Tensor* one) {
      return one->axes == first.axes && one->kind == first.kind;
    });
  }
  const OneLayer& at(Index n) const { return layers_[static_cast<std::size_t>(n)]; }

  TensorFile file_;
  DumpGroup group_;
  Index batch_;
  std::vector<OneLayer> layers_;
};

}  // namespace

std::unique_ptr<AttentionDump> open_tensors(TensorFile file, const DumpChoice& choice) {
  return std::make_unique<TensorDump>(std::move(file), choice);
}

}  // namespace attn
