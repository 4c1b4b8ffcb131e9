#pragma once

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "app/model/files/model_error.h"
#include "app/model/tokenizers/tokenizer.h"
#include "tests/support/temporary_folder.h"

namespace attn::test {

/// Tokenizer of a tokenizer.json with this content.
inline Tokenizer tokenizer_of(std::string_view json) {
  const TemporaryFolder folder;
  put(folder / "tokenizer.json", json);
  return Tokenizer::open(folder.path().string());
}

/// Message of the ModelError that work() throws, without the folder `prefix`.
template <typename Work>
std::string error_of(const Work& work, const std::string& prefix = "") {
  try {
    work();
  } catch (const ModelError& error) {
    const std::string words = error.what();
    EXPECT_EQ(words.find('\n'), words.npos) << words;
    EXPECT_LT(words.size(), 4000u);
    return words.starts_with(prefix) ? words.substr(prefix.size()) : words;
  }
  return "no error";
}

/// Message for a tokenizer.json, without the file's name.
inline std::string error_of_json(std::string_view json) {
  const TemporaryFolder folder;
  put(folder / "tokenizer.json", json);
  return error_of([&] { Tokenizer::open(folder.path().string()); },
                  (folder / "tokenizer.json") + ": ");
}

}  // namespace attn::test
