#pragma once

#include <span>
#include <string>
#include <string_view>

namespace attn {

/// Known fonts for the words of a figure, besides installed families.
struct FigureFont {
  std::string_view id, label;
  const char* family;  ///< name in Fontconfig
};
/// The default first.
std::span<const FigureFont> figure_fonts_known();

/// Family for `name`: a known one by its id, or an installed one by its name; the text stays valid.
/// Throws std::runtime_error if there is none, naming the Debian package if known.
const char* find_font_family(std::string_view name);

/// Name of an installed family as in its font; empty if it is not installed. Defined in app/paint.
std::string installed_family(const std::string& name);

/// Sets the words' family in this thread to `family` during its lifetime.
class FontScope {
 public:
  explicit FontScope(const char* family);
  ~FontScope();
  FontScope(const FontScope&) = delete;
  FontScope& operator=(const FontScope&) = delete;

 private:
  const char* before_;
};

/// Family of words in this thread.
const char* word_family();

}  // namespace attn
