#include "app/paint/pdf_tags.h"

#include <cstdio>
#include <memory>

#include <glib.h>

namespace attn {
namespace {

/// Text string in UTF-16BE, as hexadecimal digits.
std::string pdf_text(std::string_view words) {
  glong count = 0;
  const std::unique_ptr<gunichar2, decltype(&g_free)> units(
      g_utf8_to_utf16(words.data(), static_cast<glong>(words.size()), nullptr, &count, nullptr),
      g_free);
  std::string text = "<FEFF";
  for (glong n = 0; units && n < count; ++n) {
    char digits[5];
    std::snprintf(digits, sizeof digits, "%04X", static_cast<unsigned>(units.get()[n]));
    text += digits;
  }
  return text + ">";
}

/// Value of `key` in a dictionary's text, up to the next key or the end: "12 0 R".
std::string_view value_in(std::string_view dictionary, std::string_view key) {
  const std::size_t at = dictionary.find(key);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = dictionary.substr(at + key.size());
  return rest.substr(0, rest.find_first_of("\n/>"));
}

/// An object of a file as Cairo writes it, with more entries in its dictionary.
struct ChangedObject {
  std::string name{};  ///< its number; empty if there is none
  std::string text{};
};

/// The object whose dictionary has `entries`, with `more` behind them.
ChangedObject changed_object(std::string_view pdf, std::string_view entries,
                             const std::string& more) {
  const std::size_t at = pdf.find(entries);
  if (at == std::string_view::npos) return {};
  const std::size_t begin = pdf.rfind('\n', pdf.rfind(" 0 obj", at)) + 1;
  const std::size_t end = pdf.find("endobj", at);
  if (end == std::string_view::npos) return {};
  ChangedObject object{.text = std::string(pdf.substr(begin, end - begin)) + "endobj\n"};
  object.name = object.text.substr(0, object.text.find(' '));
  object.text.insert(at - begin + entries.size(), "\n   " + more);
  return object;
}

}  // namespace

std::string with_alternative(std::string pdf, std::string_view words) {
  constexpr std::string_view kStart = "startxref\n";
  const ChangedObject changed[] = {
      changed_object(pdf, "/Type /StructElem\n   /S /Figure", "/Alt " + pdf_text(words)),
      changed_object(pdf, "/Type /Catalog", "/MarkInfo << /Marked true >>")};
  const std::size_t trailer = pdf.rfind("trailer"), start = pdf.rfind(kStart);
  if (changed[0].name.empty() || changed[1].name.empty() || trailer == std::string::npos ||
      start == std::string::npos) {
    return pdf;
  }
  const std::string last = pdf.substr(trailer);
  std::string table = "xref\n";
  for (const ChangedObject& object : changed) {
    char entry[40];  // for any size
    std::snprintf(entry, sizeof entry, "%010zu 00000 n \n", pdf.size());
    table += object.name + " 1\n" + entry;
    pdf += object.text;
  }
  table += "trailer\n<<";
  for (const char* key : {"/Size", "/Root", "/Info"}) {
    table.append(" ").append(key).append(value_in(last, key));
  }
  table.append(" /Prev ").append(value_in(last, kStart)).append(" >>\n");
  const std::size_t at = pdf.size();
  return pdf + table + std::string(kStart) + std::to_string(at) + "\n%%EOF\n";
}

}  // namespace attn
