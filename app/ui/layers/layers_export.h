#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/document/imports/head_measures.h"
#include "app/session/evaluation/worker.h"
#include "app/session/workspace/imported_attention.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Dialog that exports all heads of imported attention as the desk shows them: frames coloured by
/// the measure, filtered heads pale. Keyboard: Tab walks, Ctrl+Enter exports, Esc closes.
class LayersExport {
 public:
  void open(Ui& ui, const ImportedAttention& imported);
  bool is_open() const { return is_open_; }
  /// Takes the keyboard while open; call after drawing.
  void take_keys(Ui& ui, const ImportedAttention& imported, const HeadMeasure& measure,
                 const std::function<bool(Index)>& is_shown);
  void draw(Ui& ui, const ImportedAttention& imported, const HeadMeasure& measure,
            const std::function<bool(Index)>& is_shown, const Box& room);

 private:
  void start(Ui& ui, const ImportedAttention& imported, const HeadMeasure& measure,
             const std::function<bool(Index)>& is_shown);
  void follow_work(Ui& ui);
  void close(Ui& ui);

  bool is_open_ = false, had_list_ = false;
  int format_ = 0, paper_ = 0, theme_ = 0;
  std::string path_;
  std::string warning_, done_;  // error message, success message
  std::string in_the_way_;      // existing file to be replaced after confirmation
  Worker worker_;
};

}  // namespace attn::ui
