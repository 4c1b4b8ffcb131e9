// Any bytes as a tokenizer.json, before a zero byte, and a text behind it: the file is refused in
// one bounded line, or the text becomes ids of the vocabulary, and these text again.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "app/model/files/model_error.h"
#include "app/model/tokenizers/tokenizer.h"
#include "tests/fuzz/fuzz_folder.h"
#include "tests/fuzz/require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace attn;
  using test::require;
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const std::string_view file = all.substr(0, all.find('\0'));
  const std::string_view text =
      all.substr(file.size() < all.size() ? file.size() + 1 : file.size());
  static const std::string kFolder = test::fuzz_folder("tokenizer");
  test::write_fuzzed(kFolder + "/tokenizer.json", file);
  try {
    const Tokenizer tokenizer = Tokenizer::open(kFolder);
    for (const std::string_view one :
         {text, std::string_view("The naïve 漢 ▁👍🏽\t don't 123")}) {
      const std::vector<int> ids = tokenizer.encode(one);
      for (const int id : ids) require(0 <= id && id < (1 << 22), "an id within the bounds");
      require(tokenizer.texts(tokenizer.unframed(ids)).size() <= ids.size(), "a text for each");
      tokenizer.decode(ids);
    }
  } catch (const ModelError& error) {
    test::require_one_line(error.what());
  }
  return 0;
}
