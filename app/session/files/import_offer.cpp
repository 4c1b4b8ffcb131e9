#include "app/session/files/import_offer.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string_view>
#include <utility>

#include "app/document/files/utf8.h"
#include "app/document/imports/open_dump.h"

namespace attn {
namespace {

/// Whether the file is no scene or other file of this program, which say so at their beginning.
bool is_json_of_others(const std::string& path) try {
  constexpr std::size_t kBegin = 4096;
  return dump_bytes(path).read(0, kBegin).find("\"attentoscope/") == std::string::npos;
} catch (const std::runtime_error&) {
  return false;  // who opens it says why
}

}  // namespace

bool is_named_as_dump(std::string_view path) {
  constexpr std::string_view kEndings[] = {".npy",  ".npz", ".safetensors", ".pt", ".pth",
                                           ".html", ".htm", ".csv",         ".tsv"};
  return std::ranges::any_of(kEndings,
                             [&](std::string_view ending) { return path.ends_with(ending); });
}

bool may_hold_attention(const std::string& path) {
  const bool is_json = path.ends_with(".json") && !path.ends_with(".attn.json");
  return is_named_as_dump(path) || (is_json && is_json_of_others(path));
}

ImportOffer::ImportOffer(const std::string& path, DumpChoice choice)
    : path_(path), choice_(std::move(choice)), dump_(open_dump(path, choice_)) {
  wishes_.name = valid_utf8(std::filesystem::path(path).filename().string());
  choose_layer(0);
}

void ImportOffer::choose_layer(Index layer) {
  at_ = layer;
  wishes_.heads = opened_with(dump_->layer(layer), 0);
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
  std::vector<std::string> lines{dump_->words(), "Given: " + given_words(understood_),
                                 token_words(understood_),
                                 "Derived: " + derived_words(understood_)};
  for (const DumpDoubt& doubt : dump_->doubts()) {
    lines.push_back("Guessed: " + doubt.reason + "; if not, open it with " + doubt.other);
  }
  if (!wishes_.heads.empty()) {
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
  return std::make_unique<ImportedAttention>(path_, choice_, dump_, wishes_, std::move(wake));
}

}  // namespace attn
