#include <algorithm>
#include <mutex>
#include <tuple>
#include <vector>

#include "app/document/files/file_path.h"
#include "app/document/files/memory_limit.h"
#include "app/document/messages/message.h"
#include "app/document/scene_file/gradients_file.h"
#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_state.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure_option.h"
#include "app/figure/files/film.h"
#include "app/figure/files/patch_options.h"
#include "app/figure/panels/panel_sources.h"
#include "app/figure/panels/panel_wish.h"
#include "app/figure/panels/panels_figure.h"
#include "app/platform/local_socket.h"
#include "app/python/arrays.h"
#include "app/python/core.h"
#include "engine/attention/shapes.h"
#include "engine/base/text.h"
#include "engine/fast/evaluate.h"
#include "engine/fast/evaluator.h"
#include "engine/gradients/scene_gradients.h"

namespace attn::python {
namespace {

/// Options of `export` by their names on the command line, without "--".
using Words = OptionWords;
/// Settings of a view, "links.arrangement=lines".
using Settings = std::vector<std::string>;

/// Takes the option `id` out of `words`.
std::optional<std::string> take(Words& words, std::string_view id) {
  const auto found = words.find(id);
  if (found == words.end()) return std::nullopt;
  std::string word = std::move(found->second);
  words.erase(found);
  return word;
}

bool take_flag(Words& words, std::string_view id) {
  const auto word = take(words, id);
  if (word && *word != "on" && *word != "off") {
    throw OptionError(std::string(id) + ": expected True or False, found " + *word);
  }
  return word == "on";
}

const FigureView& view_called(const std::string& id) {
  if (const FigureView* view = find_figure_view(id)) return *view;
  throw OptionError("expected a view, one of " + joined(figure_view_table(), &FigureView::id) +
                    ", found " + id);
}

void require_known(const Words& words) {
  const auto rows = figure_options();
  for (const auto& [id, word] : words) {
    if (std::ranges::find(rows, id, &FigureOption::id) != rows.end()) continue;
    throw OptionError("expected an option of figures, one of " + joined(rows, &FigureOption::id) +
                      ", bare, set, sweep, fps, found " + id);
  }
}

/// Refuses options for the look of a figure: a table contains only numbers.
void check_table_words(const Words& words, const FigureView& view, const std::string& path) {
  for (const auto& [id, word] : words) {
    if (id == "head" || figure_option(id).is_of_numbers(view)) continue;
    throw OptionError(id + ": has no effect in a table (" + ending_of(path) +
                      "), only in a figure");
  }
}

/// Options of an export, parsed.
struct Wish {
  FigureOptions figure{};
  TableHeads heads{};
  std::optional<Film> film{};
};

/// Reads the options of a figure or table for `path`. Throws OptionError, std::invalid_argument.
Wish wish_of(CoreScene& scene, const std::string& view_id, Words words, const Settings& settings,
             const std::string& path) {
  const FigureView& view = view_called(view_id);
  Wish wish;
  FigureOptions& figure = wish.figure;
  std::string look = scene.scene().view;
  for (const std::string& setting : settings) look = with_view_setting(look, setting);
  figure.bare_cell = take_flag(words, "bare") ? 1 : 0;
  if (const auto sweep = take(words, "sweep")) wish.film = Film{.sweep = parse_sweep(*sweep)};
  if (const auto fps = take(words, "fps")) {
    const auto number = parsed<double>(*fps);
    if (!wish.film || !number || *number < kSlowestFilm || *number > kFastestFilm) {
      throw OptionError("fps: expected 0.1 to 50 with sweep, found " + *fps);
    }
    wish.film->fps = *number;
  }
  require_known(words);
  if (is_table(path)) check_table_words(words, view, path);
  read_options(figure, words);
  wish.heads = {.only = figure.head, .all = figure.all_heads && figure.look.heads.empty()};
  const auto count = std::ssize(scene.scene().heads);
  if (figure.head.value_or(0) >= count) {
    throw OptionError("head: expected less than " + std::to_string(count) +
                      " (heads of the scene), found " + std::to_string(*figure.head));
  }
  figure.view = view.id;
  figure.all_heads = wish.heads.all || !figure.look.heads.empty();
  figure.state = parse_view(look);
  if (!is_table(path) && view.has(Choice::patches)) read_picture_of(figure, scene.folder());
  return wish;
}

/// Writes the view to `path`; returns a remark about the file, or "".
std::string export_file(CoreScene& scene, const std::string& view, const Words& words,
                        const Settings& settings, const std::string& path) {
  if (std::ranges::count(export_endings(), ending_of(path)) == 0) {
    throw OptionError("expected a file that ends in " + joined(export_endings()) + ", found " +
                      path);
  }
  const Wish wish = wish_of(scene, view, words, settings, path);
  if (!wish.film && ending_of(path) == kFilmEnding) {
    throw OptionError("expected sweep for a .gif: the number that changes");
  }
  return with_file(path, [&] {
    return without_lock([&]() -> std::string {
      if (!wish.film) return write_export(scene.evaluation(), wish.figure, wish.heads, path);
      write_film(scene.scene(), wish.figure, *wish.film, path);
      return "";
    });
  });
}

py::bytes export_to_bytes(CoreScene& scene, const std::string& view, const Words& words,
                          const Settings& settings, const std::string& ending) {
  const Wish wish = wish_of(scene, view, words, settings, ending);
  if (wish.film) throw OptionError("sweep: expected a file");
  return without_lock(
      [&] { return export_bytes(scene.evaluation(), wish.figure, wish.heads, ending); });
}

/// Panel as it is asked for: its view, its scene (null: the difference of the two before it), and
/// its settings.
using CorePanel = std::tuple<std::string, std::shared_ptr<CoreScene>, Words>;

/// Draws panels to the file `path`, or to bytes of the format `ending` if it is empty.
py::object export_panels(const std::vector<CorePanel>& wanted, Words words, const std::string& path,
                         const std::string& ending) {
  PanelsOptions page;
  page.letters = take_flag(words, "letters");
  page.outer = take_flag(words, "outer");
  require_known(words);
  read_options(page.figure, words);
  page.columns = page.figure.look.columns;
  FigureOptions usual = page.figure;
  usual.look.columns = 0;  // of the page
  if (wanted.empty() || wanted.size() > kMostPanels) {
    throw OptionError("expected 1 to " + std::to_string(kMostPanels) + " panels, found " +
                      std::to_string(wanted.size()));
  }
  PanelSources sources(
      [](const std::string& file, ReadFiles* read) { return computable_for_panels(file, read); });
  std::vector<FigurePanel> panels;
  for (const auto& [view, scene, settings] : wanted) {
    PanelWish wish = usual_panel(scene ? &view_called(view) : nullptr, usual);
    if (scene) wish.given = std::make_shared<const Computable>(scene->scene());
    wish.words = view;
    for (const auto& [id, word] : settings) {
      try {
        set_in_panel(wish, id, word);
      } catch (const std::runtime_error& error) {
        throw OptionError("panel " + std::to_string(panels.size() + 1) + ": " + error.what());
      }
    }
    panels.push_back(sources.panel_of(wish));
  }
  if (path.empty()) return py::bytes(panels_bytes(panels, page, ending));
  return py::str(with_file(path, [&] { return write_panels(panels, page, path); }));
}

/// Object of Python for the trace of a layer, of which its arrays are parts.
struct CoreTrace {
  std::shared_ptr<const Evaluation> evaluation;
  const AttentionTrace& trace() const { return evaluation->trace; }
};

struct CoreHead {
  std::shared_ptr<const Evaluation> evaluation;
  Index head = 0;
  const HeadTrace& trace() const { return evaluation->trace.head(head); }
};

/// Property `name` of a head's trace, M x L or M x dv.
template <typename Class>
void add_array(Class& heads, const char* name, Matrix HeadTrace::*matrix, const char* about) {
  heads.def_property_readonly(
      name,
      [matrix](const CoreHead& head) { return array_in(head.evaluation, head.trace().*matrix); },
      about);
}

void add_traces(py::module_& module) {
  py::class_<CoreHead> heads(module, "Head");
  add_array(heads, "q", &HeadTrace::q, "Queries, M x dk, after w_q, norm and RoPE.");
  add_array(heads, "k", &HeadTrace::k, "Keys, L x dk, after w_k, norm and RoPE.");
  add_array(heads, "v", &HeadTrace::v, "Values, L x dv, after w_v. None without values.");
  add_array(heads, "scores", &HeadTrace::scores,
            "Scores, M x L, before the temperature; -inf where masked.");
  add_array(heads, "weights", &HeadTrace::weights, "Weights, M x L; 0 where masked.");
  add_array(heads, "output", &HeadTrace::output, "Output, M x dv: weights @ v.");
  py::class_<CoreTrace>(module, "Result")
      .def_property_readonly(
          "heads",
          [](const CoreTrace& made) {
            std::vector<CoreHead> all;
            for (Index h = 0; h < std::ssize(made.trace().heads); ++h) {
              all.push_back({made.evaluation, h});
            }
            return all;
          },
          "The heads, each with q, k, v, scores, weights and output.")
      .def_property_readonly(
          "output",
          [](const CoreTrace& made) {
            return array_in(made.evaluation, made.evaluation->trace.output);
          },
          "Combined output, M x Do. None for combine \"none\".")
      .def_property_readonly(
          "position",
          [](const CoreTrace& made) {
            return array_in(made.evaluation, made.evaluation->trace.position);
          },
          "Added positions, L x D. None if nothing is added.")
      .def_property_readonly(
          "x",
          [](const CoreTrace& made) { return array_in(made.evaluation, made.evaluation->trace.x); },
          "Embeddings with positions added, L x D.")
      .def_property_readonly(
          "warnings", [](const CoreTrace& made) { return made.trace().warnings; },
          "One sentence for each query that sees no key.");
}

}  // namespace

TensorBytes tensor_bytes(std::string bytes) {
  if (bytes.empty()) return std::nullopt;
  return FileBytes::held(std::move(bytes));
}

std::shared_ptr<const TensorFile> tensors_in(const TensorBytes& bytes) {
  return bytes ? std::make_shared<const TensorFile>(*bytes) : nullptr;
}

namespace {

void require_memory(double bytes) {
  if (auto problem = memory_problem(bytes)) throw SceneError(*problem);
}

std::shared_ptr<const Scene> within_limit(Scene scene) {
  require_memory(bytes_of_one(scene));
  return std::make_shared<const Scene>(std::move(scene));
}

}  // namespace

CoreScene::CoreScene(std::string text, TensorBytes tensors)
    : text_(std::move(text)),
      tensors_(std::move(tensors)),
      scene_(within_limit(scene_of(parse_whole(text_), MatrixFiles(tensors_in(tensors_))))) {}

CoreScene::CoreScene(const std::string& path)
    : text_(read_whole(path)),
      path_(path),
      folder_(folder_of(path)),
      scene_(within_limit(scene_of(parse_whole(text_), MatrixFiles(path)))) {}

CoreScene::CoreScene(std::shared_ptr<const Evaluation> evaluation)
    : text_(format_scene(evaluation->scene)),
      scene_(evaluation, &evaluation->scene),
      evaluation_(std::move(evaluation)) {}

std::shared_ptr<const Evaluation> CoreScene::evaluation() {
  const std::scoped_lock lock(evaluating_);
  if (!evaluation_) {
    Evaluation made{*scene_, evaluate(*scene_)};
    evaluation_ = std::make_shared<const Evaluation>(std::move(made));
  }
  return evaluation_;
}

std::string CoreScene::message(const std::string& name) const {
  // A text from a file may refer to other files.
  if (!path_.empty()) return bytes_of(Message{name, format_scene(*scene_), ""});
  return bytes_of(Message{name, text_, tensors_ ? tensors_->read(0, tensors_->size()) : ""});
}

std::string CoreScene::gradients(const std::string& losses) const {
  const Scene& scene = *scene_;
  const std::vector<Loss> read = parse_losses(losses, scene);
  for (const Loss& loss : read) check_loss(loss, scene);
  constexpr double kTimes = 10;  // forward and backward, in double precision
  require_memory(kTimes * bytes_of_one(scene));
  const WideTrace trace = evaluate_wide(scene);
  WideTrace by = no_gradient(trace);
  double sum = 0;
  for (const Loss& loss : read) sum += add_loss(loss, scene, trace, by);
  const Gradients found = scene_gradients(scene, trace, std::move(by));
  std::string json;
  const json::Tree tree = parse_whole(text_);
  write_gradients(sum, found, json::Value(tree, 0), [&](std::string_view piece) { json += piece; });
  return json;
}

void add_scenes(py::module_& module) {
  add_traces(module);
  py::class_<CoreScene, std::shared_ptr<CoreScene>>(module, "Scene")
      .def_static("open",
                  [](const std::string& path) {
                    return without_lock([&] { return std::make_shared<CoreScene>(path); });
                  })
      .def_static("parse",
                  [](std::string text, std::string tensors) {
                    return without_lock([&] {
                      return std::make_shared<CoreScene>(std::move(text),
                                                         tensor_bytes(std::move(tensors)));
                    });
                  })
      .def("text", [](const CoreScene& scene) { return format_scene(scene.scene()); })
      .def("save",
           [](const CoreScene& scene, const std::string& path) {
             with_file(path, [&] { write_scene(scene.scene(), path); });
           })
      .def("compute",
           [](CoreScene& scene) {
             return CoreTrace{without_lock([&] { return scene.evaluation(); })};
           })
      .def("message",
           [](const CoreScene& scene, const std::string& name) {
             return py::bytes(without_lock([&] { return scene.message(name); }));
           })
      .def("gradients",
           [](const CoreScene& scene, const std::string& losses) {
             return without_lock([&] { return scene.gradients(losses); });
           })
      .def("export_file", &export_file)
      .def("export_bytes", &export_to_bytes);
  module.def("export_panels", &export_panels);
  module.def("window_socket_path", &window_socket_path);
  module.def("views", [] { return texts_of<std::string>(figure_view_table(), &FigureView::id); });
}

}  // namespace attn::python
