#include "app/model/tokenizers/decoders.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "app/document/files/utf8.h"
#include "app/model/tokenizers/byte_letters.h"
#include "app/model/tokenizers/characters.h"
#include "app/model/tokenizers/members.h"
#include "app/model/tokenizers/normalizers.h"

namespace attn::tokenizers {
namespace {

using json::Place;
using json::Value;

Decoder read_byte_level_decoder(const Members&) { return byte_level_decoder(); }

Decoder read_word_piece_decoder(const Members& object) {
  return word_piece_decoder(object.text("prefix", "##"), object.flag("cleanup", true));
}

Decoder read_metaspace_decoder(const Members& object) {
  const std::string mark = object.text("replacement", "▁");
  const bool adds = object.flag("add_prefix_space", true);
  const bool drops = object.text("prepend_scheme", adds ? "always" : "never") != "never";
  return [mark, drops](TokenTexts& tokens) {
    for (std::size_t n = 0; n < tokens.size(); ++n) {
      replace_all(tokens[n], mark, n == 0 && drops ? "" : " ");
    }
  };
}

/// Bytes side by side as text; if they are none, U+FFFD for each, as in Hugging Face's library.
void append_bytes_as_text(std::string& bytes, TokenTexts& texts) {
  if (bytes.empty()) return;
  if (valid_utf8(bytes) == bytes) {
    texts.push_back(bytes);
  } else {
    texts.insert(texts.end(), bytes.size(), "\uFFFD");
  }
  bytes.clear();
}

Decoder read_byte_fallback(const Members&) {
  return [](TokenTexts& tokens) {
    TokenTexts texts;
    std::string bytes;
    for (std::string& token : tokens) {
      const int byte = byte_of_token(token);
      if (byte >= 0) {
        bytes += static_cast<char>(byte);
        continue;
      }
      append_bytes_as_text(bytes, texts);
      texts.push_back(std::move(token));
    }
    append_bytes_as_text(bytes, texts);
    tokens = std::move(texts);
  };
}

Decoder read_fuse(const Members&) {
  return [](TokenTexts& tokens) { tokens = {joined(tokens, std::identity(), "")}; };
}

/// Removes `content` from the begin and the end of `token`, so many times at most.
void strip(std::string& token, const std::string& content, int start, int stop) {
  for (; start > 0 && token.starts_with(content); --start) token.erase(0, content.size());
  for (; stop > 0 && token.ends_with(content); --stop) token.resize(token.size() - content.size());
}

Decoder read_strip_decoder(const Members& object) {
  const std::string content = object.text("content", " ");
  if (content.empty()) json::fail(object.place() / "content", "expected a character, found none");
  return [content, start = object.whole("start", 0),
          stop = object.whole("stop", 0)](TokenTexts& tokens) {
    for (std::string& token : tokens) strip(token, content, start, stop);
  };
}

Decoder read_replace_decoder(const Members& object) {
  return [replacement = read_replacement(object.value(), object.place())](TokenTexts& tokens) {
    for (std::string& token : tokens) {
      token = valid_utf8(token);  // expressions are of characters
      replacement(token);
    }
  };
}

Decoder read_bpe_decoder(const Members& object) {
  return [suffix = object.text("suffix", "</w>")](TokenTexts& tokens) {
    for (std::size_t n = 0; n < tokens.size() && !suffix.empty(); ++n) {
      replace_all(tokens[n], suffix, n + 1 == tokens.size() ? "" : " ");
    }
  };
}

Decoder read_sequence_of_decoders(const Members& object) {
  auto steps = read_steps<Decoder>(object, "decoders", read_decoder);
  return [steps = std::move(steps)](TokenTexts& tokens) {
    for (const Decoder& step : steps) step(tokens);
  };
}

struct DecoderRow {
  std::string_view id;
  Decoder (*read)(const Members& object);
};

constexpr DecoderRow kDecoders[] = {{"ByteLevel", read_byte_level_decoder},
                                    {"WordPiece", read_word_piece_decoder},
                                    {"Metaspace", read_metaspace_decoder},
                                    {"ByteFallback", read_byte_fallback},
                                    {"Fuse", read_fuse},
                                    {"Strip", read_strip_decoder},
                                    {"Replace", read_replace_decoder},
                                    {"BPEDecoder", read_bpe_decoder},
                                    {"Sequence", read_sequence_of_decoders}};

/// Contractions and punctuation as English writes them.
void clean_up(std::string& token) {
  constexpr std::pair<std::string_view, std::string_view> kCleaned[] = {
      {" .", "."},   {" ?", "?"},     {" !", "!"},    {" ,", ","},
      {" ' ", "'"},  {" n't", "n't"}, {" 'm", "'m"},  {" do not", " don't"},
      {" 's", "'s"}, {" 've", "'ve"}, {" 're", "'re"}};
  for (const auto& [from, to] : kCleaned) replace_all(token, from, to);
}

}  // namespace

int byte_of_token(std::string_view token) {
  if (token.size() != 6 || !token.starts_with("<0x") || token[5] != '>') return -1;
  int byte = -1;
  const auto read = std::from_chars(token.data() + 3, token.data() + 5, byte, 16);
  return read.ptr == token.data() + 5 ? byte : -1;
}

Decoder byte_level_decoder() {
  return [](TokenTexts& tokens) {
    std::string bytes;
    for (const std::string& token : tokens) bytes += bytes_of_letters(token);
    tokens = {bytes};
  };
}

Decoder word_piece_decoder(const std::string& prefix, bool cleans) {
  return [prefix, cleans](TokenTexts& tokens) {
    for (std::size_t n = 0; n < tokens.size(); ++n) {
      if (n > 0 && tokens[n].starts_with(prefix)) {
        tokens[n].erase(0, prefix.size());
      } else if (n > 0) {
        tokens[n].insert(0, " ");
      }
      if (cleans) clean_up(tokens[n]);
    }
  };
}

Decoder read_decoder(const Value& value, const Place& place) {
  const Members object(value, place, "a decoder");
  return row_of(kDecoders, object).read(object);
}

}  // namespace attn::tokenizers
