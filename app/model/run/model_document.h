#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/json/json.h"
#include "app/model/files/model_folder.h"
#include "app/model/run/opened_model.h"
#include "app/model/run/run_changes.h"
#include "app/model/run/run_result.h"

namespace attn {

inline constexpr std::string_view kModelFormat = "attentoscope/model";

/// File of a model with its text and changes, `*.attn-model.json`.
class ModelDocument {
 public:
  /// Reads the file at `path`; "-" reads standard input. Throws ModelError.
  explicit ModelDocument(std::string path);

  /// The model: a path in the document's folder, if there is such a one, else as it is written.
  const std::string& model() const { return model_; }
  const std::string& fingerprint() const { return fingerprint_; }  ///< empty: not known
  const ModelText& text() const { return text_; }
  const ModelText& other() const { return other_; }  ///< "from"
  /// Changes for a model of `width` numbers a token, and a text of `tokens`. Throws ModelError.
  std::vector<GivenChange> changes(Index width, Index tokens) const;

 private:
  std::string path_;
  json::Tree tree_;
  std::string model_, fingerprint_;
  ModelText text_, other_;
};

/// MODEL of a command, which may be a document, and the request for its run.
class ModelStart {
 public:
  /// Throws ModelError; SceneError about a network's file.
  explicit ModelStart(const std::string& path);

  const OpenedModel& model() const { return *model_; }
  /// Returns whether the document has a text.
  bool has_text() const { return document_ && document_->text().is_given(); }
  /// Adds what the document has to `request`: texts that are not given, and changes before those
  /// that are. Throws ModelError.
  RunRequest request(RunRequest request) const;

 private:
  std::unique_ptr<ModelDocument> document_;
  std::unique_ptr<OpenedModel> model_;
};

}  // namespace attn
