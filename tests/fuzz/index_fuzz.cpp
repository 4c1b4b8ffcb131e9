// Any bytes as model.safetensors.index.json, in a folder with two parts and a file that is none: it
// is refused in one bounded line, or the tensors of the parts that it names are found.

#include <cstddef>
#include <cstdint>
#include <string>

#include "app/model/files/model_error.h"
#include "app/model/files/model_weights.h"
#include "tests/document/tensors/made_files.h"
#include "tests/fuzz/fuzz_folder.h"
#include "tests/fuzz/require.h"

namespace {

/// Folder of this process with parts "a.safetensors" and "b.safetensors", each with a tensor of
/// that name, and "c.safetensors", which is cut off.
const std::string& folder() {
  static const std::string kFolder = [] {
    using namespace attn::test;
    const std::string path = fuzz_folder("index");
    for (const std::string name : {"a", "b", "c"}) {
      const std::string header =
          "{\"" + name + R"(":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
      const std::string data = name == "c" ? "" : floats({1, 2});
      write_fuzzed(path + "/" + name + ".safetensors", safetensors(header, data));
    }
    return path;
  }();
  return kFolder;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace attn;
  using test::require;
  test::write_fuzzed(folder() + "/model.safetensors.index.json",
                     {reinterpret_cast<const char*>(data), size});
  try {
    const ModelWeights weights(folder());
    require(weights.files().size() == weights.tensors().size(), "a tensor of each part");
    for (const auto& [name, weight] : weights.tensors()) {
      require(name == "a" || name == "b", "a part of this folder");
      require(weights.file_of(weight) == folder() + "/" + name + ".safetensors", "in its file");
      require(weights.numbers({.name = name})(0, 1) == 2, "numbers of its file");
    }
  } catch (const ModelError& error) {
    test::require_one_line(error.what());
  }
  return 0;
}
