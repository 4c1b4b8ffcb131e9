#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/json/json.h"

namespace attn::tokenizers {

/// Tokens on their way to text. They are bytes: a character may be made of several tokens.
using TokenTexts = std::vector<std::string>;

/// A step from tokens to text. Throws SceneError, as a Normalizer does.
using Decoder = std::function<void(TokenTexts&)>;

/// Reads the object of a decoder. Throws SceneError.
Decoder read_decoder(const json::Value& value, const json::Place& place);

/// Byte of a token as <0x0A>, or −1.
int byte_of_token(std::string_view token);

/// Letters for bytes, as bytes.
Decoder byte_level_decoder();
/// Words with spaces between them; tokens that begin with `prefix` go on with a word. `cleans`: no
/// spaces before punctuation and contractions.
Decoder word_piece_decoder(const std::string& prefix, bool cleans);

}  // namespace attn::tokenizers
