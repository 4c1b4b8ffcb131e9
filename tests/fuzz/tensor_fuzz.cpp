// Any bytes as a file of arrays: it is refused in one bounded line, or what it says of itself
// holds, and its numbers can be read.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "app/document/tensors/tensor_file.h"
#include "tests/fuzz/require.h"

namespace {

using namespace attn;
using test::require;

/// The first and the last plane, and the texts of what has some.
void read_some(const TensorFile& file, const Tensor& tensor) {
  try {
    if (tensor.kind->read_text) {
      const auto texts = file.texts(tensor);
      require(std::ssize(texts) == tensor.axes.front(), "as many texts as it says");
    }
    if (tensor.axes.size() < 2 || tensor.count() == 0) return;
    const std::size_t before = tensor.axes.size() - 2;
    Axes indices(before, 0);
    for (const bool is_last : {false, true}) {
      for (std::size_t n = 0; is_last && n < before; ++n) indices[n] = tensor.axes[n] - 1;
      const TensorPlane plane = plane_of(tensor, indices);
      if (plane.rows > (Index{1} << 20) / plane.cols) return;
      const Matrix matrix = file.matrix(tensor, plane);
      require(matrix.rows() == plane.rows && matrix.cols() == plane.cols, "of the shape asked for");
    }
  } catch (const TensorFileError& error) {
    test::require_one_line(error.what());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const TensorFile file(FileBytes::held(std::string(reinterpret_cast<const char*>(data), size)));
    constexpr std::size_t kLookedAt = 8;
    for (std::size_t n = 0; n < std::min(file.tensors().size(), kLookedAt); ++n) {
      const Tensor& tensor = file.tensors()[n];
      require(file.find(tensor.name) == &tensor, "found by its name");
      read_some(file, tensor);
    }
  } catch (const TensorFileError& error) {
    test::require_one_line(error.what());
  }
  return 0;
}
