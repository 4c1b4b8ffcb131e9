#include "app/ui/numbers/fitted_number.h"

#include "app/document/json/numbers.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

FittedNumber fitted_number(float value, float width, const TextWidth& width_of) {
  FittedNumber number;
  // Smaller type comes before -1.9 as -2.
  for (const int fewest : {2, 1}) {
    for (const Face face : {Face::kMono, Face::kMonoSmall, Face::kSmall}) {
      for (int digits = 6; digits >= fewest; --digits) {
        number = {with_minus(brief(value, digits)), face};
        if (width_of(face, number.text) <= width) return number;
      }
    }
  }
  return number;
}

void number_in(Ui& ui, const Box& box, ImU32 color, float value, float width, float align) {
  const Theme& theme = ui.theme;
  const FittedNumber number = fitted_number(value, width, [&](Face face, std::string_view text) {
    return text_size(theme, face, text).x;
  });
  text_in(ui, box, number.face, color, number.text, align);
}

}  // namespace attn::ui
