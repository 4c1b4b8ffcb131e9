#include "app/document/dumps/dump_tokens.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "app/document/files/files.h"
#include "app/document/files/problem_line.h"
#include "app/document/files/utf8.h"
#include "app/document/json/json.h"
#include "app/document/json/json_read.h"
#include "app/document/scene_file/fields.h"
#include "engine/base/text_bounds.h"

namespace attn {
namespace {

std::vector<std::string> json_tokens(const std::string& text) {
  try {
    const json::Tree tree = json::parse(text, {}, json::Whole::kObjectOrList);
    return json::read_tokens(json::Value(tree, 0), {});
  } catch (const SceneError&) {
    return {};
  }
}

/// Row of a token array for `batch`; −1 if there is none.
Index row_of_tokens(const Tensor& tensor, Index batch) {
  if (tensor.axes.size() == 1) return 0;
  if (tensor.axes.size() != 2) return -1;
  if (tensor.axes.front() == 1) return 0;
  return batch < tensor.axes.front() ? batch : -1;
}

/// Tokens under `name`; if they are unusable, `unread` says why.
std::vector<std::string> tokens_called(const TensorFile& file, const std::string& name, Index batch,
                                       std::string& unread) {
  const auto none = [&](const std::string& found) {
    unread += (unread.empty() ? "" : "; ") + name + " of the file: " + found + ", not read";
    return std::vector<std::string>();
  };
  if (const auto found = file.metadata().find(name); found != file.metadata().end()) {
    std::vector<std::string> tokens = json_tokens(found->second);
    return tokens.empty() ? none("not a JSON list of texts") : tokens;
  }
  if (std::ranges::find(file.skipped_arrays(), name) != file.skipped_arrays().end()) {
    return none("Python's objects");
  }
  const Tensor* tensor = file.find(name);
  if (!tensor) return {};
  const Index row = row_of_tokens(*tensor, batch);
  if (!tensor->kind->read_text || row < 0) {
    return none(axes_words(tensor->axes) + " of " + std::string(tensor->kind->name));
  }
  std::vector<std::string> texts = file.texts(*tensor, row);
  for (std::string& text : texts) text = valid_utf8(text);
  return texts;
}

constexpr std::string_view kWordIds = "word_ids", kOffsets = "offset_mapping";

/// Numbers of the words: NaN, as of null, and numbers below 0 are none.
Index word_number(float number) { return number >= 0 ? static_cast<Index>(number) : -1; }

/// Rows of an array of words for one sequence: tokens x `columns`; without size if it has another
/// shape.
Matrix words_array(const TensorFile& file, std::string_view name, Index batch, Index columns) {
  constexpr Index kMostTokens = 1 << 20;
  const Tensor* const tensor = file.find(name);
  if (tensor == nullptr || tensor->kind->read_text != nullptr) return {};
  Axes axes = tensor->axes;
  auto steps = tensor->steps();
  if (columns == 1) {
    axes.push_back(1);
    steps.push_back(1);
  }
  const bool has_batch = axes.size() == 3;
  if ((axes.size() != 2 && !has_batch) || axes.back() != columns) return {};
  const Index row = has_batch && axes.front() > 1 ? batch : 0;
  const std::size_t tokens = axes.size() - 2;
  if (axes[tokens] > kMostTokens || (has_batch && row >= axes.front())) return {};
  return file.any_numbers(*tensor, {has_batch ? static_cast<std::uint64_t>(row) * steps.front() : 0,
                                    steps[tokens], steps.back(), axes[tokens], columns});
}

/// Words of offsets: a token begins one if the one before ended elsewhere; without characters, as
/// special tokens, it is one of its own.
std::vector<Index> words_of_offsets(const Matrix& offsets) {
  std::vector<Index> words;
  float end = -1;
  Index count = -1;
  for (const auto token : offsets.rowwise()) {
    const bool is_own = !(token(0) < token(1));
    if (!is_own && (words.empty() || words.back() < 0 || token(0) != end)) ++count;
    words.push_back(is_own ? -1 : count);
    end = token(1);
  }
  return words;
}

std::vector<Index> words_beside(const TensorFile& file, Index batch) {
  const Matrix ids = words_array(file, kWordIds, batch, 1);
  if (ids.size() == 0) return words_of_offsets(words_array(file, kOffsets, batch, 2));
  std::vector<Index> words;
  for (const float id : ids.reshaped()) words.push_back(word_number(id));
  return words;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> words_of_text(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

std::vector<Index> words_in_json(const json::Value& list, const json::Place& top) {
  const json::Place place = top / kWordIds;
  if (list.kind() != json::Kind::kList) json::fail_type(place, "a list", list);
  std::vector<Index> words;
  json::Value item = list.first();
  for (std::size_t n = 0; n < list.size(); ++n, item = item.next()) {
    const bool is_none = item.kind() == json::Kind::kNull;
    words.push_back(is_none ? -1 : json::read_whole(item, place / n));
  }
  return words;
}

DumpTokens tokens_in_json(std::string_view text) {
  const json::Tree tree = json::parse(text, {}, json::Whole::kObjectOrList);
  const json::Value whole(tree, 0);
  const json::Place top;
  if (whole.kind() == json::Kind::kList) return {json::read_tokens(whole, top), {}, {}};
  DumpTokens tokens;
  tokens.keys =
      json::read_tokens(require_member(whole, top, "tokens", "a list of texts"), top / "tokens");
  if (const auto queries = find_member(whole, "queries")) {
    tokens.queries = json::read_tokens(*queries, top / "queries");
  }
  if (const auto words = find_member(whole, kWordIds)) tokens.words = words_in_json(*words, top);
  return tokens;
}

}  // namespace

DumpTokens tokens_beside(const TensorFile& file, Index batch) {
  return as_error<ImportError>([&] {
    DumpTokens tokens;
    tokens.keys = tokens_called(file, "tokens", batch, tokens.unread);
    tokens.queries = tokens_called(file, "query_tokens", batch, tokens.unread);
    tokens.words = words_beside(file, batch);
    return tokens;
  });
}

bool is_called_words(std::string_view name) { return name == kWordIds || name == kOffsets; }

Index token_rows(const TensorFile& file) {
  const Tensor* tensor = file.find("tokens");
  return tensor && tensor->kind->read_text && tensor->axes.size() == 2 ? tensor->axes.front() : 0;
}

DumpTokens parse_tokens(std::string_view bytes, Index keys) {
  const std::string text = valid_utf8(bytes.substr(bytes.starts_with("\xef\xbb\xbf") ? 3 : 0));
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == text.npos) throw ImportError("expected tokens, found none");
  // A plain text may also start with "[CLS]".
  const bool may_be_json = text[first] == '{' || text[first] == '[';
  std::optional<SceneError> wrong;
  try {
    if (may_be_json) return tokens_in_json(text);
  } catch (const SceneError& error) {
    wrong = error;
  }
  const auto count = static_cast<std::size_t>(keys);
  std::vector<std::string> lines = lines_of(text), words = words_of_text(text);
  if (lines.size() == count) return {std::move(lines), {}, {}};
  if (words.size() == count) return {std::move(words), {}, {}};
  if (wrong) throw ImportError(wrong->problem().words());
  throw ImportError("expected " + std::to_string(keys) + " tokens, one in each line or between " +
                    "white space, found " + std::to_string(lines.size()) + " lines and " +
                    std::to_string(words.size()) + " words");
}

DumpTokens read_tokens_file(const std::string& path, Index keys) {
  // JSON escapes need up to six bytes for one.
  constexpr long long kMost = 6 * static_cast<long long>(kMaxTokensBytes);
  return parse_tokens(as_error<ImportError>([&] { return read_file(path, kMost); }), keys);
}

std::vector<std::string> numbered_tokens(Index count) {
  std::vector<std::string> names;
  for (Index n = 0; n < count; ++n) names.push_back(std::to_string(n));
  return names;
}

}  // namespace attn
