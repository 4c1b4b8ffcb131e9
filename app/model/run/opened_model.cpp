#include "app/model/run/opened_model.h"

#include <algorithm>
#include <chrono>
#include <random>
#include <utility>
#include <variant>

#include "app/document/files/memory_limit.h"
#include "app/document/scene_file/network_file.h"
#include "app/model/families/model_network.h"
#include "app/model/files/model_error.h"
#include "app/model/files/model_folder.h"
#include "app/model/files/token_names.h"
#include "engine/model/model_run.h"

namespace attn {

OpenedModel::OpenedModel(const std::string& path) {
  const auto begin = std::chrono::steady_clock::now();
  if (path.ends_with(kNetworkEnding)) {
    open_network(path);
  } else {
    open_folder(model_folder(path));
  }
  read_seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void OpenedModel::open_folder(const std::string& folder) {
  files_ = std::make_unique<ModelFiles>(open_model(folder));
  description_ = describe_model(*files_);
  // Below its own memory the program has that much besides.
  read_ = read_model(*files_, memory_limit() > kOwnMemory ? kOwnMemory : 0);
  try {
    tokenizer_ = Tokenizer::open(folder);
  } catch (const ModelError& error) {
    no_tokenizer_ = error.what();
    names_ = token_names(folder, description_.vocabulary);
  }
}

void OpenedModel::open_network(const std::string& path) {
  Computable computable = read_computable(path);
  if (!std::holds_alternative<Network>(computable)) {
    throw ModelError(path + ": expected a network, found a scene");
  }
  auto& network = std::get<Network>(computable);
  const double bytes = static_cast<double>(sizeof(float)) * trace_numbers(network);
  if (const auto problem = memory_problem(bytes)) throw SceneError(*problem);
  description_.path = path;
  describe_network(network);
  names_ = network.vocabulary;
  if (network.inputs) {
    own_tokens_ = network.tokens;
    own_ids_.resize(network.tokens.size());
  } else {
    for (const Index id : places_in_vocabulary(network)) own_ids_.push_back(static_cast<int>(id));
  }
  no_tokenizer_ = path + ": a network has no tokenizer: --ids takes token ids";
  read_.model = model_of(std::move(network));
}

void OpenedModel::describe_network(const Network& network) {
  description_.family = "network";
  description_.layers = static_cast<int>(network.blocks.size());
  for (const Block& block : network.blocks) {
    if (!block.attention) continue;
    description_.heads = static_cast<int>(block.attention->heads.size());
    description_.key_heads = static_cast<int>(std::ranges::count_if(
        block.attention->heads, [](const Head& head) { return !head.keys_of; }));
  }
  description_.width = static_cast<int>(network.width());
  description_.vocabulary = static_cast<int>(network.vocabulary.size());
  description_.dtype = "float32";
}

std::vector<std::string> OpenedModel::warnings() const {
  std::vector<std::string> lines = read_.warnings;
  if (read_.is_streamed) {
    lines.emplace_back(
        "the model does not fit in the memory limit: its layers were read again "
        "for each pass");
  }
  return lines;
}

std::optional<int> OpenedModel::mask() const {
  const bool is_masked = files_ && !files_->family->is_causal && !files_->settings.is_decoder;
  return is_masked && tokenizer_ ? tokenizer_->mask() : std::nullopt;
}

std::vector<int> OpenedModel::ids_of(const ModelText& text) const {
  if (text.is_given() && !own_tokens_.empty()) {
    throw ModelError("expected no text: the network's tokens are vectors");
  }
  std::vector<int> ids = text.is_given() ? text.ids : own_ids_;
  if (text.text) {
    if (!tokenizer_) throw ModelError(no_tokenizer_);
    ids = tokenizer_->encode(*text.text);
  } else if (ids.empty()) {
    throw ModelError("expected TEXT, --ids or --text");
  }
  if (ids.empty()) throw ModelError("the text has no tokens");
  require_tokens(ids);
  return ids;
}

void OpenedModel::require_tokens(const std::vector<int>& ids) const {
  if (files_) require_ids(*files_, ids);
}

void OpenedModel::require_memory(Index tokens) const {
  const double limit = std::max(memory_limit(), kOwnMemory);
  const double needed = read_.bytes + bytes_of_run(model(), tokens);
  if (const auto problem = memory_problem(needed, limit)) {
    throw ModelError(description_.path + ": " + std::to_string(tokens) +
                     " tokens: " + problem->text);
  }
}

std::vector<std::string> OpenedModel::texts(const std::vector<int>& ids) const {
  if (tokenizer_ && std::ranges::all_of(ids, [&](int id) { return id < tokenizer_->size(); })) {
    return tokenizer_->texts(ids);
  }
  std::vector<std::string> found;
  for (const int id : ids) {
    const auto at = static_cast<std::size_t>(id);
    found.push_back(at < names_.size() ? names_[at] : "⟨" + std::to_string(id) + "⟩");
  }
  return found;
}

std::vector<std::string> OpenedModel::names_of(const std::vector<int>& ids) const {
  return own_tokens_.empty() ? texts(ids) : own_tokens_;
}

std::vector<std::vector<int>> OpenedModel::habit_texts() const {
  constexpr int kTexts = 64, kTokens = 24;
  std::vector<int> words, first;
  if (tokenizer_) {
    const std::vector<int> empty = tokenizer_->encode("");
    if (!empty.empty()) first.push_back(empty.front());
  }
  for (int id = 0; id < description_.vocabulary; ++id) {
    if (!tokenizer_ || (tokenizer_->token(id) && !tokenizer_->is_special(id))) words.push_back(id);
  }
  std::mt19937 random(1);
  std::vector<std::vector<int>> texts;
  for (int n = 0; n < kTexts; ++n) {
    std::vector<int> text = first;
    for (int t = 0; t < kTokens; ++t) text.push_back(words[random() % words.size()]);
    const std::vector<int> said(text.begin() + std::ssize(first), text.end());
    text.insert(text.end(), said.begin(), said.end());
    texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace attn
