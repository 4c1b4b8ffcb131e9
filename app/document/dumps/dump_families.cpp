#include "app/document/dumps/dump_families.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include "app/document/dumps/dump_tokens.h"
#include "app/document/dumps/dump_vectors.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// Larger numbers in names are not layer numbers.
constexpr std::uint64_t kLargestNumber = 1'000'000;

bool is_digit_of_name(char c) { return c >= '0' && c <= '9'; }

/// A number in a name.
struct NumberInName {
  std::size_t begin = 0, end = 0;
  std::uint64_t number = 0;
  bool is_step = false;  ///< after the word "step"
};

std::vector<NumberInName> numbers_in(std::string_view name) {
  std::vector<NumberInName> numbers;
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t end =
        static_cast<std::size_t>(std::find_if_not(name.begin() + static_cast<std::ptrdiff_t>(at),
                                                  name.end(), is_digit_of_name) -
                                 name.begin());
    if (end == at) {
      ++at;
      continue;
    }
    if (const auto number = parsed<std::uint64_t>(name.substr(at, end - at))) {
      std::string before(name.substr(0, at));
      while (!before.empty() && std::string_view("._-/ [").find(before.back()) != std::string::npos)
        before.pop_back();
      std::ranges::transform(before, before.begin(),
                             [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
      numbers.push_back({at, end, *number, before.ends_with("step") || before.ends_with("steps")});
    }
    at = end;
  }
  return numbers;
}

/// `name` with a star in place of some of its numbers.
std::string with_stars(std::string name, std::span<const NumberInName> numbers) {
  for (auto number = numbers.rbegin(); number != numbers.rend(); ++number) {
    name.replace(number->begin, number->end - number->begin, "*");
  }
  return name;
}

/// An array that can be attention.
struct NamedArray {
  const Tensor* tensor = nullptr;
  std::vector<NumberInName> numbers = {};
};

std::vector<NamedArray> named(const std::vector<const Tensor*>& tensors) {
  std::vector<NamedArray> arrays;
  arrays.reserve(tensors.size());
  for (const Tensor* tensor : tensors) arrays.push_back({tensor, numbers_in(tensor->name)});
  return arrays;
}

/// Whether `next` is of the step after `before`: one query, and one key more.
bool is_next_step(const Tensor& before, const Tensor& next) {
  if (before.axes.size() != next.axes.size()) return false;
  const std::size_t keys = next.axes.size() - 1, queries = keys - 1;
  return next.axes[queries] == 1 && next.axes[keys] == before.axes[keys] + 1 &&
         std::equal(next.axes.begin(), next.axes.end() - 2, before.axes.begin());
}

/// Number of layers of a list of all layers of step 0, all of step 1 …, as the keys grow; empty if
/// it is no such list.
std::optional<std::size_t> layers_of_growing(std::span<const Tensor* const> list) {
  const auto grown = std::ranges::find_if(
      list, [&](const Tensor* tensor) { return tensor->axes != list.front()->axes; });
  const auto layers = static_cast<std::size_t>(grown - list.begin());
  if (grown == list.end() || list.size() % layers != 0) return std::nullopt;
  for (std::size_t n = layers; n < list.size(); ++n) {
    if (!is_next_step(*list[n - layers], *list[n])) return std::nullopt;
  }
  return layers;
}

std::vector<std::uint64_t> values_in_name(const NamedArray& array) {
  std::vector<std::uint64_t> numbers;
  for (const NumberInName& one : array.numbers) numbers.push_back(one.number);
  return numbers;
}

/// Arrays of several steps, whose names differ only in numbers, as a family; empty if they are not
/// of steps.
std::optional<DumpFamily> family_of_steps(std::vector<NamedArray> arrays) {
  std::ranges::stable_sort(arrays, {}, values_in_name);
  DumpFamily family{with_stars(arrays.front().tensor->name, arrays.front().numbers), {}, {}, true};
  const auto& numbers = arrays.front().numbers;
  const auto step = std::ranges::find(numbers, true, &NumberInName::is_step);
  if (step != numbers.end()) {
    // Layer number: the last of the other numbers.
    const auto at = static_cast<std::size_t>(step - numbers.begin());
    std::map<std::uint64_t, std::vector<const Tensor*>> layers;
    for (const NamedArray& array : arrays) {
      const std::size_t last = array.numbers.size() - 1;
      const bool has_layer = last > 0;
      const std::uint64_t layer =
          has_layer ? array.numbers[at == last ? last - 1 : last].number : 0;
      layers[layer].push_back(array.tensor);
    }
    const std::size_t steps = layers.begin()->second.size();
    for (auto& [number, of_steps] : layers) {
      if (number > kLargestNumber || of_steps.size() != steps || steps < 2) return std::nullopt;
      family.numbers.push_back(static_cast<Index>(number));
      family.layers.push_back(std::move(of_steps));
    }
    return family;
  }
  std::vector<const Tensor*> list;
  list.reserve(arrays.size());
  for (const NamedArray& array : arrays) list.push_back(array.tensor);
  const auto layers = layers_of_growing(list);
  if (!layers) return std::nullopt;
  family.layers.resize(*layers);
  for (std::size_t n = 0; n < list.size(); ++n) family.layers[n % *layers].push_back(list[n]);
  return family;
}

/// Family of one array for each layer, whose number in `array` is that at `at`.
DumpFamily family_of_layers(std::string pattern,
                            std::vector<std::pair<std::uint64_t, const Tensor*>> members) {
  std::ranges::stable_sort(members, {}, [](const auto& member) { return member.first; });
  DumpFamily family{std::move(pattern), {}, {}, true};
  for (const auto& [number, tensor] : members) family.layers.push_back({tensor});
  // "l.1" and "l.01" are two layers with the same number.
  const auto number_of = [](const auto& member) { return member.first; };
  const bool are_names = members.back().first <= kLargestNumber &&
                         std::ranges::adjacent_find(members, {}, number_of) == members.end();
  if (!are_names) return family;
  for (const auto& member : members) family.numbers.push_back(static_cast<Index>(member.first));
  return family;
}

DumpFamily family_of_one(const Tensor& tensor) { return {tensor.name, {{&tensor}}, {}, false}; }

/// Families of one array per layer: the star is at the number that takes the most values, of
/// several such at the last.
void add_families_of_layers(const std::vector<NamedArray>& arrays, std::vector<DumpFamily>& to) {
  std::map<std::string, std::size_t> sizes;
  const auto pattern_of = [](const NamedArray& array, const NumberInName& number) {
    return with_stars(array.tensor->name, std::span(&number, 1));
  };
  for (const NamedArray& array : arrays) {
    for (const NumberInName& number : array.numbers) ++sizes[pattern_of(array, number)];
  }
  std::map<std::string, std::vector<std::pair<std::uint64_t, const Tensor*>>> members;
  for (const NamedArray& array : arrays) {
    // NumPy calls a single array arr_0.
    const auto is_star = [&](const NumberInName& a, const NumberInName& b) {
      return sizes.at(pattern_of(array, a)) <= sizes.at(pattern_of(array, b));
    };
    const NumberInName* star = nullptr;
    for (const NumberInName& number : array.numbers) {
      if (!star || is_star(*star, number)) star = &number;
    }
    const bool is_default = star && pattern_of(array, *star) == "arr_*" && sizes.at("arr_*") == 1;
    if (!star || is_default) {
      to.push_back(family_of_one(*array.tensor));
    } else {
      members[pattern_of(array, *star)].emplace_back(star->number, array.tensor);
    }
  }
  for (auto& [pattern, of_layers] : members) {
    to.push_back(family_of_layers(pattern, std::move(of_layers)));
  }
}

/// The arrays whose names are `pattern` with a number for its star.
DumpFamily family_like(const std::vector<const Tensor*>& arrays, const std::string& pattern) {
  const std::size_t star = pattern.find('*');
  const std::string_view begin = std::string_view(pattern).substr(0, star),
                         end = std::string_view(pattern).substr(star + 1);
  std::vector<std::pair<std::uint64_t, const Tensor*>> members;
  for (const Tensor* tensor : arrays) {
    std::string_view name = tensor->name;
    if (name.size() <= begin.size() + end.size() || !name.starts_with(begin) ||
        !name.ends_with(end)) {
      continue;
    }
    name = name.substr(begin.size(), name.size() - begin.size() - end.size());
    if (const auto number = parsed<std::uint64_t>(name)) members.emplace_back(*number, tensor);
  }
  return members.empty() ? DumpFamily{} : family_of_layers(pattern, std::move(members));
}

std::string list_words(const std::vector<DumpFamily>& families) {
  constexpr std::size_t kMostShown = 6;
  const auto some = std::span(families).first(std::min(families.size(), kMostShown));
  std::string words = joined(some, [](const DumpFamily& family) {
    if (family.pattern.empty()) return "one without a name (" + family_words(family) + ")";
    return "'" + shown(family.pattern) + "' (" + family_words(family) + ")";
  });
  if (families.size() > kMostShown) {
    words += " and " + std::to_string(families.size() - kMostShown) + " more";
  }
  return words;
}

/// Family of a single array of `family`, as one layer.
DumpFamily only_layer(const DumpFamily& family, std::size_t n) {
  DumpFamily one{family.layers[n].front()->name, {family.layers[n]}, {}, family.is_of_layers};
  if (!family.numbers.empty()) one.numbers.push_back(family.numbers[n]);
  return one;
}

/// Whether the name speaks of scores, which come after the weights of the same model.
bool is_called_scores(std::string_view name) {
  constexpr std::string_view kWords[] = {"score", "logit"};
  return std::ranges::any_of(
      kWords, [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
}

}  // namespace

std::vector<DumpFamily> families_in(const std::vector<const Tensor*>& tensors) {
  std::map<std::string, std::vector<NamedArray>> by_numbers;
  for (NamedArray& array : named(tensors)) {
    by_numbers[with_stars(array.tensor->name, array.numbers)].push_back(std::move(array));
  }
  std::vector<DumpFamily> families;
  std::vector<NamedArray> others;
  for (auto& [pattern, arrays] : by_numbers) {
    if (auto of_steps = family_of_steps(arrays)) {
      families.push_back(*std::move(of_steps));
    } else {
      others.insert(others.end(), arrays.begin(), arrays.end());
    }
  }
  add_families_of_layers(others, families);
  std::ranges::stable_sort(families, {}, &DumpFamily::pattern);
  return families;
}

std::vector<DumpFamily> called_attention(std::vector<DumpFamily> families) {
  for (const std::string_view word : {"attention", "attn", "weight"}) {
    std::vector<DumpFamily> called;
    for (const DumpFamily& family : families) {
      if (family.pattern.find(word) != std::string::npos) called.push_back(family);
    }
    if (!called.empty()) return called;
  }
  return families;
}

DumpFamily chosen_family(const std::vector<const Tensor*>& tensors,
                         const std::vector<const Tensor*>& offered, const std::string& name) {
  const std::vector<DumpFamily> families = families_in(tensors);
  if (name.empty()) {
    const std::vector<DumpFamily> called = called_attention(families_in(offered));
    if (called.size() == 1) return called.front();
    throw ImportError("expected a choice by --tensor of " + list_words(called));
  }
  for (const DumpFamily& family : families) {
    if (family.pattern == name) return family;
    for (std::size_t n = 0; n < family.layers.size(); ++n) {
      const auto& steps = family.layers[n];
      const auto found = std::ranges::find(steps, name, &Tensor::name);
      if (found == steps.end()) continue;
      return steps.size() == 1 ? only_layer(family, n) : family_of_one(**found);
    }
  }
  if (std::ranges::count(name, '*') == 1) {
    DumpFamily like = family_like(tensors, name);
    if (!like.layers.empty()) return like;
  }
  std::vector<DumpFamily> begun;
  for (const DumpFamily& family : families) {
    if (family.is_of_layers && family.pattern.starts_with(name)) begun.push_back(family);
  }
  if (begun.empty()) {
    throw ImportError("expected attention called '" + shown(name) + "', found " +
                      list_words(families));
  }
  const std::vector<DumpFamily> called = called_attention(std::move(begun));
  if (called.size() == 1) return called.front();
  throw ImportError("expected one whose name begins with '" + shown(name) + "', found " +
                    list_words(called));
}

std::string family_words(const DumpFamily& family) {
  const Tensor& first = family.first();
  const auto is_alike = [&](const Tensor* one) {
    return one->axes == first.axes && one->kind == first.kind;
  };
  const auto are_alike = [&](const auto& steps) { return std::ranges::all_of(steps, is_alike); };
  std::string each = axes_words(first.axes) + " of " + std::string(first.kind->name);
  if (!family.is_of_layers) return each;
  std::string words = counted(family.layers.size(), "layer");
  if (family.has_steps()) {
    return words + " × " + counted(family.layers.front().size(), "step") + ", the first " + each;
  }
  return words +
         (family.layers.size() == 1                       ? ", "
          : std::ranges::all_of(family.layers, are_alike) ? ", each "
                                                          : ", the first ") +
         each;
}

std::string short_name(const DumpFamily& family) {
  std::string name = family.is_of_layers ? family.pattern : family.first().name;
  if (family.is_of_layers && name.ends_with('*')) {
    name.pop_back();
    while (!name.empty() && std::string_view("._-/ ").find(name.back()) != std::string_view::npos)
      name.pop_back();
  }
  return shown(name.empty() ? family.first().name : name, 60);
}

std::size_t part_called(const DumpContents& contents, std::string_view tensor) {
  const auto found = std::ranges::find_if(contents.parts, [&](const DumpPart& part) {
    return tensor.empty() ? part.is_usual : part.name == tensor;
  });
  return static_cast<std::size_t>(found - contents.parts.begin());
}

DumpContents contents_of_tensors(const TensorFile& file, const std::string& named) {
  std::vector<DumpFamily> families = families_in(arrays_to_choose(file));
  if (families.empty()) throw ImportError(why_no_matrices(file));
  const std::vector<DumpFamily> called = called_attention(families);
  const auto is_called = [&](const std::string& pattern) {
    return std::ranges::find(called, pattern, &DumpFamily::pattern) != called.end();
  };
  std::ranges::stable_sort(families, {}, [&](const DumpFamily& family) {
    return std::tuple(!is_called(family.pattern), is_called_scores(family.pattern));
  });
  DumpContents contents{.words = counted(file.tensors().size(), "array"),
                        .token_rows = token_rows(file)};
  for (const DumpFamily& family : families) {
    const bool is_usual = called.size() == 1 && family.pattern == called.front().pattern;
    contents.parts.push_back({family.pattern, family_words(family), is_usual, family.first().axes});
  }
  if (!named.empty() && part_called(contents, named) == contents.parts.size()) {
    const DumpFamily family = chosen_family(matrices_in(file), arrays_to_choose(file), named);
    contents.parts.insert(contents.parts.begin(),
                          {named, family_words(family), false, family.first().axes});
  }
  return contents;
}

}  // namespace attn
