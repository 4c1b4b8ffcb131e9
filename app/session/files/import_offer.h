#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/dumps/attention_dump.h"
#include "app/document/imports/dump_scene.h"
#include "app/session/files/imported_attention.h"

namespace attn {

/// Returns whether a file of this name is attention of another program.
bool is_named_as_dump(std::string_view path);

/// Returns whether the file may contain imported attention: by its name, or as JSON that this
/// program did not write.
bool may_hold_attention(const std::string& path);

/// Analysed import, to be confirmed before it is opened.
class ImportOffer {
 public:
  /// Analyses the first layer. Throws ImportError if the file has no attention of this choice.
  explicit ImportOffer(const std::string& path, DumpChoice choice = {});

  const std::string& name() const { return wishes_.name; }
  Index layer() const { return at_; }
  Index layer_count() const { return dump_->layer_count(); }
  void choose_layer(Index layer);
  /// "Layer 3 of 0 … 11"
  std::string layer_line() const;
  /// Returns whether the import has several matrices; it then stays open next to its scene.
  bool has_several() const;

  /// Returns whether tokens have a tokenizer's marks, which can be removed.
  bool has_marks() const { return understood_.marks != TokenMarks::kNone; }
  bool cleans() const { return wishes_.cleans; }
  void choose_clean(bool cleans);
  KeysToHide hide() const { return wishes_.hide; }
  void choose_hide(KeysToHide hide);

  /// Description: axes, layer, row sums, first tokens, consequences.
  std::vector<std::string> lines() const;
  /// Reason why the layer cannot be opened; empty if it can.
  const std::string& problem() const { return problem_; }
  /// Creates the import that stays open; `wake` as in ImportedAttention.
  std::unique_ptr<ImportedAttention> imported(std::function<void()> wake) const;

 private:
  std::string path_;
  DumpChoice choice_;
  std::shared_ptr<const AttentionDump> dump_;
  ImportWishes wishes_;
  Index at_ = 0;
  ImportedLayer understood_;
  std::string problem_;
};

}  // namespace attn
