#pragma once

#include <functional>
#include <string>

#include "app/document/imports/head_measures.h"
#include "app/session/files/imported_attention.h"
#include "app/ui/files/export_sheet.h"

namespace attn::ui {

/// Export of all heads of imported attention as the desk shows them: frames coloured by the
/// measure, heads outside the filter pale.
class LayersExport {
 public:
  void open(Ui& ui, const ImportedAttention& imported);
  bool is_open() const { return sheet_.is_open(); }
  /// Draws the dialog, and handles the keyboard while it is open.
  void draw(Ui& ui, const ImportedAttention& imported, const HeadMeasure& measure,
            const std::function<bool(Index)>& is_shown, const Box& room);

 private:
  ExportJob job(const ImportedAttention& imported, const HeadMeasure& measure,
                const std::function<bool(Index)>& is_shown) const;

  ExportSheet sheet_{{.sheet = "layers-export", .told = "layers-export"}};
  int format_ = 0, paper_ = 0;
  std::string theme_, path_;
};

}  // namespace attn::ui
