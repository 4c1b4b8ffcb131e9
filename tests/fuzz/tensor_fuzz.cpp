// Any bytes as a file of arrays, or of attention from elsewhere: it is refused in one bounded line,
// or what it says of itself holds, and its numbers can be read and shown.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "app/document/imports/dump_scene.h"
#include "app/document/imports/dump_tokens_changed.h"
#include "app/document/imports/open_dump.h"
#include "app/document/tensors/tensor_file.h"
#include "engine/reference/check.h"
#include "tests/fuzz/require.h"

namespace {

using namespace attn;
using test::require;

/// The first and the last plane, and the texts of what has some.
void read_some(const TensorFile& file, const Tensor& tensor) {
  try {
    if (tensor.kind->read_text) {
      const auto texts = file.texts(tensor);
      require(std::ssize(texts) == tensor.axes.back(), "as many texts as it says");
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

/// The first layer, as attention from elsewhere, also without its padding and by words.
void import_layer(const std::shared_ptr<const AttentionDump>& dump) {
  try {
    require(dump->layer_count() > 0, "a layer at least");
    const DumpLayer shape = dump->layer(0);
    constexpr Index kMost = 1 << 12;
    if (shape.heads > 8 || shape.queries > kMost || shape.keys > kMost / shape.queries) return;
    const ImportWishes wishes{.name = "fuzz"};
    const ImportedLayer layer = analyse_layer(*dump, 0, wishes);
    const Scene scene = imported_scene(*dump, layer, wishes);
    test::require_one_line(layer_words(*dump, layer));
    if (const auto problem = check(scene)) test::require_one_line(problem->text);
  } catch (const ImportError& error) {
    test::require_one_line(error.what());
  }
}

void import_some(const std::string& bytes) {
  try {
    const std::shared_ptr<const AttentionDump> dump = open_dump(FileBytes::held(bytes));
    import_layer(dump);
    const DumpLayer shape = dump->layer(0);
    if (shape.heads > 8 || shape.queries > 256 || shape.keys > 256) return;
    import_layer(with_words(dump, JoinPieces::kSum));
    import_layer(without_padding(dump));
  } catch (const ImportError& error) {
    test::require_one_line(error.what());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  import_some(bytes);
  try {
    const TensorFile file(FileBytes::held(bytes));
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
