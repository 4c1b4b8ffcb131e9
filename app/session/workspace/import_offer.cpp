#include "app/session/workspace/import_offer.h"

#include <filesystem>
#include <string_view>
#include <utility>

#include "app/document/files/utf8.h"
#include "app/document/imports/open_dump.h"

namespace attn {

bool may_hold_attention(const std::string& path) {
  for (const std::string_view ending : {".npy", ".npz", ".safetensors", ".html", ".htm"}) {
    if (path.ends_with(ending)) return true;
  }
  return false;
}

ImportOffer::ImportOffer(const std::string& path) : dump_(open_dump(path)) {
  wishes_.name = valid_utf8(std::filesystem::path(path).filename().string());
  choose_layer(0);
}

void ImportOffer::choose_layer(Index layer) {
  at_ = layer;
  problem_.clear();
  try {
    understood_ = understand(*dump_, layer, wishes_);
  } catch (const ImportError& error) {
    problem_ = error.what();
  } catch (const std::bad_alloc&) {
    problem_ = "too large for the memory there is";
  }
}

std::vector<std::string> ImportOffer::lines() const {
  if (!problem_.empty()) return {dump_->words(), problem_};
  const DumpMeaning& meaning = *understood_.meaning;
  return {dump_->words(),
          "Given: " + std::string(meaning.given) + "; " + row_words(understood_.rows),
          token_words(understood_), "What follows: " + std::string(meaning.follows)};
}

Scene ImportOffer::scene() const { return imported_scene(*dump_, understood_, wishes_); }

}  // namespace attn
