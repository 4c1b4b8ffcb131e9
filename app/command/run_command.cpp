#include "app/command/run_command.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <stdexcept>
#include <utility>
#include <variant>

#include "app/command/option_checks.h"
#include "app/command/run_arrays.h"
#include "app/command/scene_work.h"
#include "app/document/files/file_writer.h"
#include "app/document/files/files.h"
#include "app/document/files/memory_limit.h"
#include "app/document/json/json_write.h"
#include "app/document/scene_file/network_file.h"
#include "app/model/families/model_description.h"
#include "app/model/families/model_network.h"
#include "app/model/files/model_error.h"
#include "app/model/files/model_folder.h"
#include "app/model/files/token_names.h"
#include "app/model/run/model_reader.h"
#include "app/model/tokenizers/tokenizer.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr long long kMostTextBytes = 1LL << 26;
constexpr int kCandidatesOfLayer = 3;

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// A model that is run, from a folder or a network's file.
class RunningModel {
 public:
  explicit RunningModel(const std::string& path) {
    const auto begin = std::chrono::steady_clock::now();
    if (path.ends_with(kNetworkEnding)) {
      open_network(path);
    } else {
      open_folder(model_folder(path));
    }
    run_ = std::make_unique<ModelRun>(read_.model);
    read_seconds_ = seconds_since(begin);
  }

  const Model& model() const { return read_.model; }
  ModelRun& run() { return *run_; }
  const ReadModel& read() const { return read_; }
  const ModelDescription& description() const { return description_; }
  double read_seconds() const { return read_seconds_; }
  /// Token that stands for a hidden one, in a model that predicts those.
  std::optional<int> mask() const {
    const bool is_masked = files_ && !files_->family->is_causal && !files_->settings.is_decoder;
    return is_masked && tokenizer_ ? tokenizer_->mask() : std::nullopt;
  }

  std::vector<int> ids_of(const TextOptions& options, const std::string& option) const {
    const int given =
        (options.has_text ? 1 : 0) + (options.ids.empty() ? 0 : 1) + (options.file.empty() ? 0 : 1);
    if (given > 1) {
      throw Failure(Status::kWrong, "expected one of TEXT, --ids and --text, found more");
    }
    if (given > 0 && !own_tokens_.empty()) {
      throw Failure(Status::kWrong, "expected no text: the network's tokens are vectors");
    }
    std::vector<int> ids;
    if (!options.ids.empty()) {
      ids = ids_in_list(options.ids, option, description_.vocabulary);
    } else if (given == 0) {
      if (own_ids_.empty()) throw Failure(Status::kWrong, "expected TEXT, --ids or --text");
      ids = own_ids_;
    } else {
      ids = encoded(options.file.empty() ? options.text : text_of_file(options.file));
    }
    if (ids.empty()) throw Failure(Status::kWrong, "the text has no tokens");
    require_tokens(ids);
    return ids;
  }

  void require_tokens(const std::vector<int>& ids) const {
    if (files_) require_ids(*files_, ids);
  }

  /// Names of tokens that are vectors; else empty.
  const std::vector<std::string>& vectors() const { return own_tokens_; }

  /// Text that each token adds to those before it.
  std::vector<std::string> texts(const std::vector<int>& ids) const {
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

  /// The 64 texts of 24 random ordinary tokens, said twice, behind the model's first token.
  std::vector<std::vector<int>> habit_texts() const {
    constexpr int kTexts = 64, kTokens = 24;
    std::vector<int> words, first;
    if (tokenizer_) {
      const std::vector<int> empty = tokenizer_->encode("");
      if (!empty.empty()) first.push_back(empty.front());
    }
    for (int id = 0; id < description_.vocabulary; ++id) {
      if (!tokenizer_ || (tokenizer_->token(id) && !tokenizer_->is_special(id)))
        words.push_back(id);
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

 private:
  void open_folder(const std::string& folder) {
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

  void open_network(const std::string& path) {
    Computable computable = computable_in(path);
    if (!std::holds_alternative<Network>(computable)) {
      throw Failure(Status::kWrong, path, "expected a network, found a scene");
    }
    auto& read = std::get<Network>(computable);
    description_.path = path;
    description_.family = "network";
    description_.layers = static_cast<int>(read.blocks.size());
    for (const Block& block : read.blocks) {
      if (!block.attention) continue;
      description_.heads = static_cast<int>(block.attention->heads.size());
      description_.key_heads = static_cast<int>(std::ranges::count_if(
          block.attention->heads, [](const Head& head) { return !head.keys_of; }));
    }
    description_.width = static_cast<int>(read.width());
    description_.vocabulary = static_cast<int>(read.vocabulary.size());
    description_.dtype = "float32";
    names_ = read.vocabulary;
    if (read.inputs) {
      own_tokens_ = read.tokens;
      own_ids_.resize(read.tokens.size());
    } else {
      for (const Index id : places_in_vocabulary(read)) own_ids_.push_back(static_cast<int>(id));
    }
    no_tokenizer_ = path + ": a network has no tokenizer: --ids takes token ids";
    about_scene(path, [&] { read_.model = model_of(std::move(read)); });
  }

  std::vector<int> encoded(const std::string& text) const {
    if (!tokenizer_) throw Failure(Status::kWrong, no_tokenizer_);
    return tokenizer_->encode(text);
  }

  static std::string text_of_file(const std::string& path) {
    try {
      return read_file(path, kMostTextBytes);
    } catch (const std::runtime_error& error) {
      throw Failure(Status::kWrong, path, error.what());
    }
  }

  std::unique_ptr<ModelFiles> files_;
  ReadModel read_;
  std::unique_ptr<ModelRun> run_;
  std::optional<Tokenizer> tokenizer_;
  std::string no_tokenizer_;
  std::vector<std::string> names_;
  std::vector<int> own_ids_;             ///< tokens of a network's file
  std::vector<std::string> own_tokens_;  ///< if they are vectors, which have no ids
  ModelDescription description_;
  double read_seconds_ = 0;
};

/// Runs a model with changes, which fit the number of its tokens.
class ChangedRun {
 public:
  ChangedRun(RunningModel& model, const RunOptions& options) : model_(model), options_(options) {}

  void update(const std::vector<int>& ids) {
    if (options_.changes.are_none()) {
      model_.run().update(ids);
      return;
    }
    model_.run().update(
        ids, changes_in(options_.changes, {model_.model(), std::ssize(ids), [&] { return other(); },
                                           [&](std::size_t block) { return means(block); }}));
  }

 private:
  const ModelRun* other() {
    const TextOptions& text = options_.other;
    if (!text.has_text && text.ids.empty()) return nullptr;
    if (!other_) {
      other_ = std::make_unique<ModelRun>(model_.model());
      other_->update(model_.ids_of(text, "--from-ids"));
    }
    return other_.get();
  }

  Matrix means(std::size_t block) {
    auto& found = means_[block];
    if (found.size() > 0) return found;
    const auto texts = model_.habit_texts();
    model_.require_tokens(texts.front());
    return found = mean_outputs(model_.model(), block, texts);
  }

  RunningModel& model_;
  const RunOptions& options_;
  std::unique_ptr<ModelRun> other_;
  std::map<std::size_t, Matrix> means_;
};

// ---- JSON --------------------------------------------------------------------------------------

void write_number(json::Writer& out, std::string_view name, double number) {
  out.member(name, static_cast<float>(number));
}

/// Candidates behind the token `before`, which their text may depend on.
void write_candidates(json::Writer& out, const RunningModel& model,
                      const std::vector<Candidate>& candidates, int before, bool has_before) {
  out.list(candidates, [&](const Candidate& one) {
    out.begin_object();
    out.member("id", one.id);
    out.member("text", model.texts({before, one.id}).back());
    out.member("logit", one.logit);
    write_number(out, "p", one.p);
    if (has_before) write_number(out, "before", one.before);
    out.end_object();
  });
}

void write_description(json::Writer& out, const ModelDescription& model) {
  out.begin_object();
  out.member("path", model.path);
  out.member("family", model.family);
  out.member("layers", model.layers);
  out.member("heads", model.heads);
  out.member("key_heads", model.key_heads);
  out.member("width", model.width);
  out.member("vocabulary", model.vocabulary);
  out.key("parameters");
  out.raw(std::to_string(model.parameters));
  out.member("dtype", model.dtype);
  out.member("fingerprint", model.fingerprint);
  out.end_object();
}

void write_tokens(json::Writer& out, const RunningModel& model, const std::vector<int>& ids) {
  const bool are_vectors = !model.vectors().empty();
  const std::vector<std::string> texts = are_vectors ? model.vectors() : model.texts(ids);
  std::size_t n = 0;
  out.list(ids, [&](int id) {
    out.begin_object();
    if (!are_vectors) out.member("id", id);
    out.member("text", texts[n++]);
    out.end_object();
  });
}

/// Result of a run, written member by member.
class RunResult {
 public:
  RunResult(RunningModel& model, const RunOptions& options, json::Writer& out)
      : model_(model), options_(options), out_(out), changed_(model, options) {}

  void write() {
    ids_ = model_.ids_of(options_.text, "--ids");
    at_ = options_.at < 0 ? std::ssize(ids_) - 1 : options_.at;
    if (at_ >= std::ssize(ids_)) {
      throw Failure(Status::kWrong, "--at: " + std::to_string(at_) + ": expected a token below " +
                                        std::to_string(ids_.size()));
    }
    if (options_.generated > 0) {
      std::vector<int> all = ids_;
      all.resize(ids_.size() + static_cast<std::size_t>(options_.generated), ids_.front());
      model_.require_tokens(all);
    }
    const auto begin = std::chrono::steady_clock::now();
    run();
    const double seconds = seconds_since(begin);
    out_.begin_object();
    out_.member("format", "attentoscope/run");
    out_.member("version", 1);
    out_.key("model");
    write_description(out_, model_.description());
    out_.key("tokens");
    write_tokens(out_, model_, ids_);
    if (!model_.model().has_logits) {
      out_.key("next");
      out_.null();
    } else if (model_.mask()) {
      write_masked();
    } else {
      write_next();
    }
    if (options_.has_layers) write_layers();
    if (options_.generated > 0) write_generated();
    out_.key("seconds");
    out_.begin_object();
    write_number(out_, "read", model_.read_seconds());
    write_number(out_, "run", seconds);
    out_.end_object();
    out_.member("warnings", warnings());
    out_.end_object();
  }

  const std::vector<int>& ids() const { return ids_; }

 private:
  bool has_changes() const { return !options_.changes.are_none(); }

  RowVector logits_at(Index token) {
    ModelRun& run = model_.run();
    return run.logits(run.states(run.blocks()).row(token)).row(0);
  }

  /// Tokens whose logits are shown.
  std::vector<Index> shown_tokens() const {
    const auto mask = model_.mask();
    if (!mask) return {at_};
    std::vector<Index> tokens;
    for (std::size_t n = 0; n < ids_.size(); ++n) {
      if (ids_[n] == *mask) tokens.push_back(static_cast<Index>(n));
    }
    return tokens;
  }

  void run() {
    if (has_changes()) {
      model_.run().update(ids_);
      for (const Index token : logits_tokens()) before_.push_back(logits_at(token));
    }
    changed_.update(ids_);
    for (const Index token : logits_tokens()) logits_.push_back(logits_at(token));
  }

  std::vector<Index> logits_tokens() const {
    return model_.model().has_logits ? shown_tokens() : std::vector<Index>();
  }

  NextTokens next_of(std::size_t n) const {
    return next_tokens(logits_[n], options_.count, has_changes() ? &before_[n] : nullptr);
  }

  void write_next() {
    out_.member("at", static_cast<int>(at_));
    const NextTokens next = next_of(0);
    out_.key("next");
    write_candidates(out_, model_, next.likeliest, ids_[static_cast<std::size_t>(at_)],
                     has_changes());
    out_.key("rest");
    out_.begin_object();
    out_.member("count", static_cast<int>(next.rest));
    write_number(out_, "p", next.rest_p);
    if (has_changes()) write_number(out_, "before", next.rest_before);
    out_.end_object();
    if (has_changes()) write_number(out_, "kl", next.kl);
  }

  void write_masked() {
    const std::vector<Index> tokens = shown_tokens();
    out_.key("masked");
    std::size_t n = 0;
    out_.list(tokens, [&](Index token) {
      out_.begin_object();
      out_.member("at", static_cast<int>(token));
      out_.key("candidates");
      const int before = token > 0 ? ids_[static_cast<std::size_t>(token) - 1] : ids_.front();
      write_candidates(out_, model_, next_of(n++).likeliest, before, has_changes());
      out_.end_object();
    });
  }

  void write_layers() {
    out_.key("layers");
    if (!model_.model().has_logits) {
      out_.null();
      return;
    }
    std::vector<std::size_t> blocks;
    for (std::size_t b = 0; b < model_.run().blocks(); ++b) blocks.push_back(b);
    out_.list(blocks, [&](std::size_t b) {
      ModelRun& run = model_.run();
      const RowVector logits = run.logits(run.states(b + 1).row(at_)).row(0);
      write_candidates(out_, model_, next_tokens(logits, kCandidatesOfLayer).likeliest,
                       ids_[static_cast<std::size_t>(at_)], false);
    });
  }

  void write_generated() {
    if (!model_.model().has_logits) {
      throw Failure(Status::kWrong, "--generate: the model has no head for tokens");
    }
    std::mt19937_64 random(options_.seed);
    std::vector<int> all = ids_;
    std::vector<int> steps(static_cast<std::size_t>(options_.generated));
    out_.key("generated");
    out_.list(steps, [&](int) {
      const RowVector logits = logits_at(std::ssize(all) - 1);
      const double uniform = static_cast<double>(random() >> 11U) * 0x1p-53;
      const int id = draw_token(logits, options_.sampling, uniform);
      const int last = all.back();
      all.push_back(id);
      out_.begin_object();
      out_.member("id", id);
      out_.member("text", model_.texts({last, id}).back());
      write_number(out_, "p", probability_of(logits, id));
      out_.key("next");
      write_candidates(out_, model_, next_tokens(logits, options_.count).likeliest, last, false);
      out_.end_object();
      changed_.update(all);
    });
  }

  std::vector<std::string> warnings() const {
    std::vector<std::string> lines = model_.read().warnings;
    if (model_.read().is_streamed) {
      lines.emplace_back(
          "the model does not fit in the memory limit: its layers were read again "
          "for each pass");
    }
    return lines;
  }

  RunningModel& model_;
  const RunOptions& options_;
  json::Writer& out_;
  ChangedRun changed_;
  std::vector<int> ids_;
  Index at_ = 0;
  std::vector<RowVector> logits_, before_;  ///< of the tokens that are shown
};

/// Describes the model without reading its weights.
void describe(const RunOptions& options, json::Writer& out) {
  const ModelFiles files = open_model(model_folder(options.model));
  const ModelNetwork network = network_of_model(files, {}, {}, ModelNumbers::kReferred);
  const WeightMemory memory = weight_memory(files);
  out.begin_object();
  out.member("format", "attentoscope/model-description");
  out.member("version", 1);
  out.key("model");
  write_description(out, describe_model(files));
  out.key("memory");
  out.begin_object();
  write_number(out, "weights", memory.all);
  write_number(out, "streamed", memory.streamed());
  out.end_object();
  out.member("warnings", network.warnings);
  out.end_object();
}

void check_arrays(const RunOptions& options) {
  if (!options.arrays.empty() && options.out.empty()) {
    throw Failure(Status::kWrong, "--arrays: expected with --out");
  }
  for (const std::string& name : options.arrays) {
    if (!is_run_array(name)) {
      throw Failure(Status::kWrong,
                    "--arrays: expected some of " + run_array_names() + ", found " + shown(name));
    }
  }
  if (options.out.empty()) return;
  constexpr std::string_view kEnding = ".npz";
  about_output(options.out, [&] { check_output(options.out, std::span(&kEnding, 1), {}); });
  expect_outputs({options.out});
}

void run_opened(const RunOptions& options, const Sink& sink) {
  RunningModel model(options.model);
  // Written whole, or not at all: an error may be found late.
  json::Writer out;
  RunResult result(model, options, out);
  result.write();
  if (!options.out.empty()) {
    about_output(options.out, [&] {
      FileWriter file(options.out);
      write_run_arrays(options.arrays, result.ids(), model.model(), model.run(),
                       [&](std::string_view bytes) { file.append(bytes); });
      file.commit();
    });
  }
  sink(std::move(out).take());
}

}  // namespace

void run_model(const RunOptions& options, const Sink& sink) {
  check_arrays(options);
  try {
    if (options.describes) {
      json::Writer out;
      describe(options, out);
      sink(std::move(out).take());
      return;
    }
    about_scene(options.model, [&] { run_opened(options, sink); });
  } catch (const ModelError& error) {
    throw Failure(Status::kWrong, error.what());
  }
}

}  // namespace attn
