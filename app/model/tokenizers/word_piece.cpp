#include <algorithm>
#include <utility>

#include "app/model/tokenizers/token_model.h"
#include "engine/base/problem.h"

namespace attn::tokenizers {
namespace {

class WordPieceModel : public TokenModel {
 public:
  WordPieceModel(Vocabulary vocabulary, WordPieceOptions options)
      : TokenModel(std::move(vocabulary)),
        options_(std::move(options)),
        unknown_(this->vocabulary().find(options_.unknown)) {}

  void append_ids(std::string_view piece, std::vector<int>& ids) const override {
    const std::size_t before = ids.size();
    if (append_tokens(piece, ids)) return;
    ids.resize(before);
    if (unknown_ < 0) {
      throw SceneError({"/model/unk_token", "expected a token of the vocabulary, found \"" +
                                                shown(options_.unknown) + '"'});
    }
    ids.push_back(unknown_);
  }

 private:
  bool append_tokens(std::string_view piece, std::vector<int>& ids) const {
    const auto is_begin = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80; };
    const auto characters = std::ranges::count_if(piece, is_begin);
    if (static_cast<std::size_t>(characters) > options_.max_characters) return false;
    std::string token;
    for (std::size_t begin = 0; begin < piece.size();) {
      token = begin > 0 ? options_.prefix : "";
      const std::size_t prefix = token.size();
      token += piece.substr(begin, vocabulary().longest());
      int id = vocabulary().find(token);
      while (id < 0 && token.size() > prefix + 1) {
        token.pop_back();  // a token that ends within a character isn't in the vocabulary
        id = vocabulary().find(token);
      }
      if (id < 0) return false;
      ids.push_back(id);
      begin += token.size() - prefix;
    }
    return true;
  }

  WordPieceOptions options_;
  int unknown_;
};

}  // namespace

ModelPointer word_piece_model(Vocabulary vocabulary, WordPieceOptions options) {
  return std::make_unique<WordPieceModel>(std::move(vocabulary), std::move(options));
}

ModelPointer read_word_piece(const Members& object) {
  Vocabulary vocabulary =
      read_vocabulary(object.require("vocab", "a vocabulary"), object.place() / "vocab");
  WordPieceOptions options;
  options.unknown = object.text("unk_token", options.unknown);
  options.prefix = object.text("continuing_subword_prefix", options.prefix);
  options.max_characters = static_cast<std::size_t>(
      object.whole("max_input_chars_per_word", static_cast<int>(options.max_characters)));
  return word_piece_model(std::move(vocabulary), std::move(options));
}

}  // namespace attn::tokenizers
