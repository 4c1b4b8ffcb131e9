#include "engine/fast/placement.h"

#include "engine/attention/position.h"

namespace attn {
namespace {

void copy_rows(const Matrix& from, const FewLines& changed, Matrix& to) {
  if (changed.all()) to = from;
  for (const Index i : changed.some()) to.row(i) = from.row(i);
}

}  // namespace

bool Placement::Table::prepare(const Position& wanted, Index rows, Index width) {
  if (!wanted.kind->table) return false;
  if (!(position == wanted) || shift.rows() != rows || shift.cols() != width) {
    shift = position_shift(wanted, rows, width);
    position = wanted;
  }
  return true;
}

void Placement::Table::place(const Matrix& embeddings, const FewLines& changed,
                             Matrix& placed) const {
  if (changed.all()) {
    placed.resize(embeddings.rows(), embeddings.cols());
    place_rows(embeddings, shift, 0, embeddings.rows(), placed);
  }
  for (const Index i : changed.some()) place_rows(embeddings, shift, i, 1, placed);
}

void Placement::update(const Scene& scene, const Changes& changes, Trace& trace) {
  FewLines x = changes.x, query_x = changes.query_x;
  if (changes.shapes) {
    x.add_all();
    query_x.add_all();
  }
  const Matrix& embeddings = *scene.embeddings;
  const bool places = keys_.prepare(scene.position, embeddings.rows(), embeddings.cols());
  if (places) {
    keys_.place(embeddings, x, trace.x);
  } else {
    copy_rows(embeddings, x, trace.x);
  }
  if (!scene.queries) {
    copy_rows(trace.x, query_x, trace.query_x);
  } else if (queries_.prepare(scene.position, scene.query_count(),
                              scene.query_embeddings().cols())) {
    queries_.place(scene.query_embeddings(), query_x, trace.query_x);
  } else {
    copy_rows(scene.query_embeddings(), query_x, trace.query_x);
  }
  if (!changes.shapes) return;
  trace.position.reset();
  trace.query_position.reset();
  if (places) trace.position = keys_.shift.cast<float>();
  if (places && scene.queries) trace.query_position = queries_.shift.cast<float>();
}

}  // namespace attn
