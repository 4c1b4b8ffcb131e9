#pragma once

#include <string_view>

#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Small links one after another, on as many lines as they need.
class LinkRow {
 public:
  LinkRow(Ui& ui, Pen& pen) : ui_(ui), pen_(pen), x_(pen.at.x) {}

  /// A word that is no link.
  void word(std::string_view text);
  /// True in the frame in which the link is clicked.
  bool link(std::string_view name, std::string_view text);
  /// The same with an arrow that says that a list opens.
  bool list_link(std::string_view name, std::string_view text);
  /// Moves the pen below the links.
  void end();

 private:
  void make_room(std::string_view text, float more);
  float line_height() const;

  Ui& ui_;
  Pen& pen_;
  float x_;
};

}  // namespace attn::ui
