#include "app/figure/page/figure_fit.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "app/document/numbers/numbers.h"
#include "app/figure/page/figure_frame.h"

namespace attn {
namespace {

using Words = std::multiset<std::string>;

/// Returns whether a word has a letter: numbers may be dropped, and symbols may be between words.
/// Unicode symbols in use start with C2 or E2 in UTF-8.
bool is_word(std::string_view word) {
  return std::ranges::any_of(word, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_letter = (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z' && byte < 0x80;
    return is_letter || (byte > 0xc2 && byte != 0xe2);
  });
}

/// Texts that must not be missing at another size: names unchanged, and words in all lines. Texts
/// already cut are exempt.
Words words_of(const std::vector<Said>& said) {
  Words words;
  const auto add = [&words](std::string_view word) {
    if (word.find("…") == std::string_view::npos) words.emplace(word);
  };
  for (const auto& [text, role] : said) {
    if (role == TextRole::name) add(text);
    std::string_view rest = role == TextRole::words ? text : std::string_view();
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find_first_of(" \n"), rest.size());
      if (is_word(rest.substr(0, end))) add(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return words;
}

/// Shortened texts of a figure.
std::set<std::string> cut_of(const std::vector<Said>& said) {
  std::set<std::string> cut;
  for (const Said& one : said) {
    if (one.text.find("…") != std::string::npos) cut.insert(one.text);
  }
  return cut;
}

/// Sides of a page in pixels.
struct Sides {
  std::optional<int> width, height;
};

class Fit {
 public:
  Fit(const LayOut& lay_out, const FigurePage& page, const FigureOptions& options)
      : lay_out_(lay_out),
        page_(page),
        wants_numbers_(options.numbers == Numbers::on),
        is_for_paper_(options.is_for_paper()) {
    page_.width.reset();
    page_.height.reset();
    const LaidFigure free = lay_out(page_);
    words_ = words_of(free.said);
    cut_ = cut_of(free.said);
    width_ = static_cast<int>(std::ceil(free.drawing.width * page_.scale));
    height_ = static_cast<int>(std::ceil(free.drawing.height * page_.scale));
  }

  bool fits(const Sides& sides) const { return drawing(sides, page_.least_scale).has_value(); }

  /// The figure at the largest scale that fits.
  std::optional<Drawing> drawing(const Sides& sides) const {
    auto largest = drawing(sides, page_.scale);
    if (largest || page_.least_scale >= page_.scale) return largest;
    largest = drawing(sides, page_.least_scale);
    if (!largest) return largest;
    constexpr int kSteps = 6;  // to a hundredth
    double low = page_.least_scale, high = page_.scale;
    for (int step = 0; step < kSteps; ++step) {
      const double middle = (low + high) / 2;
      auto larger = drawing(sides, middle);
      (larger ? low : high) = middle;
      if (larger) largest = std::move(larger);
    }
    return largest;
  }

  /// Least width, or height, that fits with the other side; empty if there is none.
  std::optional<int> least_width(std::optional<int> height) const {
    return least([&](int width) { return fits({width, height}); }, width_);
  }
  std::optional<int> least_height(std::optional<int> width) const {
    return least([&](int height) { return fits({width, height}); }, height_);
  }

 private:
  std::optional<Drawing> drawing(const Sides& sides, double scale) const {
    FigurePage page = page_;
    page.scale = scale;
    if (sides.width) page.width = *sides.width / scale;
    if (sides.height) page.height = *sides.height / scale;
    LaidFigure laid = lay_out_(page);
    const auto has_room = [](double length, const std::optional<double>& room) {
      return !room || length <= *room + 1e-6;
    };
    const bool fits = has_room(laid.drawing.width, page.width) &&
                      has_room(laid.drawing.height, page.height) &&
                      std::ranges::includes(words_of(laid.said), words_) &&
                      (laid.has_numbers || !wants_numbers_) && laid.has_names &&
                      (laid.has_formulas || !is_for_paper_) &&
                      // On paper, texts must not be shortened if they fit in full at another size.
                      (!is_for_paper_ || std::ranges::includes(cut_, cut_of(laid.said)));
    if (!fits) return std::nullopt;
    return on_page(std::move(laid.drawing), page);
  }

  template <typename Fits>
  static std::optional<int> least(const Fits& fits, int usual) {
    int high = std::max(usual, kSmallestSide), low = kSmallestSide - 1;
    while (!fits(high)) {
      low = high;
      if (high >= kMostOnASide) return std::nullopt;
      high = std::min(high + high / 4, static_cast<int>(kMostOnASide));
    }
    while (high - low > 1) {
      const int middle = low + (high - low) / 2;
      (fits(middle) ? high : low) = middle;
    }
    return high;
  }

  const LayOut& lay_out_;
  FigurePage page_;
  bool wants_numbers_, is_for_paper_;
  Words words_;
  std::set<std::string> cut_;   // at free size
  int width_ = 0, height_ = 0;  // of the figure at free size
};

/// "990", or for a figure on paper "3.3 in": rounded up to a tenth if it is a requirement.
std::string side_words(const FigureOptions& options, int pixels, bool is_needed) {
  if (!options.is_for_paper()) return std::to_string(pixels);
  const double inches = pixels / (96 * options.scale.value_or(1));
  return fixed(is_needed ? std::ceil(10 * inches - 0.01) / 10 : inches, is_needed ? 1 : 2) + " in";
}

[[noreturn]] void refuse_side(const FigureOptions& options, const char* option, int found,
                              std::optional<int> least, const std::string& what,
                              const std::string& also, bool is_free) {
  std::string expected = least ? "needs at least " + side_words(options, *least, true) +
                                     (options.is_for_paper() ? "" : " pixels") + also
                               : "has no room for all its text";
  if (is_free) expected += ", or no " + std::string(option);
  if (options.is_for_paper()) {
    const double type = options.least_font_size.value_or(options.font_size);
    expected += " with type of " + brief(type * 72 / 96, 3) + " pt";
  }
  throw OptionError(std::string(option) + ": " + what + " " + expected + ", found " +
                    side_words(options, found, false));
}

/// Whether the figure has a size, or parts that are required.
bool has_needs(const FigureOptions& options) {
  return options.width || options.height || options.numbers == Numbers::on || options.look.every;
}

/// Refuses an option of the heatmap whose `parts` do not fit at free size; `other` values do.
[[noreturn]] void refuse_free(const Fit& fit, const std::string& option, const std::string& what,
                              const std::string& parts, const std::string& other) {
  const auto width = fit.least_width(std::nullopt);
  throw OptionError(option + ": " + what + " " +
                    (width ? "needs --width " + std::to_string(*width) + " for the " + parts
                           : "has no room for the " + parts + " at any width") +
                    "; expected " + other + (width ? ", or this width" : ""));
}

}  // namespace

std::optional<Drawing> figure_that_fits(const LayOut& lay_out, const FigurePage& page,
                                        const FigureOptions& options) {
  if (!has_needs(options)) return on_page(lay_out(page).drawing, page);
  return Fit(lay_out, page, options).drawing({options.width, options.height});
}

Drawing fitting_figure(const LayOut& lay_out, const FigurePage& page, const FigureOptions& options,
                       const std::string& what) {
  if (auto drawing = figure_that_fits(lay_out, page, options)) return *std::move(drawing);
  const Fit fit(lay_out, page, options);
  if (!options.width && !options.height) {
    if (options.look.every) {
      refuse_free(fit, "--ticks " + std::to_string(*options.look.every), what, "names",
                  "a larger number");
    }
    refuse_free(fit, "--numbers on", what, "numbers", "off or auto");
  }
  if (options.width && !fit.fits({options.width, std::nullopt})) {
    const auto width = fit.least_width(std::nullopt);
    const auto height = width && options.height ? fit.least_height(width) : std::nullopt;
    const bool is_low = height && *options.height < *height;
    refuse_side(options, "--width", *options.width, width, what,
                is_low ? " and --height " + side_words(options, *height, true) : std::string(),
                fit.fits({std::nullopt, options.height}));
  }
  refuse_side(options, "--height", *options.height, fit.least_height(options.width), what, "",
              fit.fits({options.width, std::nullopt}));
}

}  // namespace attn
