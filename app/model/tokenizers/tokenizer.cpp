#include "app/model/tokenizers/tokenizer.h"

#include <algorithm>
#include <utility>

#include "app/document/files/problem_line.h"
#include "app/document/files/utf8.h"
#include "app/model/files/model_error.h"
#include "app/model/tokenizers/characters.h"
#include "app/model/tokenizers/tokenizer_parts.h"
#include "app/platform/input_file.h"
#include "engine/base/problem.h"

namespace attn {
namespace {

using tokenizers::TextPart;
using tokenizers::TokenizerParts;

/// Runs `work` with the tokenizer of `file`: turns its errors into one that names the file.
template <typename Work>
auto about_tokenizer(const std::string& file, const Work& work) {
  try {
    return work();
  } catch (const SceneError& error) {
    throw ModelError(problem_line(file, error.problem().place, error.problem().text));
  }
}

/// `bytes` as text; those that are no UTF-8 as ⟨e2⟩.
std::string with_bytes_shown(std::string_view bytes) {
  if (valid_utf8(bytes) == bytes) return std::string(bytes);
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  while (!bytes.empty()) {
    std::string_view rest = bytes;
    const char32_t character = take_character(rest);
    const std::string_view taken = bytes.substr(0, bytes.size() - rest.size());
    std::string again;
    append_character(again, character);
    if (again == taken) {
      text += taken;
      bytes = rest;
      continue;
    }
    const auto byte = static_cast<unsigned char>(bytes[0]);
    text.append("⟨") += kDigits[byte >> 4U];
    text += kDigits[byte & 15U];
    text += "⟩";
    bytes.remove_prefix(1);
  }
  return text;
}

/// Text of tokens, by the decoder; joined by spaces if there is none.
std::string decoded(const TokenizerParts& parts, tokenizers::TokenTexts tokens) {
  if (!parts.decoder) return joined(tokens, std::identity(), " ");
  parts.decoder(tokens);
  return joined(tokens, std::identity(), "");
}

}  // namespace

Tokenizer::Tokenizer(std::unique_ptr<const TokenizerParts> parts) : parts_(std::move(parts)) {}
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer& Tokenizer::operator=(Tokenizer&&) noexcept = default;
Tokenizer::~Tokenizer() = default;

Tokenizer Tokenizer::open(const std::string& given) {
  std::string folder = given;
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  const std::string prefix = folder.ends_with('/') ? folder : folder + '/';
  const auto has = [&](const char* name) { return status_of(prefix + name).is_there(); };
  const auto made = [](TokenizerParts parts) {
    return Tokenizer(std::make_unique<const TokenizerParts>(std::move(parts)));
  };
  if (has("tokenizer.json")) return made(tokenizers::parts_of_json(prefix));
  if (has("vocab.json") && has("merges.txt")) return made(tokenizers::parts_of_merges(prefix));
  if (has("vocab.txt")) return made(tokenizers::parts_of_words(prefix));
  if (has("tokenizer.model")) {
    throw ModelError(problem_line(
        folder, "",
        "tokenizer.model is not read: expected tokenizer.json, which save_pretrained() of "
        "AutoTokenizer.from_pretrained(…) writes"));
  }
  throw ModelError(problem_line(folder, "",
                                "no tokenizer (tokenizer.json, vocab.json with merges.txt, or "
                                "vocab.txt): --ids takes token ids"));
}

std::vector<int> Tokenizer::encode(std::string_view bytes, bool framed) const {
  return about_tokenizer(parts_->file, [&] {
    tokenizers::require_bounded(bytes.size());
    const std::string text = valid_utf8(bytes);
    std::vector<int> ids;
    if (framed) ids = parts_->frame.before;
    for (const TextPart& part : parts_->added.split(text, false)) {
      if (part.id >= 0) {
        ids.push_back(part.id);
      } else {
        append_ids(std::string_view(text).substr(part.begin, part.end - part.begin),
                   part.begin == 0, ids);
      }
    }
    if (framed) ids.insert(ids.end(), parts_->frame.after.begin(), parts_->frame.after.end());
    return ids;
  });
}

void Tokenizer::append_ids(std::string_view given, bool is_start, std::vector<int>& ids) const {
  std::string text(given);
  if (parts_->normalizer) parts_->normalizer(text);
  tokenizers::require_bounded(text.size());
  for (const TextPart& part : parts_->added.split(text, true)) {
    if (part.id >= 0) {
      ids.push_back(part.id);
    } else {
      append_piece_ids(std::string_view(text).substr(part.begin, part.end - part.begin),
                       is_start && part.begin == 0, ids);
    }
  }
}

void Tokenizer::append_piece_ids(std::string_view text, bool is_start,
                                 std::vector<int>& ids) const {
  tokenizers::Pieces pieces{std::string(text), {{0, text.size()}}, is_start};
  if (parts_->splitter) parts_->splitter(pieces);
  for (std::size_t n = 0; n < pieces.spans.size(); ++n) parts_->model->append_ids(pieces[n], ids);
}

std::string Tokenizer::decode(std::span<const int> ids) const {
  return about_tokenizer(parts_->file, [&] {
    tokenizers::TokenTexts tokens;
    for (const int id : ids) {
      if (id < 0 || id >= size()) {
        throw SceneError({"", "id " + std::to_string(id) + ": expected from 0 to " +
                                  std::to_string(size() - 1)});
      }
      if (auto text = token(id)) tokens.push_back(*std::move(text));
    }
    return valid_utf8(decoded(*parts_, std::move(tokens)));
  });
}

std::span<const int> Tokenizer::unframed(std::span<const int> ids) const {
  const auto& [before, after] = parts_->frame;
  if (ids.size() < before.size() + after.size()) return ids;
  const auto inner = ids.subspan(before.size(), ids.size() - before.size() - after.size());
  const bool has_all = std::ranges::equal(ids.first(before.size()), before) &&
                       std::ranges::equal(ids.last(after.size()), after);
  return has_all ? inner : ids;
}

std::vector<std::string> Tokenizer::texts(std::span<const int> ids) const {
  // Decoders treat a text's first token differently, so a later one is decoded behind another.
  const std::string kBefore = "a";
  return about_tokenizer(parts_->file, [&] {
    std::vector<std::string> texts;
    const std::string alone = decoded(*parts_, {kBefore});
    bool is_first = true;
    for (const int id : ids) {
      const std::string token = decode(std::span(&id, 1)).empty() ? "" : *this->token(id);
      if (is_special(id)) {
        texts.push_back(token);
        continue;
      }
      std::string bytes = is_first ? decoded(*parts_, {token}) : decoded(*parts_, {kBefore, token});
      if (!is_first && bytes.starts_with(alone)) bytes.erase(0, alone.size());
      is_first = false;
      const int byte = tokenizers::byte_of_token(token);
      if (byte >= 0 && bytes == "\uFFFD") bytes.assign(1, static_cast<char>(byte));
      texts.push_back(with_bytes_shown(bytes));
    }
    return texts;
  });
}

int Tokenizer::size() const {
  return std::max(parts_->model->vocabulary().size(), parts_->added.size());
}

std::optional<std::string> Tokenizer::token(int id) const {
  if (const auto* const added = parts_->added.find(id)) return added->content;
  const tokenizers::Vocabulary& vocabulary = parts_->model->vocabulary();
  if (!vocabulary.has(id)) return std::nullopt;
  return std::string(vocabulary.text(id));
}

std::optional<int> Tokenizer::id(std::string_view token) const {
  if (const auto* const added = parts_->added.find(token)) return added->id;
  const int id = parts_->model->vocabulary().find(token);
  return id < 0 ? std::nullopt : std::optional(id);
}

bool Tokenizer::is_special(int id) const {
  const auto* const added = parts_->added.find(id);
  return added && added->is_special;
}

std::optional<int> Tokenizer::mask() const { return parts_->mask; }

}  // namespace attn
