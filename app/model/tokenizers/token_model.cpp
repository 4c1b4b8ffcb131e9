#include "app/model/tokenizers/token_model.h"

#include <utility>

namespace attn::tokenizers {
namespace {

struct ModelRow {
  std::string_view id;
  ModelPointer (*read)(const Members& object);
  std::string_view member;  // that tells a model of a file without types
};

constexpr ModelRow kModels[] = {{"BPE", read_bpe, "merges"},
                                {"WordPiece", read_word_piece, "max_input_chars_per_word"},
                                {"Unigram", read_unigram, "unk_id"}};

}  // namespace

ModelPointer read_token_model(const json::Value& value, const json::Place& place) {
  const Members object(value, place, "a model");
  if (!object.find("type")) {
    for (const ModelRow& row : kModels) {
      if (object.find(row.member)) return row.read(object);
    }
  }
  return row_of(kModels, object).read(object);
}

Vocabulary read_vocabulary(const json::Value& value, const json::Place& place) {
  const Members object(value, place, "an object from tokens to ids");
  Vocabulary vocabulary;
  vocabulary.reserve(value.size());
  object.for_each([&](std::string_view token, const json::Value& id, const json::Place& at) {
    const int number = read_id(id, at);
    if (!vocabulary.add(token, number)) {
      json::fail(at, "id " + std::to_string(number) + " is that of another token, too");
    }
  });
  if (vocabulary.count() == 0) json::fail(place, "expected a token, found none");
  return vocabulary;
}

bool append_byte_tokens(const Vocabulary& vocabulary, std::string_view text,
                        std::vector<int>& ids) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const std::size_t before = ids.size();
  std::string token = "<0x00>";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    token[3] = kDigits[byte >> 4U];
    token[4] = kDigits[byte & 15U];
    const int id = vocabulary.find(token);
    if (id < 0) {
      ids.resize(before);
      return false;
    }
    ids.push_back(id);
  }
  return true;
}

}  // namespace attn::tokenizers
