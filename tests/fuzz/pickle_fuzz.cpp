// Any bytes as the pickle of pytorch_model.bin, in an archive with storages: it is refused in one
// bounded line, or the tensors that it describes lie in the archive and can be read.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/document/tensors/tensor_file.h"
#include "tests/document/tensors/made_files.h"
#include "tests/fuzz/require.h"

namespace {

using namespace attn;

/// Archive with this pickle, and storages for the largest pickle of the corpus.
std::string archive(const std::string& pickle) {
  std::vector<std::pair<std::string, std::string>> members{{"m/data.pkl", pickle}};
  for (int n = 0; n < 16; ++n) {
    members.emplace_back("m/data/" + std::to_string(n), std::string(4096, '\0'));
  }
  return test::zip(members);
}

/// Reads a tensor of numbers as a model does: as a matrix, also transposed.
void read_tensor(const TensorFile& file, const Tensor& tensor) {
  constexpr Index kMost = 1 << 16;
  if (tensor.kind->read == nullptr || tensor.axes.size() != 2 || tensor.count() == 0) return;
  const TensorPlane plane = plane_of(tensor);
  test::require(plane.rows == tensor.axes[0] && plane.cols == tensor.axes[1], "of its shape");
  if (plane.rows > kMost / plane.cols) return;
  const Matrix numbers = file.matrix(tensor, plane);
  test::require(numbers.rows() == plane.rows && numbers.cols() == plane.cols, "all numbers");
  test::require(file.matrix(tensor, plane.transposed()) == numbers.transpose(), "transposed");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const std::string pickle(reinterpret_cast<const char*>(data), size);
    const TensorFile file(FileBytes::held(archive(pickle)));
    constexpr std::size_t kLookedAt = 8;
    for (std::size_t n = 0; n < std::min(file.tensors().size(), kLookedAt); ++n) {
      const Tensor& tensor = file.tensors()[n];
      test::require(file.find(tensor.name) == &tensor, "found by its name");
      read_tensor(file, tensor);
    }
  } catch (const TensorFileError& error) {
    test::require_one_line(error.what());
  }
  return 0;
}
