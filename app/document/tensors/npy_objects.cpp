#include <algorithm>
#include <optional>
#include <utility>

#include "app/document/tensors/pickle.h"
#include "app/document/tensors/tensor_headers.h"

namespace attn {
namespace {

constexpr std::string_view kReconstruct = "multiarray._reconstruct";

/// What NumPy's arrays are pickled with, also since NumPy 2.
bool may_occur_in_numpy(std::string_view global) {
  constexpr std::string_view kNumpyGlobals[] = {"numpy.core.multiarray._reconstruct",
                                                "numpy._core.multiarray._reconstruct",
                                                "numpy.ndarray", "numpy.dtype"};
  return std::ranges::find(kNumpyGlobals, global) != std::end(kNumpyGlobals);
}

/// Texts of a list that has as many as `axes` say; empty if there is something else in it.
std::optional<Tensor> texts_in_list(const Pickle& pickle, const PickleValue& list,
                                    const Axes& axes) {
  std::uint64_t count = 1;
  for (const Index axis : axes) count = bounded_product(count, static_cast<std::uint64_t>(axis));
  if (list.kind != PickleKind::kList || list.items.size() != count) return std::nullopt;
  std::vector<std::string> texts;
  std::uint64_t bytes = 0;
  for (std::size_t n = 0; n < list.items.size(); ++n) {
    const PickleValue& text = pickle.item(list, n);
    bytes += text.text.size() + sizeof(std::string);
    if (text.kind != PickleKind::kText || bytes > 2 * kMostPickleBytes) return std::nullopt;
    texts.push_back(text.text);
  }
  return texts_tensor("", axes, std::move(texts));
}

}  // namespace

std::optional<Tensor> texts_of_objects(std::string_view pickled) try {
  const Pickle pickle(pickled, "texts alone", may_occur_in_numpy);
  const PickleValue& array = pickle.top();
  // The state: version, axes, type, whether the first axis is contiguous, items.
  constexpr std::size_t kStateAt = 2, kStateItems = 5;
  if (!pickle.function(array).ends_with(kReconstruct) || array.items.size() <= kStateAt) {
    return std::nullopt;
  }
  const PickleValue& state = pickle.item(array, kStateAt);
  if (state.kind != PickleKind::kList || state.items.size() != kStateItems) return std::nullopt;
  Axes axes;
  const PickleValue& shape = pickle.item(state, 1);
  for (std::size_t n = 0; n < shape.items.size(); ++n) {
    const PickleValue& size = pickle.item(shape, n);
    if (size.kind != PickleKind::kNumber || size.number < 1) return std::nullopt;
    axes.push_back(static_cast<Index>(size.number));
  }
  const bool is_turned = axes.size() > 1 && pickle.item(state, 3).number != 0;
  if (axes.empty() || axes.size() > 2 || is_turned) return std::nullopt;
  return texts_in_list(pickle, pickle.item(state, 4), axes);
} catch (const TensorFileError&) {
  return std::nullopt;  // other objects
}

}  // namespace attn
