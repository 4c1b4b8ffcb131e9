#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/document/imports/attention_dump.h"
#include "app/document/imports/dump_scene.h"
#include "app/session/workspace/imported_attention.h"

namespace attn {

/// Whether a file of this name is one of attention that was computed elsewhere.
bool may_hold_attention(const std::string& path);

/// Attention from elsewhere as it was understood, to be confirmed before it is opened.
class ImportOffer {
 public:
  /// Understands the first layer. Throws ImportError where there is no attention in the file.
  explicit ImportOffer(const std::string& path);

  const std::string& name() const { return wishes_.name; }
  Index layer() const { return at_; }
  Index layer_count() const { return dump_->layer_count(); }
  void choose_layer(Index layer);
  /// "Layer 3 of 0 … 11"
  std::string layer_line() const;
  /// Whether there is more than one matrix, so that it stays open beside its scene.
  bool has_several() const;

  /// Whether tokens have a tokenizer's marks, which can be taken off.
  bool has_marks() const { return understood_.marks != TokenMarks::kNone; }
  bool cleans() const { return wishes_.cleans; }
  void choose_clean(bool cleans);
  KeysToHide hide() const { return wishes_.hide; }
  void choose_hide(KeysToHide hide);

  /// What was understood: the axes, the layer, what rows sum to, the first tokens, what follows.
  std::vector<std::string> lines() const;
  /// Why the layer can't be opened; empty where it can.
  const std::string& problem() const { return problem_; }
  /// It, to stay open; `wake` as ImportedAttention has it.
  std::unique_ptr<ImportedAttention> imported(std::function<void()> wake) const;

 private:
  std::string path_;
  std::shared_ptr<const AttentionDump> dump_;
  ImportWishes wishes_;
  Index at_ = 0;
  ImportedLayer understood_;
  std::string problem_;
};

}  // namespace attn
