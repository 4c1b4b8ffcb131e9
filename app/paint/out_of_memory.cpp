#include "app/paint/out_of_memory.h"

#include <span>
#include <string_view>

#include <glib.h>

#include "app/platform/memory.h"

namespace attn {
namespace {

std::string_view message_of(std::span<const GLogField> fields) {
  for (const GLogField& field : fields) {
    if (std::string_view(field.key) != "MESSAGE") continue;
    const char* words = static_cast<const char*>(field.value);
    return field.length < 0 ? std::string_view(words)
                            : std::string_view(words, static_cast<std::size_t>(field.length));
  }
  return {};
}

/// Suppresses GLib's message about a lack of memory, which would be a second line of error. Pango
/// reports in three messages that it continues without a font; only the last message gives the
/// reason.
GLogWriterOutput take_glib_message(GLogLevelFlags level, const GLogField* fields, gsize count,
                                   gpointer data) {
  const std::string_view said = message_of({fields, count});
  const auto has = [&](std::string_view words) {
    return said.find(words) != std::string_view::npos;
  };
  // Threads are also refused for lack of memory.
  if (has("failed to allocate") || has("creating thread")) end_out_of_memory();
  if (has("scaled_font status is: out of memory")) end_out_of_memory();
  const bool is_before_reason =
      has("failed to create cairo scaled font") || has("font_face status is: ");
  if (is_before_reason && is_memory_limited()) return G_LOG_WRITER_HANDLED;
  return g_log_writer_default(level, fields, count, data);
}

}  // namespace

void report_out_of_memory() {
  handle_out_of_memory();
  g_log_set_writer_func(take_glib_message, nullptr, nullptr);
}

}  // namespace attn
