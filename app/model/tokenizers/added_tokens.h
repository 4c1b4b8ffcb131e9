#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/tokenizers/members.h"
#include "app/model/tokenizers/normalizers.h"
#include "app/model/tokenizers/prefix_tree.h"
#include "app/model/tokenizers/vocabulary.h"

namespace attn::tokenizers {

/// Token that is found in the text before it is split.
struct AddedToken {
  int id = 0;
  std::string content;
  bool is_single_word = false;                     ///< only where no word goes on at its ends
  bool strips_left = false, strips_right = false;  ///< takes the spaces there
  bool is_normalized = true;  ///< found in the normalized text, else in the user's
  bool is_special = false;
};

/// Part of a text: an added token, or text between them.
struct TextPart {
  std::size_t begin, end;
  int id = -1;  ///< of the added token
};

/// Added tokens, which are in the vocabulary, too, or have ids beyond it.
class AddedTokens {
 public:
  /// Adds a token. A token of the vocabulary has its id there. Returns an error message if another
  /// token has its id, else nothing.
  std::string add(AddedToken token, const Vocabulary& vocabulary);
  /// Prepares the search, after all have been added.
  void finish(const Normalizer& normalizer);

  /// Token with this id, or null.
  const AddedToken* find(int id) const;
  /// Token with this text, or null.
  const AddedToken* find(std::string_view content) const;
  /// Largest id + 1.
  int size() const { return tokens_.empty() ? 0 : tokens_.rbegin()->first + 1; }

  /// Splits the user's text, or a normalized part of it, at tokens, the longest of those at the
  /// leftmost place first.
  std::vector<TextPart> split(std::string_view text, bool is_normalized) const;

 private:
  std::map<int, AddedToken> tokens_;
  std::map<std::string, int, std::less<>> ids_;
  PrefixTree in_text_, in_normalized_;
};

/// Reads an added token's flags and content; its id is `id`. Throws SceneError.
AddedToken read_added_token(const Members& object, int id);

/// Reads the member `added_tokens`. Throws SceneError.
void read_added_tokens(const json::Value& list, const json::Place& place,
                       const Vocabulary& vocabulary, AddedTokens& tokens);

}  // namespace attn::tokenizers
