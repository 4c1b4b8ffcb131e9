// Preloaded into the program, makes Pango's threads, which look for fonts, as late as they can be
// on a busy machine: before they give back what they used, they wait until the font map that they
// worked for is taken apart, or until the program is past its end, which then waits for them. How
// long is waited decides only how surely a program is found out that takes from them what they use.

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include <dlfcn.h>
#include <unistd.h>

// Functions of Fontconfig, GLib and Pango, declared without their types.
extern "C" {
void* FcFontSetMatch(void* config, void* sets, int count, void* wanted, void* result);
void* FcFontSetSort(void* config, void* sets, int count, void* wanted, int trim, void* characters,
                    void* result);
void FcFontSetDestroy(void* set);
void* g_hash_table_lookup(void* table, const void* key);
void g_hash_table_destroy(void* table);
void pango_fc_font_map_shutdown(void* map);
}

namespace {

using std::chrono::milliseconds;

// Duration that a program of about 100 ms does not reach.
constexpr milliseconds kLong(1000), kShort(200);

std::mutex mutex;
std::condition_variable changed;
int held = 0;
bool is_open = false;
thread_local bool is_pangos = false;  // this thread
thread_local bool takes_map_apart = false;

template <typename Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

void hold() {
  std::unique_lock lock(mutex);
  ++held;
  changed.wait_for(lock, kLong, [] { return is_open; });
  --held;
}

// And gives them time.
void let_go() {
  {
    const std::lock_guard lock(mutex);
    is_open = true;
  }
  changed.notify_all();
  std::this_thread::sleep_for(kShort);
}

struct AtEnd {
  ~AtEnd() {
    let_go();
    std::this_thread::sleep_for(kLong);
  }
} at_end;

}  // namespace

void* FcFontSetMatch(void* config, void* sets, int count, void* wanted, void* result) {
  is_pangos = gettid() != getpid();
  return real<decltype(FcFontSetMatch)>("FcFontSetMatch")(config, sets, count, wanted, result);
}

void* FcFontSetSort(void* config, void* sets, int count, void* wanted, int trim, void* characters,
                    void* result) {
  is_pangos = gettid() != getpid();
  return real<decltype(FcFontSetSort)>("FcFontSetSort")(config, sets, count, wanted, trim,
                                                        characters, result);
}

void FcFontSetDestroy(void* set) {
  if (is_pangos) hold();
  real<decltype(FcFontSetDestroy)>("FcFontSetDestroy")(set);
}

void* g_hash_table_lookup(void* table, const void* key) {
  if (is_pangos) std::this_thread::sleep_for(2 * kShort);
  return real<decltype(g_hash_table_lookup)>("g_hash_table_lookup")(table, key);
}

void g_hash_table_destroy(void* table) {
  real<decltype(g_hash_table_destroy)>("g_hash_table_destroy")(table);
  if (takes_map_apart && !is_open) let_go();
}

void pango_fc_font_map_shutdown(void* map) {
  takes_map_apart = true;
  real<decltype(pango_fc_font_map_shutdown)>("pango_fc_font_map_shutdown")(map);
  takes_map_apart = false;
}
