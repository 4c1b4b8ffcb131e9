#include "app/model/run/run_result.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <random>
#include <utility>

#include "app/model/files/model_error.h"

namespace attn {
namespace {

constexpr int kCandidatesOfLayer = 3;

void write_number(json::Writer& out, std::string_view name, double number) {
  out.member(name, static_cast<float>(number));
}

}  // namespace

void ChangedRun::update_unchanged(const std::vector<int>& ids) {
  model_.require_memory(std::ssize(ids));
  run_.update(ids);
}

void ChangedRun::update(const std::vector<int>& ids, Progress* progress) {
  model_.require_memory(std::ssize(ids));
  if (!has_changes()) {
    run_.update(ids, {}, progress);
    return;
  }
  run_.update(
      ids,
      changes_in(request_.changes, {model_.model(), std::ssize(ids), [&] { return other(); },
                                    [&](std::size_t block) { return means(block); }}),
      progress);
}

const ModelRun* ChangedRun::other() {
  if (!request_.other.is_given()) return nullptr;
  if (!other_) {
    other_ = std::make_unique<ModelRun>(model_.model(), fastest_kernels(), pool_);
    other_->update(model_.ids_of(request_.other));
  }
  return other_.get();
}

Matrix ChangedRun::means(std::size_t block) {
  auto& found = means_[block];
  if (found.size() > 0) return found;
  const auto texts = model_.habit_texts();
  model_.require_tokens(texts.front());
  return found = mean_outputs(model_.model(), block, texts);
}

RunResult::RunResult(const OpenedModel& model, const RunRequest& request)
    : model_(model), request_(request), changed_(model, request) {
  ids_ = model_.ids_of(request_.text);
  at_ = request_.at < 0 ? std::ssize(ids_) - 1 : request_.at;
  if (at_ >= std::ssize(ids_)) {
    throw ModelError("--at: " + std::to_string(at_) + ": expected a token below " +
                     std::to_string(ids_.size()));
  }
  if (request_.generated > 0) {
    if (!model_.model().has_logits)
      throw ModelError("--generate: the model has no head for tokens");
    std::vector<int> all = ids_;
    all.resize(ids_.size() + static_cast<std::size_t>(request_.generated), ids_.front());
    model_.require_tokens(all);
  }
  const auto begin = std::chrono::steady_clock::now();
  if (changed_.has_changes()) {
    changed_.update_unchanged(ids_);
    before_ = logits_of_shown();
  }
  changed_.update(ids_);
  logits_ = logits_of_shown();
  seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

RowVector RunResult::logits_at(Index token) {
  return run().logits(run().states(run().blocks()).row(token)).row(0);
}

/// Tokens whose logits are shown.
std::vector<Index> RunResult::shown_tokens() const {
  const auto mask = model_.mask();
  if (!mask) return {at_};
  std::vector<Index> tokens;
  for (std::size_t n = 0; n < ids_.size(); ++n) {
    if (ids_[n] == *mask) tokens.push_back(static_cast<Index>(n));
  }
  return tokens;
}

std::vector<RowVector> RunResult::logits_of_shown() {
  std::vector<RowVector> logits;
  if (!model_.model().has_logits) return logits;
  for (const Index token : shown_tokens()) logits.push_back(logits_at(token));
  return logits;
}

NextTokens RunResult::next_of(std::size_t n) const {
  return next_tokens(logits_[n], request_.count, before_.empty() ? nullptr : &before_[n]);
}

Index RunResult::predicted() const {
  if (!model_.model().has_logits) throw ModelError("the model has no head for tokens");
  const std::vector<Index> tokens = shown_tokens();
  if (tokens.empty()) {
    throw ModelError("expected a mask token in the text, which the model predicts");
  }
  return tokens.front();
}

NextTokens RunResult::next() const {
  predicted();
  return next_of(0);
}

std::string RunResult::predicted_text(int id) const {
  Index before = predicted();
  if (model_.mask() && before > 0) --before;
  return model_.texts({ids_[static_cast<std::size_t>(before)], id}).back();
}

Matrix RunResult::readout(const std::vector<int>& tokens) {
  const Index at = predicted();
  Matrix made(static_cast<Index>(run().blocks()), std::ssize(tokens));
  for (Index b = 0; b < made.rows(); ++b) {
    const RowVector logits =
        run().logits(run().states(static_cast<std::size_t>(b) + 1).row(at)).row(0);
    for (Index n = 0; n < made.cols(); ++n) {
      made(b, n) = static_cast<float>(probability_of(logits, tokens[static_cast<std::size_t>(n)]));
    }
  }
  return made;
}

void RunResult::write(json::Writer& out) {
  out.begin_object();
  out.member("format", "attentoscope/run");
  out.member("version", 1);
  out.key("model");
  write_model_description(out, model_.description());
  out.key("tokens");
  write_tokens(out);
  if (!model_.model().has_logits) {
    out.key("next");
    out.null();
  } else if (model_.mask()) {
    write_masked(out);
  } else {
    write_next(out);
  }
  if (request_.has_layers) write_layers(out);
  if (request_.generated > 0) write_generated(out);
  out.key("seconds");
  out.begin_object();
  write_number(out, "read", model_.read_seconds());
  write_number(out, "run", seconds_);
  out.end_object();
  std::vector<std::string> warnings = request_.warnings;
  std::ranges::move(model_.warnings(), std::back_inserter(warnings));
  out.member("warnings", warnings);
  out.end_object();
}

/// Candidates behind the token `before`, which their text may depend on.
void RunResult::write_candidates(json::Writer& out, const std::vector<Candidate>& candidates,
                                 int before, bool has_before) const {
  out.list(candidates, [&](const Candidate& one) {
    out.begin_object();
    out.member("id", one.id);
    out.member("text", model_.texts({before, one.id}).back());
    out.member("logit", one.logit);
    write_number(out, "p", one.p);
    if (has_before) write_number(out, "before", one.before);
    out.end_object();
  });
}

void RunResult::write_tokens(json::Writer& out) const {
  const bool are_vectors = !model_.vectors().empty();
  const std::vector<std::string> texts = model_.names_of(ids_);
  std::size_t n = 0;
  out.list(ids_, [&](int id) {
    out.begin_object();
    if (!are_vectors) out.member("id", id);
    out.member("text", texts[n++]);
    out.end_object();
  });
}

void RunResult::write_next(json::Writer& out) const {
  const bool has_before = !before_.empty();
  out.member("at", static_cast<int>(at_));
  const NextTokens next = next_of(0);
  out.key("next");
  write_candidates(out, next.likeliest, ids_[static_cast<std::size_t>(at_)], has_before);
  out.key("rest");
  out.begin_object();
  out.member("count", static_cast<int>(next.rest));
  write_number(out, "p", next.rest_p);
  if (has_before) write_number(out, "before", next.rest_before);
  out.end_object();
  if (has_before) write_number(out, "kl", next.kl);
}

void RunResult::write_masked(json::Writer& out) const {
  const std::vector<Index> tokens = shown_tokens();
  out.key("masked");
  std::size_t n = 0;
  out.list(tokens, [&](Index token) {
    out.begin_object();
    out.member("at", static_cast<int>(token));
    out.key("candidates");
    const int before = token > 0 ? ids_[static_cast<std::size_t>(token) - 1] : ids_.front();
    write_candidates(out, next_of(n++).likeliest, before, !before_.empty());
    out.end_object();
  });
}

void RunResult::write_layers(json::Writer& out) {
  out.key("layers");
  if (!model_.model().has_logits) {
    out.null();
    return;
  }
  std::vector<std::size_t> blocks;
  for (std::size_t b = 0; b < run().blocks(); ++b) blocks.push_back(b);
  out.list(blocks, [&](std::size_t b) {
    const RowVector logits = run().logits(run().states(b + 1).row(at_)).row(0);
    write_candidates(out, next_tokens(logits, kCandidatesOfLayer).likeliest,
                     ids_[static_cast<std::size_t>(at_)], false);
  });
}

void RunResult::write_generated(json::Writer& out) {
  std::mt19937_64 random(request_.seed);
  const std::vector<int> steps(static_cast<std::size_t>(request_.generated));
  out.key("generated");
  out.list(steps, [&](int) {
    const RowVector logits = logits_at(std::ssize(ids_) - 1);
    const double uniform = static_cast<double>(random() >> 11U) * 0x1p-53;
    const int id = draw_token(logits, request_.sampling, uniform);
    const int last = ids_.back();
    ids_.push_back(id);
    out.begin_object();
    out.member("id", id);
    out.member("text", model_.texts({last, id}).back());
    write_number(out, "p", probability_of(logits, id));
    out.key("next");
    write_candidates(out, next_tokens(logits, request_.count).likeliest, last, false);
    out.end_object();
    changed_.update(ids_);
  });
}

void write_model_description(json::Writer& out, const ModelDescription& model) {
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

}  // namespace attn
