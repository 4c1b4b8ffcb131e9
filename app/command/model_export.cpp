#include "app/command/model_export.h"

#include <iostream>

#include "app/document/scene_file/scene_file.h"
#include "app/model/files/token_names.h"
#include "engine/base/text.h"
#include "engine/model/layer_scene.h"
#include "engine/reference/check.h"

namespace attn {
namespace {

constexpr const char* kPairOptions[] = {"head", "query", "key"};

}  // namespace

OptionWords pair_options(const OptionWords& words) {
  OptionWords some;
  for (const char* const id : kPairOptions) {
    if (const auto found = words.find(id); found != words.end()) some.insert(*found);
  }
  return some;
}

std::string ModelExport::name() const { return scene_name(options_.scenes.front()); }

void ModelExport::tell_warnings() const {
  for (const auto& warnings : {request_.warnings, model().warnings()}) {
    for (const std::string& warning : warnings) {
      std::cerr << "attentoscope: " << warning << std::endl;
    }
  }
}

Scene ModelExport::scene(Index layer) {
  ModelRun& run = result_.run();
  const auto block = static_cast<std::size_t>(layer);
  Scene scene = scene_of(run, block, tokens());
  scene.title = name() + ", layer " + std::to_string(layer);
  if (const auto problem = check(scene)) throw SceneError(*problem);
  const std::vector<std::size_t> heads = heads_changed_otherwise(run, block);
  if (!heads.empty()) {
    std::cerr << "attentoscope: " << scene.title << ": drawn without the changes of "
              << (heads.size() == 1 ? "head " : "heads ")
              << joined(heads, [](std::size_t head) { return std::to_string(head); })
              << ", which a scene cannot have; --view grid shows them" << std::endl;
  }
  return scene;
}

std::vector<Index> ModelExport::layers(bool are_all) {
  std::vector<Index> found;
  const int wished = options_.model.layer;
  const auto blocks = static_cast<Index>(result_.run().blocks());
  if (wished >= blocks) {
    throw Failure(Status::kWrong, "--layer: " + std::to_string(wished) +
                                      ": expected a layer below " + std::to_string(blocks));
  }
  for (Index layer = 0; layer < blocks; ++layer) {
    const bool is_wished = wished < 0 ? are_all || found.empty() : layer == wished;
    const bool has_attention = result_.run().attention(static_cast<std::size_t>(layer)) != nullptr;
    if (is_wished && has_attention) found.push_back(layer);
  }
  if (found.empty()) {
    throw Failure(Status::kWrong, options_.scenes.front(),
                  wished < 0 ? "no layer has attention"
                             : "layer " + std::to_string(wished) + " has no attention");
  }
  return found;
}

std::pair<int, int> ModelExport::words() {
  const ModelExportOptions& of = options_.model;
  const int word = of.word.empty() ? result_.next().likeliest.front().id : id_of("--word", of.word);
  return {word, of.against.empty() ? -1 : id_of("--against", of.against)};
}

ModelPair ModelExport::pair() {
  FigureOptions given;
  OptionWords words = pair_options(options_.words);
  try {
    read_options(given, words);
  } catch (const OptionError& error) {
    throw Failure(Status::kWrong, error.what());
  }
  ModelPair pair{.block = static_cast<std::size_t>(layers(false).front()),
                 .head = static_cast<std::size_t>(given.head.value_or(0)),
                 .query = given.query.value_or(result_.predicted())};
  const auto expect_below = [](const char* option, Index number, Index count) {
    if (number < count) return;
    throw Failure(Status::kWrong, std::string(option) + ": expected less than " +
                                      std::to_string(count) + ", found " + std::to_string(number));
  };
  const Index tokens = result_.run().tokens();
  expect_below("--head", static_cast<Index>(pair.head),
               std::ssize(result_.run().attention(pair.block)->heads));
  expect_below("--query", pair.query, tokens);
  expect_below("--key", given.key.value_or(0), tokens);
  if (given.key) {
    pair.key = *given.key;
  } else {
    result_.run().weights(pair.block)[pair.head].row(pair.query).maxCoeff(&pair.key);
  }
  return pair;
}

RunResult* ModelExport::before() {
  if (!has_changes()) return nullptr;
  if (!before_) {
    unchanged_ = request_;
    unchanged_.changes.clear();
    before_ = std::make_unique<RunResult>(model(), unchanged_);
  }
  return before_.get();
}

RunRequest ModelExport::request() const {
  const ModelExportOptions& of = options_.model;
  RunRequest given;
  given.count = of.count;
  given.at = of.at;
  given.text = text_in(of.text, "--ids", model());
  given.other = text_in(of.other, "--from-ids", model());
  given.changes = given_changes(of.changes);
  return start_.request(std::move(given));
}

/// Id of a word: its text as `run` prints it, or the id itself.
int ModelExport::id_of(const std::string& option, const std::string& word) {
  const auto words = static_cast<int>(model().model().words());
  if (word.find_first_not_of("0123456789") == std::string::npos) {
    return ids_in_list(word, option + ": ", words).front();
  }
  for (int id = 0; id < words; ++id) {
    if (result_.predicted_text(id) == word) return id;
  }
  throw Failure(Status::kWrong, option + ": no token has the text \"" + word + "\"");
}

}  // namespace attn
