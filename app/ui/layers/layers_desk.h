#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/document/imports/head_measures.h"
#include "app/session/files/imported_attention.h"
#include "app/session/files/running_model.h"
#include "app/ui/files/export_sheet.h"
#include "app/ui/heatmap/thumbnail_sheet.h"
#include "app/ui/toolkit/widgets.h"
#include "engine/base/matrix.h"

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
  void copy_picture(const ImportedAttention& imported, const HeadMeasure& measure,
                    const std::function<bool(Index)>& is_shown) {
    sheet_.copy_picture(job(imported, measure, is_shown));
  }
  std::string take_words() { return sheet_.take_words(); }

 private:
  ExportJob job(const ImportedAttention& imported, const HeadMeasure& measure,
                const std::function<bool(Index)>& is_shown) const;

  ExportSheet sheet_{{.sheet = "layers-export", .told = "layers-export"}};
  int format_ = 0, paper_ = 0;
  std::string theme_, path_;
};

/// Desk with all heads of imported attention side by side.
class LayersDesk {
 public:
  /// Draws the heads; `model`, which may be null, is the one that they are of. Returns the head to
  /// be opened as a scene.
  std::optional<ImportedHead> draw(Ui& ui, ImportedAttention& imported, RunningModel* model,
                                   const Box& whole);
  /// Handles keys that no control used.
  void take_keys(Ui& ui, ImportedAttention& imported);
  /// Opens the export of all heads as shown.
  void open_export(Ui& ui, const ImportedAttention& imported) { exporter_.open(ui, imported); }
  bool is_exporting() const { return exporter_.is_open(); }
  /// Puts the picture of all heads as shown on the clipboard.
  void copy_picture(const ImportedAttention& imported);
  /// Message about a copied picture, once; empty: none.
  std::string take_words() { return exporter_.take_words(); }
  /// Draws the export dialog, which takes the keyboard.
  void export_heads(Ui& ui, const ImportedAttention& imported, const Box& whole);
  /// Selects a head.
  void select(ImportedHead head);

 private:
  enum class HeadOrder { kLayers, kLowest, kHighest };
  enum class HeadsShown { kAll, kLowest, kHighest };
  /// Layout of the heads: index n per square, row by row; −1 for none.
  struct HeadGrid {
    std::vector<Index> squares;
    bool has_lines = false;  ///< a layer per row; else heads one after the other
    Index columns = 1, rows = 0;
    float pitch = 1;
    Box area{};       ///< visible squares
    Index first = 0;  ///< first visible row
    Index seen = 0;   ///< visible rows, at least in part
  };

  void edit_text(Ui& ui, RunningModel& model, const ImportedAttention& imported, Pen& pen);
  void choices(Ui& ui, const ImportedAttention& imported, Pen& pen);
  HeadGrid grid_in(const Theme& theme, const ImportedAttention& imported, const Box& box);
  void draw_grid(Ui& ui, ImportedAttention& imported, const Box& box);
  void draw_square(Ui& ui, const ImportedAttention& imported, Index n, const Box& square) const;
  void draw_foot(Ui& ui, const ImportedAttention& imported, const Box& box) const;
  void draw_head(Ui& ui, ImportedAttention& imported, Pen& pen, float height);
  void draw_measures(Ui& ui, const HeadSummary& summary, Pen& pen) const;
  void layer_line(Ui& ui, const ImportedAttention& imported, Pen& pen);
  void hide_lines(Ui& ui, ImportedAttention& imported, Pen& pen);
  void join_line(Ui& ui, ImportedAttention& imported, Pen& pen);
  /// Value of the chosen measure; NaN if the head is not measured or no measure is chosen.
  double number(const ImportedAttention& imported, Index n) const;
  void measure_all(const ImportedAttention& imported);
  bool is_shown(const ImportedAttention& imported, Index n) const;
  void walk(const ImportedAttention& imported, Index rows, Index columns);

  ImportedHead selected_{};
  int measure_ = 0, order_ = 0, part_ = 0;
  float scroll_ = 0;  ///< in rows
  bool reveals_ = true;
  bool types_ = false;  ///< the keyboard is the text's
  HeadGrid grid_;
  std::size_t measured_change_ = 0;
  int measured_of_ = -1;
  double low_ = 0, high_ = 0, low_quarter_ = 0, high_quarter_ = 0;  ///< range and quartiles of the
                                                                    ///< chosen measure
  std::optional<ImportedHead> opened_;
  std::optional<Index> hovered_;
  ThumbnailSheet sheet_, large_;
  LayersExport exporter_;
};

}  // namespace attn::ui
