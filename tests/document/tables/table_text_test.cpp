#include "app/document/tables/table_text.h"

#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <stdexcept>

#include <gtest/gtest.h>

#include "app/document/files/utf8.h"
#include "tests/engine/scenes.h"
#include "tests/support/case_seed.h"
#include "tests/support/test_cases.h"

namespace attn::table_text_test {
namespace {

using namespace attn::test;

std::string complaint_of(std::string_view text, const TableShape& expected = {}) {
  try {
    parse_table(text, expected);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "taken";
}

TEST(TableText, ReadsEveryFormThatPeoplePaste) {
  const Matrix m = matrix({{1, -2.5f}, {3, 0.25f}});
  const char* const texts[] = {
      "1\t-2.5\n3\t0.25\n",
      "1\t-2,5\r\n3\t0,25\r\n",
      "1\t-2.5\r3\t0.25",
      "1,-2.5\n3,0.25",
      "\xEF\xBB\xBF 1 , -2.5 \n 3 , 0.25 \n\n",
      "\"1\",\"-2,5\"\n\"3\",\"0,25\"\n",
      "1;-2,5\n3;0,25",
      "1;−2.5\n3;.25",
      "1 -2.5\n3   2.5e-1",
      "[[1, -2.5], [3, 0.25]]",
      "[[1, -2.5,],\n [+3, 0.25],]\n",
      "((1, -2.5), (3, 0.25))",
      "[(1, -2.5), (3, 0.25)]",
      "[[ 1.   -2.5 ]\n [ 3.    0.25]]",
      "array([[ 1.  , -2.5 ],\n       [ 3.  ,  0.25]], dtype=float32)",
      "np.array([[1, -2.5], [3, 0.25]], np.float32)",
      "w_q = numpy.asarray( [[1, -2.5], [3, 0.25]], order='C', dtype = 'f4' )",
      "tensor([[1., -2.5], [3., 0.25]], device='cuda:0', grad_fn=<MmBackward0>)",
      "tensor([[1., -2.5], [3., 0.25]], size=(2, 2))",
      "torch.nn.Parameter(torch.tensor([[1., -2.5], [3., 0.25]]), requires_grad=True)",
      "[[np.float32(1.0), np.float32(-2.5)], [np.float32(3.0), np.float32(0.25)]]",
      "matrix([[1.0e+00, -2.5], [3, 0.25]])",
  };
  for (const char* text : texts) {
    ASSERT_EQ(complaint_of(text, {2, 2}), "taken") << text;
    EXPECT_EQ(parse_table(text), m) << text;
  }
}

TEST(TableText, ReadsRowsColumnsAndSingleNumbers) {
  const Matrix row = matrix({{1, 2.5f, 3}});
  for (const char* text : {"1\t2.5\t3", "1,2.5,3", "1 2.5 3", "[1, 2.5, 3]", "[1. 2.5 3.]",
                           "(1, 2.5, 3)", "[[1, 2.5, 3]]", "tensor([1., 2.5, 3.])"}) {
    ASSERT_EQ(complaint_of(text, {1, 3}), "taken") << text;
    EXPECT_EQ(parse_table(text), row) << text;
  }
  const Matrix column = row.transpose();
  for (const char* text : {"1\n2.5\n3", "1\n2,5\n3\n", "[[1], [2.5], [3]]", "[1, 2.5, 3]"}) {
    ASSERT_EQ(complaint_of(text, {3, 1}), "taken") << text;
    EXPECT_EQ(parse_table(text, {3, 1}), column) << text;
    EXPECT_EQ(parse_table(text, {{}, 1}), column) << text;
  }
  for (const char* text : {"2.5", " 2.5\n", "[2.5]", "[[2.5]]", "tensor(2.5)", "\"2,5\""}) {
    EXPECT_EQ(parse_table(text, {1, 1}), matrix({{2.5f}})) << text;
  }
  EXPECT_EQ(parse_table("2,5", {1, 1}), matrix({{2.5f}}));
  EXPECT_EQ(parse_table("2,5"), matrix({{2, 5}}));
}

TEST(TableText, SaysWhereAndWhatDoesNotFit) {
  const auto number_in = [](const std::string& place, const std::string& found) {
    return "expected a finite number in " + place + ", found " + found;
  };
  EXPECT_EQ(complaint_of("1\t2\nabc\t4"), number_in("row 2, column 1", "\"abc\""));
  EXPECT_EQ(complaint_of("[[1, 2], [abc, 4]]"), number_in("row 2, column 1", "\"abc\""));
  EXPECT_EQ(complaint_of("1\t2\n3\t"), number_in("row 2, column 2", "nothing"));
  EXPECT_EQ(complaint_of("1\n\n3"), number_in("row 2, column 1", "nothing"));
  EXPECT_EQ(complaint_of("1,,3"), number_in("row 1, column 2", "nothing"));
  EXPECT_EQ(complaint_of("[1,,3]"), number_in("row 1, column 2", "nothing"));
  EXPECT_EQ(complaint_of("[[]]"), number_in("row 1, column 1", "nothing"));
  EXPECT_EQ(complaint_of("nan\t1"), number_in("row 1, column 1", "\"nan\""));
  EXPECT_EQ(complaint_of("[1., inf]"), number_in("row 1, column 2", "\"inf\""));
  EXPECT_EQ(complaint_of("1e39"), number_in("row 1, column 1", "\"1e39\""));
  EXPECT_EQ(complaint_of("1,234.5;1"), number_in("row 1, column 1", "\"1,234.5\""));
  EXPECT_EQ(complaint_of("[[1. 2. ... 4.]]"), number_in("row 1, column 3", "\"...\""));
  EXPECT_EQ(complaint_of("[[[1]]]"), number_in("row 1, column 1", "\"[\""));
  EXPECT_EQ(complaint_of("[1, 2)"), number_in("row 1, column 3", "\")\""));
  EXPECT_EQ(complaint_of("\"1\t2"), number_in("row 1, column 1", "\"\"1\\t2\""));

  EXPECT_EQ(complaint_of("1 2 3 4\n1 2 3 4\n1 2"),
            "expected 4 numbers in row 3, as in row 1, found 2");
  EXPECT_EQ(complaint_of("[[1], [2, 3]]"), "expected 1 number in row 2, as in row 1, found 2");
  EXPECT_EQ(complaint_of("1 2\n3 4", {3, 2}), "expected 3 × 2 numbers, found 2 × 2");
  EXPECT_EQ(complaint_of("1 2\n3 4", {{}, 3}), "expected any × 3 numbers, found 2 × 2");
  EXPECT_EQ(complaint_of("1\t2\t3", {3, 1}), "expected 3 × 1 numbers, found 1 × 3");
  EXPECT_EQ(complaint_of("[1, 2, 3]", {2, 1}), "expected 2 × 1 numbers, found 1 × 3");

  EXPECT_EQ(complaint_of(""), "expected a table of numbers, found nothing");
  EXPECT_EQ(complaint_of(" \n\t\r\n"), "expected a table of numbers, found nothing");
  EXPECT_EQ(complaint_of("[[1, 2], [3, 4]"), "expected \"]\" in row 3, found the end");
  EXPECT_EQ(complaint_of("[[1, 2], [3, 4"), "expected \"]\" in row 2, found the end");
  EXPECT_EQ(complaint_of("[[1, 2], 3]"), "expected \"]\" in row 2, found \"3]\"");
  EXPECT_EQ(complaint_of("[1, 2], [3]"), "expected the end in row 2, found \", [3]\"");
  EXPECT_EQ(complaint_of("np.array([1, 2]"), "expected \")\" in row 2, found the end");
  EXPECT_EQ(complaint_of("np.array([1, 2], [3])"), "expected \")\" in row 2, found \"[3])\"");
}

TEST(TableText, RefusesTooMuch) {
  std::string text;
  for (Index n = 0; n < kMaxTableNumbers; ++n) text += "1\n";
  EXPECT_EQ(parse_table(text).rows(), kMaxTableNumbers);
  EXPECT_EQ(complaint_of(text + "1\n"), "expected at most 4194304 numbers, found more");
  EXPECT_EQ(complaint_of(std::string(kMaxTableBytes + 1, '1')),
            "expected at most 64 MiB of text, found more");
}

TEST(TableText, HostileTextIsRefusedInTime) {
  const auto start = std::chrono::steady_clock::now();
  const std::size_t length = test_cases(std::size_t{8} << 20);
  for (const char* unit : {"[", "(", "a(", "a=", "\"", "−", ",", "[1]", "1(", "\t", "[[", "[1,"}) {
    std::string text;
    while (text.size() < length) text += unit;
    EXPECT_NE(complaint_of(text), "taken") << unit;
    EXPECT_NE(complaint_of("np.array([1], " + text), "taken") << unit;
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  EXPECT_LT(taken.count(), 60);
}

TEST(TableText, RandomTextIsTakenWholeOrRefusedInWords) {
  constexpr std::string_view kPieces[] = {"1", "-2.5", "1e5", "[",    "]",    "(", ")",   ",",
                                          ";", "\t",   "\n",  " ",    "\"",   "=", "nan", "array",
                                          ".", "\r\n", "−",   "\xE2", "\xFF", "a", "-",   "np."};
  int taken = 0;
  for (int round = 0; round < test_cases(200000); ++round) {
    Random random(case_seed(round));
    std::string text;
    for (int n = random.below(12); n >= 0; --n) {
      text += round % 4 == 0 ? std::string(1, static_cast<char>(random.below(256)))
                             : std::string(kPieces[static_cast<std::size_t>(
                                   random.below(static_cast<int>(std::size(kPieces))))]);
    }
    try {
      const Matrix m = parse_table(text);
      ++taken;
      ASSERT_GT(m.size(), 0) << text;
      ASSERT_TRUE(m.allFinite()) << text;
      ASSERT_EQ(parse_table(to_python(m)), m) << text;
    } catch (const std::runtime_error& error) {
      const std::string words = error.what();
      ASSERT_TRUE(words.starts_with("expected ")) << text << words;
      ASSERT_EQ(valid_utf8(words), words) << text;
      ASSERT_EQ(words.find('\n'), std::string::npos) << text;
      ASSERT_LT(words.size(), 400u) << text;
    }
  }
  EXPECT_GT(taken, test_cases(1000));
}

bool same_bits(const Matrix& a, const Matrix& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
  for (Index n = 0; n < a.size(); ++n) {
    if (std::bit_cast<std::uint32_t>(a.data()[n]) != std::bit_cast<std::uint32_t>(b.data()[n])) {
      return false;
    }
  }
  return true;
}

TEST(TableText, WhatIsCopiedIsPastedBackExactly) {
  for (int round = 0; round < 300; ++round) {
    Random random(case_seed(round));
    const Matrix m = Matrix::NullaryExpr(1 + random.below(5), 1 + random.below(5), [&] {
      const int top = random.below(1 << 16);
      const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(top) << 16 |
                                              static_cast<std::uint32_t>(random.below(1 << 16)));
      return std::isfinite(value) ? value : -0.0f;
    });
    const TableShape shape{m.rows(), m.cols()};
    ASSERT_TRUE(same_bits(parse_table(to_tsv(m), shape), m)) << to_tsv(m);
    ASSERT_TRUE(same_bits(parse_table(to_csv(m), shape), m)) << to_csv(m);
    ASSERT_TRUE(same_bits(parse_table(to_python(m), shape), m)) << to_python(m);
  }
}

TEST(TableText, IsWrittenAsOthersReadIt) {
  const Matrix m = matrix({{1, -0.0f}, {0.1f, 1e30f}});
  EXPECT_EQ(to_tsv(m), "1\t-0\n0.1\t1e+30\n");
  EXPECT_EQ(to_csv(m), "1,-0\n0.1,1e+30\n");
  EXPECT_EQ(to_python(m), "[[1.0, -0.0],\n [0.1, 1e+30]]");
}

}  // namespace
}  // namespace attn::table_text_test
