#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "app/document/numbers/numbers.h"
#include "app/ui/numbers/number_field.h"

namespace attn::ui::fitted_number_test {
namespace {

bool is_first_byte(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

float width_of(Face face, std::string_view text) {
  const float em = face == Face::kMono ? 8.F : face == Face::kMonoSmall ? 7.F : 5.F;
  return em * static_cast<float>(std::ranges::count_if(text, is_first_byte));
}

std::string fitted(float value, float width) { return fitted_number(value, width, width_of).text; }

TEST(FittedNumber, HasTheDigitsThatHaveRoom) {
  EXPECT_EQ(fitted(0.123456F, 64), "0.123456");
  EXPECT_EQ(fitted(0.123456F, 63), "0.12346");
  EXPECT_EQ(fitted(0.126F, 32), "0.13");
  EXPECT_EQ(fitted(-640000, 29), "−6e5");
  EXPECT_EQ(fitted(-640000, 48), "−6.4e5");
  EXPECT_EQ(fitted(2.5e-12F, 56), "2.5e−12");
}

TEST(FittedNumber, IsSetSmallerBeforeItReachesOverItsCell) {
  // As narrow as a table's cells get: 32 pixels of room.
  for (const float value :
       {0.F, -0.04F, -0.5F, 12.F, -1234.F, -640000.F, 1e30F, -1e-9F, -0.0004F, 0.00056F}) {
    const FittedNumber number = fitted_number(value, 32, width_of);
    EXPECT_LE(width_of(number.face, number.text), 32) << number.text;
    EXPECT_NEAR(*parse_number(number.text), value, std::abs(value) / 2) << number.text;
  }
  EXPECT_EQ(fitted(-1.93F, 31), "−1.9") << "not -2, in larger type";
  EXPECT_EQ(fitted(-563.7F, 31), "−564");
  EXPECT_EQ(fitted_number(0.5F, 32, width_of).face, Face::kMono);
  EXPECT_EQ(fitted_number(-0.04F, 35, width_of).face, Face::kMonoSmall);
  EXPECT_EQ(fitted_number(-0.04F, 32, width_of).face, Face::kSmall);
}

}  // namespace
}  // namespace attn::ui::fitted_number_test
