#include "app/command/run_command.h"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <utility>

#include "app/command/option_checks.h"
#include "app/command/scene_work.h"
#include "app/document/files/file_writer.h"
#include "app/document/files/files.h"
#include "app/document/json/json_write.h"
#include "app/model/families/model_description.h"
#include "app/model/families/model_network.h"
#include "app/model/files/model_error.h"
#include "app/model/files/model_folder.h"
#include "app/model/files/token_names.h"
#include "app/model/run/model_document.h"
#include "app/model/run/run_arrays.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr long long kMostTextBytes = 1LL << 26;

std::string text_of_file(const std::string& path) {
  try {
    return read_file(path, kMostTextBytes);
  } catch (const std::runtime_error& error) {
    throw Failure(Status::kWrong, path, error.what());
  }
}

/// Files of the model, or of a document's.
ModelFiles files_of(const std::string& path) {
  return open_model(
      model_folder(path.ends_with(kModelEnding) ? ModelDocument(path).model() : path));
}

/// Describes the model without reading its weights.
void describe(const RunOptions& options, json::Writer& out) {
  const bool is_document = options.model.ends_with(kModelEnding);
  const ModelFiles files =
      open_model(model_folder(is_document ? ModelDocument(options.model).model() : options.model));
  const ModelNetwork network = network_of_model(files, {}, {}, ModelNumbers::kReferred);
  const WeightMemory memory = weight_memory(files);
  out.begin_object();
  out.member("format", "attentoscope/model-description");
  out.member("version", 1);
  out.key("model");
  write_model_description(out, describe_model(files));
  out.key("memory");
  out.begin_object();
  out.member("weights", static_cast<float>(memory.all));
  out.member("streamed", static_cast<float>(memory.streamed()));
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
  const ModelStart start(options.model);
  const OpenedModel& model = start.model();
  RunRequest given = options.request;
  given.text = text_in(options.text, "--ids", model);
  given.other = text_in(options.other, "--from-ids", model);
  given.changes = given_changes(options.changes);
  const RunRequest request = start.request(std::move(given));
  // Written whole, or not at all: an error may be found late.
  json::Writer out;
  RunResult result(model, request);
  result.write(out);
  if (!options.out.empty()) {
    about_output(options.out, [&] {
      FileWriter file(options.out);
      write_run_arrays(options.arrays, result.ids(), model.model(), result.run(),
                       [&](std::string_view bytes) { file.append(bytes); });
      file.commit();
    });
  }
  sink(std::move(out).take());
}

}  // namespace

ModelText text_in(const TextOptions& options, const std::string& ids_option,
                  const OpenedModel& model) {
  const int given =
      (options.has_text ? 1 : 0) + (options.ids.empty() ? 0 : 1) + (options.file.empty() ? 0 : 1);
  if (given > 1) {
    throw Failure(Status::kWrong, "expected one of TEXT, --ids and --text, found more");
  }
  ModelText text;
  if (options.has_text) text.text = options.text;
  if (!options.file.empty()) text.text = text_of_file(options.file);
  if (!options.ids.empty()) {
    text.ids = ids_in_list(options.ids, ids_option + ": ", model.description().vocabulary);
  }
  return text;
}

void require_model(const std::string& path) {
  try {
    files_of(path);
  } catch (const ModelError& error) {
    throw Failure(Status::kWrong, error.what());
  }
}

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
