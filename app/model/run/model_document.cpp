#include "app/model/run/model_document.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

#include "app/document/json/json_read.h"
#include "app/document/scene_file/fields.h"
#include "app/document/scene_file/matrix_files.h"
#include "app/document/scene_file/network_file.h"
#include "app/document/scene_file/scene_file.h"
#include "app/model/files/about_file.h"
#include "engine/base/text.h"

namespace attn {
namespace {

using json::Place;
using json::Value;

/// Reading of a change.
struct ChangeReading {
  const Value& object;
  const Place& place;
  MatrixFiles& files;
  Index width, tokens;
  GivenChange& to;

  Value member(std::string_view key) const { return require_member(object, place, key); }
  Index whole(std::string_view key) const { return json::read_whole(member(key), place / key); }
};

void read_nothing(const ChangeReading&) {}

void read_temperature(const ChangeReading& in) {
  const Value value = in.member("temperature");
  if (says(value, "inf")) {
    in.to.temperature = std::numeric_limits<float>::infinity();
  } else {
    in.to.temperature =
        json::read_not_negative(value, in.place / "temperature", "a number >= 0 or \"inf\"");
  }
}

void read_mask(const ChangeReading& in) {
  in.to.mask = json::read_text(in.member("mask"), in.place / "mask");
}

/// Rows of L weights; null for a row that is computed.
void read_weights(const ChangeReading& in) {
  const Value value = in.member("weights");
  const Place place = in.place / "weights";
  if (value.kind() == json::Kind::kObject) {
    const Shape shape{exactly(in.tokens, "L"), exactly(in.tokens, "L")};
    in.to.weights = in.files.read(value, place, shape);
    return;
  }
  json::require_list(value, place, "a list of rows");
  require_count(static_cast<Index>(value.size()), exactly(in.tokens, "L"), "row", place.pointer());
  in.to.weights = Matrix::Constant(in.tokens, in.tokens, std::numeric_limits<float>::quiet_NaN());
  json::for_each_item(value, place, [&](std::size_t n, const Value& item, const Place& at) {
    if (item.kind() == json::Kind::kNull) return;
    const RowVector numbers = json::read_row(item, at);
    require_count(numbers.size(), exactly(in.tokens, "L"), "number", at.pointer());
    in.to.weights.row(static_cast<Index>(n)) = numbers;
  });
}

void read_patch(const ChangeReading& in) {
  in.to.token = in.whole("token");
  in.to.from = in.whole("from");
}

void read_cut(const ChangeReading& in) {
  in.to.from_head = {static_cast<std::size_t>(in.whole("from_block")),
                     static_cast<std::size_t>(in.whole("from_head"))};
  in.to.input = json::read_text(in.member("input"), in.place / "input");
}

void read_layer(const ChangeReading& in) {
  const Place place = in.place / "attention";
  Attention attention = attention_in(in.member("attention"), place, in.files, in.width, in.tokens);
  in.to.attention = changed_attention(std::move(attention), place.pointer());
}

/// Keys of a kind of change besides `kind` and `block`.
struct ChangeKeys {
  std::string_view kind;
  std::vector<std::string_view> keys;
  void (*read)(const ChangeReading& in);
};

const std::vector<ChangeKeys>& change_keys() {
  static const std::vector<ChangeKeys> kKeys{
      {"off", {"head"}, read_nothing},
      {"mean", {"head"}, read_nothing},
      {"temperature", {"head", "temperature"}, read_temperature},
      {"mask", {"head", "mask"}, read_mask},
      {"weights", {"head", "weights"}, read_weights},
      {"patch", {"token", "from"}, read_patch},
      {"cut", {"head", "from_block", "from_head", "input"}, read_cut},
      {"layer", {"attention"}, read_layer},
  };
  return kKeys;
}

const ChangeKeys& keys_of(const Value& object, const Place& place) {
  const Value kind = require_member(object, place, "kind");
  std::vector<std::string_view> known;
  for (const ChangeKeys& one : change_keys()) {
    if (says(kind, one.kind)) return one;
    known.push_back(one.kind);
  }
  json::fail_type(place / "kind", one_of(known), kind);
}

void require_known(const Value& object, const Place& place, std::vector<std::string_view> keys) {
  require_keys(object, place, [&](std::string_view key) {
    return std::ranges::find(keys, key) == keys.end() ? why_unknown(key, keys) : std::string();
  });
}

GivenChange change_in(const Value& object, const Place& place, const std::string& path,
                      MatrixFiles& files, Index width, Index tokens) {
  json::require_object(object, place, "a change");
  const ChangeKeys& keys = keys_of(object, place);
  std::vector<std::string_view> all{"kind", "block"};
  all.insert(all.end(), keys.keys.begin(), keys.keys.end());
  require_known(object, place, all);
  GivenChange made{.where = path + ": " + place.pointer(), .kind = keys.kind};
  const ChangeReading reading{object, place, files, width, tokens, made};
  made.block = static_cast<std::size_t>(reading.whole("block"));
  if (const auto head = find_member(object, "head")) {
    made.head = static_cast<std::size_t>(json::read_whole(*head, place / "head"));
  }
  keys.read(reading);
  return made;
}

/// A text, or a list of ids.
ModelText text_in(const Value& value, const Place& place) {
  if (value.kind() == json::Kind::kList) return {.text = {}, .ids = json::read_ids(value, place)};
  return {.text = json::read_text(value, place), .ids = {}};
}

std::string model_beside(const std::string& document, const std::string& model) {
  const std::filesystem::path beside = std::filesystem::path(document).parent_path() / model;
  std::error_code error;
  return std::filesystem::exists(beside, error) ? beside.string() : model;
}

}  // namespace

ModelDocument::ModelDocument(std::string path) : path_(std::move(path)) {
  about_model_file(path_, [&] {
    tree_ = parse_whole(read_whole(path_));
    const Value top(tree_, 0);
    const Place place;
    const Value format = require_member(top, place, "format"),
                version = require_member(top, place, "version");
    if (!says(format, kModelFormat)) {
      json::fail_type(place / "format", "\"" + std::string(kModelFormat) + "\"", format);
    }
    if (!version.is_number() || version.number() != 1)
      json::fail_type(place / "version", "1", version);
    require_known(
        top, place,
        {"format", "version", "model", "fingerprint", "text", "ids", "from", "changes", "view"});
    const Value model = require_member(top, place, "model");
    model_ = model_beside(path_, json::read_text(model, place / "model"));
    if (const auto found = find_member(top, "fingerprint")) {
      fingerprint_ = json::read_text(*found, place / "fingerprint");
    }
    const auto text = find_member(top, "text"), ids = find_member(top, "ids");
    if (text && ids) json::fail(place / "ids", "expected one of text and ids, found both");
    if (text) text_.text = json::read_text(*text, place / "text");
    if (ids) text_.ids = json::read_ids(*ids, place / "ids");
    if (const auto from = find_member(top, "from")) other_ = text_in(*from, place / "from");
    if (const auto view = find_member(top, "view")) {
      json::require_object(*view, place / "view", "an object");
    }
    if (const auto changes = find_member(top, "changes")) {
      json::require_list(*changes, place / "changes", "a list of changes");
    }
  });
}

std::vector<GivenChange> ModelDocument::changes(Index width, Index tokens) const {
  std::vector<GivenChange> made;
  const auto list = find_member(Value(tree_, 0), "changes");
  if (!list) return made;
  about_model_file(path_, [&] {
    MatrixFiles files(path_);
    const Place top;
    json::for_each_item(*list, top / "changes",
                        [&](std::size_t, const Value& item, const Place& at) {
                          made.push_back(change_in(item, at, path_, files, width, tokens));
                        });
  });
  return made;
}

ModelStart::ModelStart(const std::string& path) {
  if (path.ends_with(kModelEnding)) document_ = std::make_unique<ModelDocument>(path);
  model_ = std::make_unique<OpenedModel>(document_ ? document_->model() : path);
}

RunRequest ModelStart::request(RunRequest request) const {
  if (!document_) return request;
  if (!request.text.is_given()) request.text = document_->text();
  if (!request.other.is_given()) request.other = document_->other();
  const Index tokens = std::ssize(model_->ids_of(request.text));
  std::vector<GivenChange> changes = document_->changes(model_->model().width(), tokens);
  std::ranges::move(request.changes, std::back_inserter(changes));
  request.changes = std::move(changes);
  const std::string& expected = document_->fingerprint();
  const std::string& found = model_->description().fingerprint;
  if (!expected.empty() && expected != found) {
    request.warnings.push_back(
        "the model is another one than the file was made with: its "
        "fingerprint is " +
        found + ", not " + shown(expected));
  }
  return request;
}

}  // namespace attn
