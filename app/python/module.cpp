#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

#include <pybind11/pybind11.h>

#include "app/document/dumps/attention_dump.h"
#include "app/document/files/problem_line.h"
#include "app/document/messages/message.h"
#include "app/document/tasks/task_file.h"
#include "app/figure/page/figure_options.h"
#include "app/figure/tables/view_table.h"
#include "app/model/files/model_error.h"
#include "app/python/core.h"
#include "engine/base/problem.h"

namespace py = pybind11;

namespace {

/// The exception Error of the module, a ValueError with the attribute `place`.
PyObject* error_class = nullptr;

/// Sets the error that Python raises: its place in a scene, "/heads/0/w_q", and what was expected.
void set_error(std::string_view place, std::string_view text) {
  // Options are named as on the command line; in Python, they are arguments.
  for (const std::string_view begin : {"--set ", "--"}) {
    if (text.starts_with(begin)) text.remove_prefix(begin.size());
  }
  const std::string line = attn::one_line(text, attn::kMaxProblemBytes);
  py::object error = py::reinterpret_borrow<py::object>(error_class)(
      place.empty() ? line : std::string(place) + ": " + line);
  error.attr("place") = std::string(place);
  PyErr_SetObject(error_class, error.ptr());
}

void translate(std::exception_ptr thrown) {
  try {
    std::rethrow_exception(std::move(thrown));
  } catch (const attn::SceneMemoryError& error) {
    PyErr_SetString(PyExc_MemoryError, error.what());
  } catch (const attn::SceneError& error) {
    set_error(error.problem().place, error.problem().text);
  } catch (const attn::OptionError& error) {
    set_error("", error.what());
  } catch (const attn::NoNumbers& error) {
    set_error("", error.what());
  } catch (const attn::ImportError& error) {
    set_error("", error.what());
  } catch (const attn::ModelError& error) {
    set_error("", error.what());
  } catch (const attn::MessageError& error) {
    set_error("", error.what());
  } catch (const attn::TaskFileError& error) {
    set_error("", error.what());
  } catch (const std::invalid_argument& error) {
    set_error("", error.what());
  }
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  module.doc() = "Compiled part of attentoscope.";
  error_class = py::exception<attn::SceneError>(module, "Error", PyExc_ValueError).release().ptr();
  module.attr("Error").attr("place") = "";
  py::register_exception_translator(translate);
  module.attr("version") = ATTN_VERSION;
  attn::python::add_scenes(module);
  attn::python::add_attention(module);
  attn::python::add_networks(module);
  attn::python::add_models(module);
}
