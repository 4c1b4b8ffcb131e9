#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "app/figure/page/figure_options.h"
#include "app/figure/tables/view_table.h"
#include "engine/base/matrix.h"

namespace attn::python {

namespace py = pybind11;

/// Read-only array, rows x columns, of the numbers of `matrix`, which lives as long as the array:
/// no copy. None for a matrix without numbers.
inline py::object array_of(std::shared_ptr<const Matrix> matrix) {
  if (!matrix || matrix->size() == 0) return py::none();
  const Matrix& numbers = *matrix;
  const py::capsule owner(new std::shared_ptr<const Matrix>(std::move(matrix)), [](void* held) {
    delete static_cast<std::shared_ptr<const Matrix>*>(held);
  });
  py::array_t<float> array({numbers.rows(), numbers.cols()}, numbers.data(), owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

/// Likewise of a matrix that is part of `whole`.
template <typename Whole>
py::object array_in(const std::shared_ptr<const Whole>& whole, const Matrix& matrix) {
  return array_of(std::shared_ptr<const Matrix>(whole, &matrix));
}
template <typename Whole>
py::object array_in(const std::shared_ptr<const Whole>& whole,
                    const std::optional<Matrix>& matrix) {
  return matrix ? array_in(whole, *matrix) : py::none();
}

/// Result of `work`, which lets other threads of Python run.
template <typename Work>
auto without_lock(const Work& work) {
  const py::gil_scoped_release released;
  return work();
}

/// Runs `work`, which writes the file at `path`: what fails becomes an OSError that names it.
template <typename Work>
auto with_file(const std::string& path, const Work& work) {
  try {
    return work();
  } catch (const OptionError&) {
    throw;
  } catch (const NoNumbers&) {
    throw;
  } catch (const std::runtime_error& error) {
    PyErr_SetString(PyExc_OSError, (path + ": " + error.what()).c_str());
    throw py::error_already_set();
  }
}

}  // namespace attn::python
