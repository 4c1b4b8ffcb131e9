#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/imports/dump_scene.h"
#include "app/document/imports/dump_tokens_changed.h"
#include "app/document/tensors/file_bytes.h"

namespace attn {

/// Kind of the numbers of a file, for lists of choices.
struct NumbersKind {
  DumpAs as;
  std::string_view id, label;
};
std::span<const NumbersKind> numbers_kinds();

/// Choice of a scene in a file of attention: what the command `import` and the window offer.
struct ImportChoice {
  DumpChoice dump{};
  std::optional<Index> layer{};  ///< its number in the file; empty: the first
  std::optional<Index> head{};   ///< the only head; empty: all
  std::string tokens_path{};     ///< file of the tokens; if it is empty, those of `tokens_text`
  std::string tokens_text{};     ///< content of such a file; both empty: tokens of the dump
  bool crop = false;             ///< without padding
  std::optional<JoinPieces> words{};
  KeysToHide hide{};
  bool cleans = true;  ///< remove tokenizer marks from tokens

  bool operator==(const ImportChoice&) const = default;
  bool has_own_tokens() const { return tokens_path.empty() && tokens_text.empty(); }
};

/// A sequence of a file with its tokens, and what can be changed about them.
struct OpenedImport {
  std::shared_ptr<const AttentionDump> dump;
  DumpTokens tokens{};                   ///< from another source, unless they are those of `dump`
  TokenMarks marks = TokenMarks::kNone;  ///< of the tokens, before pieces of words are joined
  std::vector<std::string> special{};    ///< those of the keys that are special, each once
  Index padding = 0;                     ///< keys that are padding, also if it is cropped

  /// Options of a scene; all heads.
  ImportWishes wishes(std::string name, const ImportChoice& choice) const;
};

/// Opens the sequence of `choice`; layer and head do not matter, except for the number of tokens.
/// Throws ImportError, which names the file of the tokens if that is the reason.
OpenedImport opened_import(const FileBytes& bytes, const ImportChoice& choice);

/// Index of the chosen layer. Throws ImportError if there is none.
Index chosen_layer(const AttentionDump& dump, const ImportChoice& choice);

/// Tokens as the text of a file that parse_tokens() reads, on one line.
std::string tokens_as_json(const DumpTokens& tokens);

/// Arguments of the command that imports `path` to the scene `out` by `choice`: "import", "a.npz",
/// "--layer", "3" … Only options that differ from their default. Tokens without a file are read
/// from standard input.
std::vector<std::string> import_arguments(const std::string& path, const ImportChoice& choice,
                                          const std::string& out);

/// `text` as one word for a POSIX shell.
std::string shell_word(std::string_view text);

/// The command as a line for a POSIX shell, which writes NAME.attn.json for NAME.npz: "attentoscope
/// import a.npz --layer 3 --out a.attn.json".
std::string import_line(const std::string& path, const ImportChoice& choice);

}  // namespace attn
