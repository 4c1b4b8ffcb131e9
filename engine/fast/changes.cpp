#include "engine/fast/changes.h"

#include <algorithm>

#include "engine/attention/position.h"
#include "engine/attention/shapes.h"

namespace attn {
namespace {

template <typename Value>
bool same_shape(const std::optional<Cow<Value>>& a, const std::optional<Cow<Value>>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return (*a)->rows() == (*b)->rows() && (*a)->cols() == (*b)->cols();
}

bool takes_the_same(const Feed& a, const Feed& b) {
  return a.where == b.where && a.rows == b.rows && a.columns == b.columns && a.first == b.first;
}

HeadChanges head_changes(PartChanges& parts, const Scene& from, const Scene& to, std::size_t h) {
  const auto head = static_cast<Index>(h);
  HeadChanges changes;
  changes.parameters = !(from.heads[h] == to.heads[h]) ||
                       !(from.heads[keys_head(from, h)] == to.heads[keys_head(to, h)]);
  changes.q = parts.of({Part::q, head}).rows;
  changes.k = parts.of({Part::k, head}).rows;
  changes.v = parts.of({Part::v, head}).rows;
  changes.weights = part_kind(Part::weights).differ(from, to, h);
  // An edit of few keys needs weights of the same kind.
  const bool any = !changes.q.none() || !changes.k.none();
  changes.scores = parts.of({Part::raw, head}).all() || (changes.weights && any);
  return changes;
}

}  // namespace

bool same_shapes(const Scene& a, const Scene& b) {
  return a.tokens.size() == b.tokens.size() && a.heads.size() == b.heads.size() &&
         a.embeddings->cols() == b.embeddings->cols() &&
         a.queries.has_value() == b.queries.has_value() && a.query_count() == b.query_count() &&
         a.query_embeddings().cols() == b.query_embeddings().cols() &&
         same_shape(a.values, b.values) && a.position == b.position;
}

PartChanges::PartChanges(const Scene& from, const Scene& to)
    : from_(from),
      to_(to),
      same_attention_(static_cast<const Attention&>(from) == static_cast<const Attention&>(to)) {
  known_for_.fill(-1);
}

const ChangedCells& PartChanges::of(const Where& where) {
  const auto n = static_cast<std::size_t>(where.part);
  if (known_for_[n] != where.head) {
    const ChangedCells cells = follow(where);
    known_[n] = cells;
    known_for_[n] = where.head;
  }
  return known_[n];
}

ChangedCells PartChanges::follow(const Where& where) {
  const PartKind& kind = part_kind(where.part);
  const auto h = static_cast<std::size_t>(where.head);
  ChangedCells cells;
  if (kind.changed) cells.rows = kind.changed(from_, to_, h);
  if (!same_attention_ && kind.differ && kind.differ(from_, to_, h)) cells.rows.add_all();
  if (!kind.feeds || cells.all()) return cells;
  const auto first = static_cast<std::ptrdiff_t>(feeds_.size());
  kind.feeds(from_, h, feeds_);
  if (!same_attention_) add_other_feeds(kind, h, first);
  const std::size_t end = feeds_.size();  // end of the kind's own feeds, as others are appended
  for (auto n = static_cast<std::size_t>(first); n < end && !cells.all(); ++n) {
    const Feed feed = feeds_[n];
    add_fed(feed, where, cells);
  }
  feeds_.erase(feeds_.begin() + first, feeds_.end());
  return cells;
}

/// Adds the feeds of the new scene if they differ from those of the old one, which start at
/// `first`.
void PartChanges::add_other_feeds(const PartKind& kind, std::size_t h, std::ptrdiff_t first) {
  const auto second = static_cast<std::ptrdiff_t>(feeds_.size());
  kind.feeds(to_, h, feeds_);
  const auto middle = feeds_.begin() + second;
  if (std::equal(feeds_.begin() + first, middle, middle, feeds_.end(), takes_the_same)) {
    feeds_.erase(middle, feeds_.end());
  }
}

void PartChanges::add_fed(const Feed& feed, const Where& where, ChangedCells& cells) {
  const ChangedCells& fed = of(feed.where);
  spread(feed.rows, fed.rows, feed, where, cells);
  spread(feed.columns, fed.columns, feed, where, cells);
}

/// Cells that depend on one of `lines`.
void PartChanges::spread(Feed::Reach reach, const FewLines& lines, const Feed& feed,
                         const Where& where, ChangedCells& cells) const {
  if (lines.none()) return;
  if (lines.all()) return cells.rows.add_all();
  switch (reach) {
    case Feed::Reach::kRow:
      return cells.rows.add(lines);
    case Feed::Reach::kColumn:
      for (const Index line : lines.some()) cells.columns.add(feed.first + line);
      return;
    case Feed::Reach::kTurned:
      for (const Index line : lines.some()) {
        cells.columns.add(line);
        const Index width = shape_of(to_, where).cols.count;
        cells.columns.add(rotation_partner(to_.position, width, line));
      }
      return;
    case Feed::Reach::kHead:
      if (lines.has(where.head)) cells.rows.add_all();
      return;
    case Feed::Reach::kSeen:
    case Feed::Reach::kSeeing:
    case Feed::Reach::kDistance:
    case Feed::Reach::kBetween:
    case Feed::Reach::kAll:
      return cells.rows.add_all();
  }
}

Changes changes_between(const Scene& from, const Scene& to) {
  Changes changes;
  changes.shapes = !same_shapes(from, to);
  changes.heads.resize(to.heads.size());
  if (changes.shapes) return changes;
  PartChanges parts(from, to);
  changes.x = parts.of({Part::x}).rows;
  changes.query_x = parts.of({Part::query_x}).rows;
  changes.combine = !(from.combine == to.combine);
  for (std::size_t h = 0; h < to.heads.size(); ++h) {
    // If only inputs differ, equal heads have equal changes.
    if (h > 0 && parts.same_attention() && same_parts(to.heads[h], to.heads[h - 1])) {
      changes.heads[h] = changes.heads[h - 1];
    } else {
      changes.heads[h] = head_changes(parts, from, to, h);
    }
  }
  return changes;
}

}  // namespace attn
