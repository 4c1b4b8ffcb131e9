#pragma once

#include <span>
#include <string_view>

namespace attn {

/// What the words of a figure can be set in, beside any family that is installed.
struct FigureFont {
  std::string_view id, label;
  const char* family;  ///< as Fontconfig has it
};
/// The usual one first.
std::span<const FigureFont> figure_fonts_known();

/// The family that `name` stands for: one of those, by its id, or one that is installed, by its
/// name; the text stays. Throws std::runtime_error, which says where Debian has it if that is
/// known, where there is none.
const char* find_font_family(std::string_view name);

/// In this thread words are set in `family`, in place of the usual one, as long as this lives.
class FontScope {
 public:
  explicit FontScope(const char* family);
  ~FontScope();
  FontScope(const FontScope&) = delete;
  FontScope& operator=(const FontScope&) = delete;

 private:
  const char* before_;
};

/// The family that words are set in, in this thread.
const char* word_family();

}  // namespace attn
