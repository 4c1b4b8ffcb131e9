#include "app/command/scene_work.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <utility>

#include "app/document/files/interrupt.h"
#include "app/document/files/memory_limit.h"
#include "app/document/scene_file/scene_file.h"
#include "app/paint/missing_scripts.h"
#include "app/session/files/import_offer.h"
#include "engine/fast/evaluate.h"
#include "engine/fast/evaluator.h"

namespace attn {
namespace {

// Memory of one evaluation; a window keeps two.
double bytes_of(const Scene& scene) { return bytes_of_one(scene); }
double bytes_of(const Network& network) {
  return static_cast<double>(sizeof(float)) * trace_numbers(network);
}

void require_memory(double bytes) {
  if (auto problem = memory_problem(bytes)) throw SceneError(*problem);
}

}  // namespace

void expect_outputs(std::vector<std::string> paths) {
  for (const std::string& path : paths) {
    about_output(path, [&] { protect_from(path); });
  }
  interrupt::expect_outputs(std::move(paths));
}

void print_bytes(std::string_view bytes) {
  const bool is_out = std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size() &&
                      std::fflush(stdout) == 0;
  if (!is_out) throw Failure(Status::kCouldNot, "standard output", std::strerror(errno));
}

namespace {

/// Attention of another program is imported first.
void expect_no_dump(const std::string& file) {
  if (is_scene_code(file) || !is_named_as_dump(file)) return;
  throw Failure(Status::kWrong, file,
                "expected a scene, found a file of another program: import it first, by "
                "attentoscope import FILE --out NAME.attn.json");
}

}  // namespace

Scene scene_in(const std::string& file, KnownFile* known) {
  expect_no_dump(file);
  return about_scene(file, [&] {
    Scene scene = read_scene(file, known);
    require_memory(bytes_of(scene));
    return scene;
  });
}

Computable computable_in(const std::string& file) {
  expect_no_dump(file);
  return about_scene(file, [&] {
    Computable read = read_computable(file);
    std::visit([](const auto& it) { require_memory(bytes_of(it)); }, read);
    return read;
  });
}

void require_memory_for_gradients(const Computable& read) {
  // Double precision (2), forward and backward pass (2), parts that a trace stores only once, and
  // intermediate results.
  constexpr double kTimes = 10;
  std::visit([](const auto& it) { require_memory(kTimes * bytes_of(it)); }, read);
}

NetworkTrace result_of(const std::string& file, const Network& network) {
  return about_scene(file, [&] { return evaluate_plainly(network); });
}

void tell_missing_fonts(const Scene& scene) {
  static MissingScripts scripts;
  std::vector<std::string> texts{scene.title};
  texts.insert(texts.end(), scene.tokens.begin(), scene.tokens.end());
  const auto& queries = scene.query_tokens();
  texts.insert(texts.end(), queries.begin(), queries.end());
  if (const std::string words = scripts.words_for(texts); !words.empty()) {
    std::cerr << "attentoscope: " << words << std::endl;
  }
}

void tell_remark(const std::string& path, const std::string& remark) {
  if (!remark.empty()) std::cerr << "attentoscope: " << path << ": " << remark << std::endl;
}

Trace result_of(const std::string& file, const Scene& scene) {
  return about_scene(file, [&] { return evaluate(scene); });
}

}  // namespace attn
