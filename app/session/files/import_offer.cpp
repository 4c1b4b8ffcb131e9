#include "app/session/files/import_offer.h"

#include <cctype>
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

ImportOffer::ImportOffer(const std::string& path) : path_(path), dump_(open_dump(path)) {
  wishes_.name = valid_utf8(std::filesystem::path(path).filename().string());
  choose_layer(0);
}

void ImportOffer::choose_layer(Index layer) {
  at_ = layer;
  wishes_.head = opened_with(dump_->layer(layer), 0);
  problem_ = import_problem([&] { understood_ = analyse_layer(*dump_, layer, wishes_); });
}

std::string ImportOffer::layer_line() const {
  return "Layer " + std::to_string(dump_->layer_name(at_)) + " of " + layer_names(*dump_);
}

bool ImportOffer::has_several() const {
  return dump_->layer_count() > 1 || dump_->layer(0).heads > 1;
}

void ImportOffer::choose_clean(bool cleans) {
  wishes_.cleans = cleans;
  choose_layer(at_);
}

void ImportOffer::choose_hide(KeysToHide hide) {
  wishes_.hide = hide;
  choose_layer(at_);
}

std::vector<std::string> ImportOffer::lines() const {
  if (!problem_.empty()) return {dump_->words(), problem_};
  const DumpMeaning& meaning = *understood_.meaning;
  std::vector<std::string> lines{dump_->words(),
                                 "Given: " + std::string(meaning.given) + "; " +
                                     row_words(understood_.rows) + mask_words(understood_),
                                 token_words(understood_),
                                 "Derived: " + std::string(meaning.follows)};
  if (wishes_.head >= 0) {
    lines.push_back("Its heads are opened one at a time: together they would take too much memory");
  }
  if (!understood_.hidden.words.empty()) {
    lines.push_back(understood_.hidden.words +
                    " by a mask; the rest of each row is divided by its sum");
    lines.back().front() = static_cast<char>(std::toupper(lines.back().front()));
  }
  return lines;
}

std::unique_ptr<ImportedAttention> ImportOffer::imported(std::function<void()> wake) const {
  return std::make_unique<ImportedAttention>(path_, dump_, wishes_, std::move(wake));
}

}  // namespace attn
