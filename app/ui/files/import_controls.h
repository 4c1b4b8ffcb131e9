#pragma once

#include <string>
#include <utility>

#include "app/session/files/import_offer.h"
#include "app/ui/files/axis_chips.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

inline constexpr float kImportControl = 30, kBetweenImportSections = 14;  // units

/// Draws `text`, shortened in its middle, in `box`; `align` as in text_in().
void middle_cut_in(Ui& ui, const Box& box, Face face, ImU32 color, std::string_view text,
                   float align = 0);

/// Text button in the accent colour that ends at `right`, which becomes its left end for the next.
bool accent_link_before(Ui& ui, std::string_view name, std::string_view label, const Box& line,
                        float& right);

/// Controls of an import: arrays, axes, doubts, kind of the numbers, what is shown, tokens.
class ImportControls {
 public:
  /// Chooses the layout for an offer with its overview, which stays while it is open.
  void begin(const ImportOffer& offer);
  /// Returns whether there are few choices: arrays and axes take a line each.
  bool is_small() const { return is_small_; }
  /// Draws them downwards from `pen`.
  void draw(Ui& ui, ImportOffer& offer, Pen& pen);
  /// Takes the tokens from the clipboard.
  static void paste_tokens(ImportOffer& offer);
  /// Returns whether a file of tokens is to be chosen, once.
  bool take_wish_for_tokens() { return std::exchange(wants_tokens_, false); }

 private:
  void draw_parts(Ui& ui, ImportOffer& offer, Pen& pen);
  void draw_axes(Ui& ui, ImportOffer& offer, Pen& pen);
  void draw_doubt(Ui& ui, ImportOffer& offer, Pen& pen) const;
  void draw_numbers(Ui& ui, ImportOffer& offer, Pen& pen) const;
  void draw_shown(Ui& ui, ImportOffer& offer, Pen& pen) const;
  void draw_tokens(Ui& ui, ImportOffer& offer, Pen& pen);
  void draw_switches(Ui& ui, ImportOffer& offer, Pen& pen);
  void draw_not_seen(Ui& ui, ImportOffer& offer, const Box& line);

  AxisChips chips_;
  float not_seen_ =
      -10000;  // what the switch masks: the number of BERT's masks, until another is typed
  bool is_small_ = false, wants_tokens_ = false;
};

}  // namespace attn::ui
