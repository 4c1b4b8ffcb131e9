#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tests/document/tensors/made_files.h"

namespace attn::test {

// Parts of pickles of protocol 2, as Python writes them.

inline std::string pickled(std::int32_t number) {
  return "J" + little(static_cast<std::uint32_t>(number), 4);
}
inline std::string pickled(const std::string& text) { return "X" + little(text.size(), 4) + text; }
inline std::string pickled_global(const std::string& module, const std::string& name) {
  return "c" + module + "\n" + name + "\n";
}
inline std::string pickled_tuple(const std::vector<std::string>& items) {
  std::string pickle = "(";
  for (const std::string& item : items) pickle += item;
  return pickle + "t";
}
inline std::string pickled_list(const std::vector<std::string>& items) {
  std::string pickle = "](";
  for (const std::string& item : items) pickle += item;
  return pickle + "e";
}
inline std::string pickled_texts(const std::vector<std::string>& texts) {
  std::vector<std::string> items;
  for (const std::string& text : texts) items.push_back(pickled(text));
  return pickled_list(items);
}
inline std::string pickled_dict(const std::vector<std::pair<std::string, std::string>>& members) {
  std::string pickle = "}(";
  for (const auto& [key, value] : members) pickle += pickled(key) + value;
  return pickle + "u";
}

/// Tensor whose numbers are in the member data/`key`, of a class like "FloatStorage".
struct TorchTensor {
  std::string storage = "FloatStorage";
  std::string key = "0";
  std::int32_t offset = 0;
  std::vector<std::int32_t> sizes{}, strides{};
};
inline std::string pickled(const TorchTensor& tensor) {
  const auto numbers = [](const std::vector<std::int32_t>& all) {
    std::vector<std::string> items;
    for (const std::int32_t one : all) items.push_back(pickled(one));
    return pickled_tuple(items);
  };
  const std::string id =
      pickled_tuple({pickled(std::string("storage")), pickled_global("torch", tensor.storage),
                     pickled(tensor.key), pickled(std::string("cpu")), pickled(0)}) +
      "Q";
  return pickled_global("torch._utils", "_rebuild_tensor_v2") +
         pickled_tuple({id, pickled(tensor.offset), numbers(tensor.sizes), numbers(tensor.strides),
                        "\x89", pickled_global("collections", "OrderedDict") + ")R"}) +
         "R";
}

/// A file of torch.save: the pickle of `value`, and the numbers of data/0, data/1 …
inline std::string torch_file(const std::string& value, const std::vector<std::string>& storages,
                              const ZipLie& lie = {}) {
  std::vector<std::pair<std::string, std::string>> members{
      {"archive/data.pkl", "\x80\x02" + value + "."}, {"archive/byteorder", "little"}};
  for (std::size_t n = 0; n < storages.size(); ++n) {
    members.emplace_back("archive/data/" + std::to_string(n), storages[n]);
  }
  members.emplace_back("archive/version", "3\n");
  return zip(members, lie);
}

}  // namespace attn::test
