#include "app/figure/charts/point_labels.h"

#include <gtest/gtest.h>

#include "tests/figure/diagram_room.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"

namespace attn::point_labels_test {
namespace {

using test::overlap;

/// Every letter is 7 wide.
class EvenRuler : public Ruler {
 public:
  double width(std::string_view text, Type) const override {
    return 7 * static_cast<double>(text.size());
  }
  std::string shortened(std::string_view text, Type, double) const override {
    return std::string(text);
  }
};

constexpr Rect kRoom{0, 0, 300, 200};

std::vector<Rect> boxes_of(const Diagram& diagram) {
  std::vector<Rect> boxes;
  for (const Mark& mark : diagram.marks) {
    const auto& text = std::get<TextMark>(mark);
    const double height = line_height(text.type);
    boxes.push_back(
        {text.at.x, text.at.y - height / 2, EvenRuler().width(text.text, text.type), height});
  }
  return boxes;
}

TEST(PointLabels, NeverOverlapNorLeaveTheRoomNorCoverWhatIsTaken) {
  for (const int count : {1, 10, 100, 500}) {
    test::Random random(test::case_seed(count));
    std::vector<PointLabel> labels;
    std::vector<Rect> taken;
    for (int n = 0; n < count; ++n) {
      const Point at{random.between(0, kRoom.width), random.between(0, kRoom.height)};
      labels.push_back({.at = at, .text = "word"});
      taken.push_back({at.x - 3, at.y - 3, 6, 6});
    }
    Diagram diagram;
    const int stand = add_point_labels(diagram, EvenRuler(), labels, kRoom, taken).count;
    const auto boxes = boxes_of(diagram);
    ASSERT_EQ(boxes.size(), static_cast<std::size_t>(stand));
    // Points that are 500 may leave no word any room.
    if (count < 500) {
      EXPECT_GT(stand, 0);
    }
    for (std::size_t a = 0; a < boxes.size(); ++a) {
      EXPECT_GE(boxes[a].x, 0);
      EXPECT_GE(boxes[a].y, 0);
      EXPECT_LE(boxes[a].right(), kRoom.width);
      EXPECT_LE(boxes[a].bottom(), kRoom.height);
      for (std::size_t b = 0; b < a; ++b) EXPECT_FALSE(overlap(boxes[a], boxes[b]));
      for (const Rect& rect : taken) EXPECT_FALSE(overlap(boxes[a], rect));
    }
  }
}

TEST(PointLabels, TheFirstComesFirstAndWhatIsNeededStands) {
  const std::vector<Rect> taken = {{0, 0, 300, 200}};  // nothing is free
  std::vector<PointLabel> labels = {{.at = {150, 100}, .text = "left out"},
                                    {.at = {150, 100}, .text = "needed", .is_needed = true},
                                    {.at = {299, 1}, .text = "in the corner", .is_needed = true}};
  Diagram diagram;
  EXPECT_EQ(add_point_labels(diagram, EvenRuler(), labels, kRoom, taken).count, 2);
  const auto boxes = boxes_of(diagram);
  EXPECT_FALSE(overlap(boxes[0], boxes[1]));
  EXPECT_LE(boxes[1].right(), kRoom.width);
  EXPECT_GE(boxes[1].y, 0);
}

TEST(PointLabels, ShiftWhereTheFirstPlaceIsTaken) {
  const std::vector<PointLabel> labels(4, {.at = {150, 100}, .text = "same place"});
  Diagram diagram;
  EXPECT_EQ(add_point_labels(diagram, EvenRuler(), labels, kRoom, {}).count, 4);
}

}  // namespace
}  // namespace attn::point_labels_test
