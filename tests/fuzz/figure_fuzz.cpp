// Any bytes as the file of a figure of several views: it is refused in one bounded line, or it is
// read, written and read again as the same, and its panels are evaluated or refused.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "app/figure/panels/figure_file.h"
#include "app/figure/panels/panel_sources.h"
#include "engine/attention/shapes.h"
#include "engine/base/problem.h"
#include "tests/fuzz/require.h"

namespace {

using namespace attn;
using test::require;

/// Approximate cost of an evaluation.
double cost_of(const Computable& one) {
  if (const auto* network = std::get_if<Network>(&one)) return trace_numbers(*network);
  const auto& scene = std::get<Scene>(one);
  double width = 1;
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    width += static_cast<double>(width_of_q(scene, h) + width_of_v(scene, h));
  }
  return width * static_cast<double>(scene.query_count()) * static_cast<double>(scene.key_count());
}

/// No other file is there.
Computable no_file(const std::string& path, ReadFiles* /*read*/) {
  throw SceneError({"", path + ": no such file"});
}

void check_figure(std::string_view text) {
  const FigureFile figure = parse_figure(text);
  const std::string written = format_figure(figure);
  FigureFile again = parse_figure(written);
  require(format_figure(again) == written, "what is read back is written alike");
  require(again.scenes.size() == figure.scenes.size(), "as many scenes are read back");
  for (std::size_t n = 0; n < figure.scenes.size(); ++n) {
    require(*again.scenes[n] == *figure.scenes[n], "scenes are read back equal");
  }
  again.scenes = figure.scenes;
  require(again == figure, "what is written is read back equal");
  require(page_of(figure).columns == figure.columns, "the page is the figure's");
  const std::vector<PanelWish> wishes = wishes_of(figure, "beside/");
  require(wishes.size() == figure.panels.size(), "a wish for each panel");
  const auto is_cheap = [](const auto& scene) { return cost_of(*scene) < 1e5; };
  if (wishes.size() > 20 || !std::ranges::all_of(figure.scenes, is_cheap)) return;
  PanelSources sources(no_file);
  require(panels_of(sources, wishes).size() == wishes.size(), "a panel for each wish");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    check_figure({reinterpret_cast<const char*>(data), size});
  } catch (const SceneError& error) {
    test::require_one_line(error.problem().place + ": " + error.problem().text);
  }
  return 0;
}
