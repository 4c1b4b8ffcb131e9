#include "app/figure/tables/table_format.h"

#include <clocale>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <tuple>

#include <gtest/gtest.h>

#include "app/document/files/utf8.h"
#include "engine/attention/trace.h"
#include "engine/base/text.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"

namespace attn::table_format_test {
namespace {

ViewTable table_of(const Matrix& values, std::vector<std::string> rows,
                   std::vector<std::string> columns) {
  return {.view = "scores",
          .row_kind = "query",
          .rows = std::move(rows),
          .columns = std::move(columns),
          .layers = {{"", std::make_shared<const Matrix>(values)}}};
}

std::string to_json(const ViewTable& table) { return text_of(table, write_json); }
std::string to_latex(const ViewTable& table) { return text_of(table, write_latex); }

ViewTable small_table() {
  Matrix values(2, 2);
  values << 0.1F, kMasked, -0.0F, 1e30F;
  return table_of(values, {"a", "b"}, {"c", "d"});
}

ViewTable stack() {
  ViewTable table = small_table();
  table.stack = "head";
  Matrix other(2, 2);
  other << 1, 2, 3, 4;
  table.layers = {{"0", table.layers[0].values}, {"1", std::make_shared<const Matrix>(other)}};
  return table;
}

ViewTable uneven_stack() {
  ViewTable table = stack();
  table.layers[1].values = std::make_shared<const Matrix>(Matrix::Ones(2, 1));
  return table;
}

/// Labels as nobody hopes for, and what their UTF-8 is.
std::vector<std::string> odd_labels() {
  return {"",
          " ",
          "a,b",
          "\"",
          "\"quoted\"",
          "line\nend",
          "\r\n",
          "\t",
          "注意力",
          "انتباه",
          "👩‍👩‍👧",
          "[CLS]",
          "*",
          "a\\b&c%$#_{}~^<>|",
          "-1.5",
          "nan",
          "=1+1",
          "+1",
          "-x",
          "@SUM(A1)",
          "－1",
          "'=1",
          "''@",
          "'tis",
          "\u202eab",
          "a\xff"
          "b",
          "trailing ",
          ";",
          std::string("\0x", 2)};
}

/// Text of a cell as a spreadsheet reads it: "'" escapes a formula.
std::string name_in(const std::string& cell) {
  const std::size_t sign = cell.find_first_not_of('\'');
  const bool is_formula =
      sign != std::string::npos && (std::string("=+-@").find(cell[sign]) != std::string::npos ||
                                    cell.compare(sign, 3, "－") == 0);
  if (!is_formula) return cell;
  EXPECT_EQ(cell[0], '\'') << cell;
  return cell.substr(1);
}

/// A reader of RFC 4180, and of its like between tabs.
std::vector<std::vector<std::string>> read_delimited(const std::string& text, char separator,
                                                     const std::string& line_end) {
  std::vector<std::vector<std::string>> rows{{""}};
  bool is_quoted = false;
  for (std::size_t n = 0; n < text.size(); ++n) {
    std::string& cell = rows.back().back();
    if (text[n] == '"') {
      const bool is_escape = is_quoted && n + 1 < text.size() && text[n + 1] == '"';
      if (is_escape) cell += text[++n];
      if (!is_escape) is_quoted = !is_quoted;
    } else if (!is_quoted && text[n] == separator) {
      rows.back().emplace_back();
    } else if (!is_quoted && text.compare(n, line_end.size(), line_end) == 0) {
      n += line_end.size() - 1;
      if (n + 1 < text.size()) rows.push_back({""});
    } else {
      cell += text[n];
    }
  }
  EXPECT_FALSE(is_quoted);
  return rows;
}

/// Floats of all sizes, and the odd ones.
Matrix varied(Index rows, Index cols) {
  test::Random random(test::case_seed(rows, cols));
  Matrix values(rows, cols);
  for (Index n = 0; n < values.size(); ++n) {
    float value = 0;
    do {
      const auto bits = static_cast<std::uint32_t>(random.engine()());
      std::memcpy(&value, &bits, sizeof value);
    } while (!std::isfinite(value));
    values.data()[n] = value;
  }
  values.data()[0] = std::numeric_limits<float>::denorm_min();
  values.data()[1] = std::numeric_limits<float>::lowest();
  values.data()[2] = -0.0F;
  values.data()[3] = kMasked;
  return values;
}

bool same_bits(float a, float b) { return std::memcmp(&a, &b, sizeof a) == 0; }

TEST(TableFormat, CsvAsItStands) {
  EXPECT_EQ(to_csv(small_table()), "query,c,d\r\na,0.1,\r\nb,-0,1e+30\r\n");
  EXPECT_EQ(to_csv(stack()),
            "head,query,c,d\r\n0,a,0.1,\r\n0,b,-0,1e+30\r\n1,a,1,2\r\n1,b,3,4\r\n");
  EXPECT_EQ(to_csv(table_of(Matrix::Constant(1, 1, 2), {"x"}, {"y"})), "query,y\r\nx,2\r\n");
}

TEST(TableFormat, TsvAsItStands) {
  EXPECT_EQ(to_tsv(small_table()), "query\tc\td\na\t0.1\t\nb\t-0\t1e+30\n");
}

TEST(TableFormat, DelimitedTextRestoresLabelsAndNumbers) {
  const auto labels = odd_labels();
  const auto count = static_cast<Index>(labels.size());
  const Matrix values = varied(count, count);
  const ViewTable table = table_of(values, labels, labels);
  const auto expect = [&](const std::vector<std::vector<std::string>>& read) {
    ASSERT_EQ(read.size(), labels.size() + 1);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      EXPECT_EQ(name_in(read[0][i + 1]), escaped(valid_utf8(labels[i])));
      EXPECT_EQ(name_in(read[i + 1][0]), escaped(valid_utf8(labels[i])));
      ASSERT_EQ(read[i + 1].size(), labels.size() + 1);
      for (std::size_t j = 0; j < labels.size(); ++j) {
        const float value = values(static_cast<Index>(i), static_cast<Index>(j));
        const std::string& cell = read[i + 1][j + 1];
        if (value == kMasked) {
          EXPECT_EQ(cell, "");
        } else {
          // As NumPy and spreadsheets do: read in double precision, then rounded.
          EXPECT_TRUE(same_bits(static_cast<float>(std::stod(cell)), value)) << cell;
        }
      }
    }
  };
  expect(read_delimited(to_csv(table), ',', "\r\n"));
  expect(read_delimited(to_tsv(table), '\t', "\n"));
}

// Only the line's end and what separates cells are left of the control characters, and no cell but
// a number begins as a formula does.
TEST(TableFormat, NoNameIsAFormulaOrBreaksALine) {
  const auto labels = odd_labels();
  const auto count = static_cast<Index>(labels.size());
  const ViewTable table = table_of(-Matrix::Ones(count, count), labels, labels);
  for (const auto& [text, separator, line_end] :
       {std::tuple{to_csv(table), ',', "\r\n"}, std::tuple{to_tsv(table), '\t', "\n"}}) {
    EXPECT_EQ(std::ranges::count(text, '\n'), count + 1);
    EXPECT_EQ(std::ranges::count(text, '\r'), separator == ',' ? count + 1 : 0);
    EXPECT_EQ(text.find("\u202e"), std::string::npos);
    for (const auto& row : read_delimited(text, separator, line_end)) {
      for (const std::string& cell : row) {
        const bool is_number = cell == "-1";
        EXPECT_TRUE(is_number || std::string("=+-@").find(cell[0]) == std::string::npos) << cell;
      }
    }
  }
  EXPECT_EQ(to_csv(table_of(Matrix::Constant(1, 1, -2), {"=1+1"}, {"-1"})),
            "query,'-1\r\n'=1+1,-2\r\n");
}

TEST(TableFormat, NpyIsAHeaderAndTheNumbers) {
  const Matrix values = varied(3, 5);
  const std::string npy = to_npy(table_of(values, {}, {}));
  EXPECT_EQ(npy.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  const std::size_t length =
      static_cast<unsigned char>(npy[8]) + 256u * static_cast<unsigned char>(npy[9]);
  EXPECT_EQ((10 + length) % 64, 0u);
  const std::string header = npy.substr(10, length);
  EXPECT_EQ(header.find("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 5), }"), 0u);
  EXPECT_EQ(header.back(), '\n');
  ASSERT_EQ(npy.size(), 10 + length + 4 * 15);
  EXPECT_EQ(std::memcmp(npy.data() + 10 + length, values.data(), 4 * 15), 0);
  EXPECT_NE(to_npy(stack()).find("'shape': (2, 2, 2), }"), std::string::npos);
  EXPECT_NE(to_npy(table_of(Matrix::Ones(1, 1), {}, {})).find("(1, 1)"), std::string::npos);
}

TEST(TableFormat, JsonRestoresLabelsAndNumbers) {
  const auto labels = odd_labels();
  const auto count = static_cast<Index>(labels.size());
  const Matrix values = varied(count, count);
  const auto read = nlohmann::json::parse(to_json(table_of(values, labels, labels)));
  EXPECT_EQ(read["format"], "attentoscope/table");
  EXPECT_EQ(read["version"], 1);
  EXPECT_EQ(read["view"], "scores");
  EXPECT_FALSE(read.contains("layers"));
  for (std::size_t i = 0; i < labels.size(); ++i) {
    EXPECT_EQ(read["rows"][i], valid_utf8(labels[i]));
    for (std::size_t j = 0; j < labels.size(); ++j) {
      const float value = values(static_cast<Index>(i), static_cast<Index>(j));
      const auto& cell = read["values"][i][j];
      if (value == kMasked) {
        EXPECT_TRUE(cell.is_null());
      } else {
        EXPECT_TRUE(same_bits(static_cast<float>(cell.get<double>()), value)) << cell;
      }
    }
  }
}

TEST(TableFormat, AStackInJsonIsAListOfMatrices) {
  const auto read = nlohmann::json::parse(to_json(uneven_stack()));
  EXPECT_EQ(read["layers"], (nlohmann::json{"0", "1"}));
  EXPECT_TRUE(read["values"][0][0][1].is_null());
  EXPECT_EQ(read["values"][1], (nlohmann::json{{1}, {1}}));
}

TEST(TableFormat, LatexAsItStands) {
  Matrix values(2, 2);
  values << 0.87654F, kMasked, -0.25F, 0.0004F;
  EXPECT_EQ(to_latex(table_of(values, {"[CLS]", "a_b"}, {"50%", "\\&\n"})),
            "% \\usepackage{booktabs}\n"
            "\\begin{tabular}{l*{2}{r}}\n"
            "\\toprule\n"
            "query & 50\\% & \\textbackslash{}\\&  \\\\\n"
            "\\midrule\n"
            "{[}CLS] & 0.877 & -- \\\\\n"
            "a\\_b & $-0.250$ & 0.000 \\\\\n"
            "\\bottomrule\n"
            "\\end{tabular}\n");
}

TEST(TableFormat, LatexHasAsManyDecimalsAsGiveTheLargestThreeDigits) {
  const auto cell = [](float value) {
    const std::string text = to_latex(table_of(Matrix::Constant(1, 1, value), {"x"}, {"y"}));
    const std::size_t from = text.find("\nx & ") + 5;
    return text.substr(from, text.find(" \\\\", from) - from);
  };
  EXPECT_EQ(cell(1), "1.000");
  EXPECT_EQ(cell(1.23456F), "1.23");
  EXPECT_EQ(cell(12.3456F), "12.3");
  EXPECT_EQ(cell(123.456F), "123");
  EXPECT_EQ(cell(12345), "12345");
  EXPECT_EQ(cell(0.123456F), "0.123");
  EXPECT_EQ(cell(0.0123456F), "0.0123");
  EXPECT_EQ(cell(-1.5e9F), "$-1.5 \\times 10^{9}$");
  EXPECT_EQ(cell(2.5e-7F), "$2.5 \\times 10^{-7}$");
  EXPECT_EQ(cell(0), "0.000");
  EXPECT_EQ(cell(-0.0F), "0.000");
}

TEST(TableFormat, LatexLeavesNoSpecialCharacterBare) {
  const auto labels = odd_labels();
  const auto count = static_cast<Index>(labels.size());
  const std::string text = to_latex(table_of(Matrix::Ones(1, count), {"x"}, labels));
  std::string head = text.substr(text.find("query"));
  head = head.substr(0, head.find("\\midrule"));
  EXPECT_EQ(std::ranges::count(head, '\n'), 1);
  for (std::size_t n = 1; n < head.size(); ++n) {
    const bool is_separator = head.compare(n - 1, 3, " & ") == 0;
    if (std::string_view("&%$#_").find(head[n]) == std::string_view::npos || is_separator) continue;
    EXPECT_EQ(head[n - 1], '\\') << head.substr(n - 1, 8);
  }
}

TEST(TableFormat, NoNameInLatexTurnsTheText) {
  const std::string text =
      to_latex(table_of(Matrix::Ones(1, 2), {"x"}, {"a\u202eb", "c\u2067d\u200f"}));
  for (const char* sign : {"\u202e", "\u2067"}) EXPECT_EQ(text.find(sign), text.npos) << text;
  EXPECT_NE(text.find("a\\textbackslash{}u202eb"), text.npos) << text;
}

TEST(TableFormat, ALayerInLatexIsATableOfItsOwn) {
  const std::string text = to_latex(uneven_stack());
  EXPECT_NE(text.find("% head 0\n\\begin{tabular}{l*{2}{r}}"), std::string::npos);
  EXPECT_NE(text.find("% head 1\n\\begin{tabular}{l*{1}{r}}"), std::string::npos);
}

TEST(TableFormat, LayersOfDifferentWidthsAreNoTable) {
  for (const auto encode : {to_csv, to_tsv, to_npy}) {
    EXPECT_THROW(encode(uneven_stack()), NoNumbers);
  }
}

TEST(TableFormat, NoLocaleChangesTheNumbers) {
  const std::string before = to_csv(small_table()) + to_json(small_table()) + to_latex(stack());
  const char* const locale = std::setlocale(LC_ALL, nullptr);
  const std::string kept = locale ? locale : "C";
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8"}) {
    std::setlocale(LC_ALL, name);
    EXPECT_EQ(to_csv(small_table()) + to_json(small_table()) + to_latex(stack()), before) << name;
  }
  std::setlocale(LC_ALL, kept.c_str());
}

TEST(TableFormat, EndingsAreFound) {
  for (const TableFormat& format : kTableFormats) {
    EXPECT_EQ(find_table_format(format.ending), &format);
    EXPECT_FALSE(text_of(stack(), format.write).empty());
  }
  EXPECT_EQ(find_table_format(".png"), nullptr);
  EXPECT_EQ(find_table_format(""), nullptr);
}

TEST(TableFormat, IsNeverHeldAsAWhole) {
  std::vector<std::string> names;
  for (int n = 0; n < 300; ++n) names.push_back("t" + std::to_string(n));
  const ViewTable table = table_of(test::Random(1).uniform(300, 300), names, names);
  for (const TableFormat& format : kTableFormats) {
    std::string whole;
    std::size_t largest = 0, own = 0;
    format.write(table, [&](std::string_view piece) {
      // The numbers of NPY stand in memory as in the file: that is no copy.
      const bool is_matrix =
          piece.data() == reinterpret_cast<const char*>(table.layers[0].values->data());
      if (!is_matrix) largest = std::max(largest, piece.size());
      own += 1;
      whole += piece;
    });
    EXPECT_EQ(whole, text_of(table, format.write)) << format.ending;
    EXPECT_GT(whole.size(), 300'000U) << format.ending;
    EXPECT_GT(own, 1U) << format.ending;
    EXPECT_LT(largest, 2 * kSinkBytes) << format.ending;
  }
}

}  // namespace
}  // namespace attn::table_format_test
