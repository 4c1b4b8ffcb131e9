#include "app/command/film_options.h"

#include <stdexcept>
#include <string>

namespace attn {
namespace {

/// CLI11's own range takes what is not a number.
std::string check_fps(const std::string& text) {
  double fps = 0;
  const bool is_number = CLI::detail::lexical_cast(text, fps);
  return is_number && fps >= kSlowestFilm && fps <= kFastestFilm
             ? ""
             : "expected a number from 0.1 to 50, found " + text;
}

std::string check_sweep(const std::string& text) {
  try {
    parse_sweep(text);
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

}  // namespace

void add_film(CLI::App& command, ExportOptions& options) {
  const auto film = [&options]() -> Film& {
    if (!options.film) options.film.emplace();
    return *options.film;
  };
  CLI::Option* sweep =
      command
          .add_option_function<std::string>(
              "--sweep", [film](const std::string& text) { film().sweep = parse_sweep(text); },
              "Makes a film: a .gif, or numbered files in a folder or with {frame} in their name. "
              "NAME is temperature, shift, width or a number of the scene as a JSON pointer "
              "(/heads/0/w_q/0/1). :log after it goes by factors, as temperature does by itself, "
              ":linear evenly")
          ->type_name("NAME=FROM:TO:FRAMES")
          ->check(check_sweep);
  command
      .add_option_function<double>(
          "--fps", [film](double fps) { film().fps = fps; },
          "Frames a second of a .gif, 0.1 to 50; 20 by default")
      ->type_name("NUMBER")
      ->check(check_fps)
      ->needs(sweep);
}

}  // namespace attn
