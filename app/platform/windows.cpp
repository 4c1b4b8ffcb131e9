// The operating system for Windows: files in the simplest way that is right for a command. There
// are no locks, signals or sockets between windows yet.
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <stdexcept>
#include <utility>

#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>
#include <unistd.h>
#include <windows.h>

#include "app/platform/file_lock.h"
#include "app/platform/folders.h"
#include "app/platform/input_file.h"
#include "app/platform/interrupt.h"
#include "app/platform/local_socket.h"
#include "app/platform/memory.h"
#include "app/platform/process.h"
#include "app/platform/replaced_file.h"
#include "app/platform/unfinished.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

constexpr int kShared = _S_IREAD | _S_IWRITE;

[[noreturn]] void fail_without(const char* what) {
  throw std::runtime_error(std::string(what) + " is not possible on Windows yet");
}

/// Nanoseconds since 1970.
std::int64_t nanoseconds(const FILETIME& time) {
  constexpr std::int64_t kTick = 100, k1970 = 116'444'736'000'000'000;
  const auto ticks = static_cast<std::int64_t>(
      static_cast<std::uint64_t>(time.dwHighDateTime) << 32U | time.dwLowDateTime);
  return (ticks - k1970) * kTick;
}

FileStatus status_in(HANDLE file) {
  if (::GetFileType(file) != FILE_TYPE_DISK) return {FileType::other};
  BY_HANDLE_FILE_INFORMATION found{};
  if (::GetFileInformationByHandle(file, &found) == 0) return {};
  const bool is_folder = (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
  const std::uint64_t high = found.nFileIndexHigh, size = found.nFileSizeHigh;
  const std::int64_t written = nanoseconds(found.ftLastWriteTime);
  return {is_folder ? FileType::folder : FileType::regular,
          {found.dwVolumeSerialNumber, high << 32U | found.nFileIndexLow,
           size << 32U | found.nFileSizeLow, written, written},
          kShared};
}

HANDLE handle_of(int file) { return reinterpret_cast<HANDLE>(::_get_osfhandle(file)); }

std::size_t counted_bytes(int count) {
  if (count < 0) fail_with(errno);
  return static_cast<std::size_t>(count);
}

/// Largest number of bytes that one call reads.
int at_once(std::size_t most) { return static_cast<int>(std::min<std::size_t>(most, 1 << 30)); }

}  // namespace

// ---- Files that are read -----------------------------------------------------------------------

FileStatus status_of(const std::string& path, Links links) {
  std::error_code error;
  if (links == Links::refused && fs::is_symlink(path, error)) return {FileType::other};
  constexpr DWORD kAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  const HANDLE file = ::CreateFileA(path.c_str(), 0, kAll, nullptr, OPEN_EXISTING,
                                    FILE_FLAG_BACKUP_SEMANTICS, nullptr);
  if (file == INVALID_HANDLE_VALUE) return {};
  const FileStatus status = status_in(file);
  ::CloseHandle(file);
  return status;
}

FileStatus status_of(const Descriptor& file) { return status_in(handle_of(file.get())); }

FileStatus status_of_standard_input() { return status_in(handle_of(STDIN_FILENO)); }

std::int64_t file_time_now() {
  return std::chrono::nanoseconds(std::chrono::system_clock::now().time_since_epoch()).count();
}

Descriptor open_to_read(const std::string& path, Links links) {
  if (status_of(path, links).type == FileType::other)
    throw std::runtime_error("not a regular file");
  return Descriptor(::_open(path.c_str(), _O_RDONLY | _O_BINARY | _O_NOINHERIT));
}

Descriptor open_standard_input() {
  ::_setmode(STDIN_FILENO, _O_BINARY);
  return Descriptor(::_dup(STDIN_FILENO));
}

std::size_t read_some(const Descriptor& file, char* to, std::size_t most) {
  return counted_bytes(::_read(file.get(), to, static_cast<unsigned>(at_once(most))));
}

std::size_t read_some_at(const Descriptor& file, std::uint64_t at, char* to, std::size_t most) {
  OVERLAPPED place{};
  place.Offset = static_cast<DWORD>(at);
  place.OffsetHigh = static_cast<DWORD>(at >> 32U);
  DWORD count = 0;
  const bool is_read =
      ::ReadFile(handle_of(file.get()), to, static_cast<DWORD>(at_once(most)), &count, &place) != 0;
  if (!is_read && ::GetLastError() != ERROR_HANDLE_EOF) fail_with(EIO);
  return count;
}

std::int64_t position_of(const Descriptor& file) { return ::_lseeki64(file.get(), 0, SEEK_CUR); }

void set_position(const Descriptor& file, std::int64_t position) {
  if (::_lseeki64(file.get(), position, SEEK_SET) < 0) fail_with(errno);
}

std::optional<FileLock> FileLock::of(const std::string& folder, const char* name) {
  const std::string path = folder + "/" + name;
  const int file = ::_open(path.c_str(), _O_RDWR | _O_CREAT | _O_BINARY | _O_NOINHERIT, kShared);
  return file < 0 ? std::nullopt : std::optional(FileLock{Descriptor(file)});
}

// ---- Files that are written --------------------------------------------------------------------

HeldSignals::HeldSignals() = default;
HeldSignals::~HeldSignals() = default;

UnfinishedFile::UnfinishedFile(std::string folder, int permissions)
    : folder_(std::move(folder)), file_(make(permissions)) {}

UnfinishedFile::~UnfinishedFile() {
  if (name_.empty()) return;
  if (file_.get() >= 0) file_.close();  // an open file can't be removed
  std::error_code ignored;
  fs::remove(name_, ignored);
}

int UnfinishedFile::make(int) {
  enlist();
  constexpr int kFlags = _O_RDWR | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT;
  const int file = ::_open(name_.c_str(), kFlags, kShared);
  if (file < 0) clear_name();
  return file;
}

void UnfinishedFile::enlist() {
  name_ = folder_ + ".attentoscope-" + std::to_string(std::random_device()());
}

void UnfinishedFile::set_name() {}

void UnfinishedFile::clear_name() { name_.clear(); }

void UnfinishedFile::replace(const std::string& path, bool keeps_old) {
  file_.close();
  if (keeps_old && fs::exists(path)) {
    const std::string aside = name_ + "-";
    fs::rename(path, aside);
    fs::rename(name_, path);
    fs::rename(aside, name_);
    return;
  }
  fs::rename(name_, path);
  clear_name();
}

void UnfinishedFile::undo_replace(const std::string& path) {
  name_.empty() ? void(fs::remove(path)) : fs::rename(name_, path);
}

std::string UnfinishedFile::keep() {
  file_.close();
  return std::exchange(name_, "");
}

void remove_unfinished() {}

Descriptor open_to_write(const std::string& path) {
  return Descriptor(::_open(path.c_str(), _O_WRONLY | _O_BINARY | _O_NOINHERIT));
}

void require_writable(const std::string& path) {
  if (::_access(path.c_str(), W_OK) != 0) fail_with(errno);
}

int error_of_new_files(const std::string& folder) {
  return ::_access(folder.c_str(), W_OK) == 0 ? 0 : errno;
}

bool keep_all_attributes(const std::string&, int) { return true; }

Descriptor open_to_overwrite(const std::string& path, int) { return open_to_write(path); }

void overwrite_file(Descriptor&, int) { fail_without("overwriting a file"); }

void sync_file(int file) {
  if (::_commit(file) != 0) fail_with(errno);
}

void sync_folder(const std::string&) {}

void allow_open_files(unsigned count) { ::_setmaxstdio(static_cast<int>(count)); }

// ---- The user and the process ------------------------------------------------------------------

std::string home_folder() { return folder_variable("USERPROFILE"); }

std::string folder_variable(const char* name) {
  const char* value = std::getenv(name);
  return value && fs::path(value).is_absolute() ? fs::path(value).generic_string() : "";
}

int make_private_folder(const std::string& path) {
  std::error_code error;
  fs::create_directory(path, error);
  return error ? error.value() : 0;
}

std::string make_temporary_folder() {
  const fs::path path =
      fs::temp_directory_path() / ("attentoscope-" + std::to_string(std::random_device()()));
  if (!fs::create_directory(path)) {
    throw std::runtime_error("no temporary file: " + path.string());
  }
  return path.string();
}

std::string link_target(const std::string& path) {
  std::error_code error;
  const fs::path target = fs::read_symlink(path, error);
  return error ? "" : target.generic_string();
}

int compare_names(const std::string& a, const std::string& b) { return a.compare(b); }

namespace interrupt {
void begin(std::string) {}
void expect_outputs(std::vector<std::string>) {}
void set_exit_status(int) {}
void done(int) {}
}  // namespace interrupt

void settle_output(const std::string&) {}

AskedToEnd::AskedToEnd(std::function<void()>) {}
AskedToEnd::~AskedToEnd() = default;

long process_number() { return ::_getpid(); }

bool is_error_on_terminal() { return ::_isatty(STDERR_FILENO) != 0; }

void report_failed_writes() {}

int hide_errors() { return -1; }
void show_errors(int) {}

void lower_thread_priority() {
  ::SetThreadPriority(::GetCurrentThread(), THREAD_PRIORITY_BELOW_NORMAL);
}

int run_with_input(const char* const*, const std::string&, std::chrono::seconds) { return -1; }

double machine_memory() {
  MEMORYSTATUSEX status{};
  status.dwLength = sizeof status;
  return ::GlobalMemoryStatusEx(&status) != 0 ? static_cast<double>(status.ullTotalPhys) : 0;
}

bool limit_memory(double) { return false; }
void return_freed_memory() {}
bool is_memory_limited() { return false; }

void end_out_of_memory() {
  std::fputs("attentoscope: out of memory\n", stderr);
  std::_Exit(1);
}

void handle_out_of_memory() {}

std::string memory_file(const char*, std::string_view) { fail_without("a file in memory"); }

// ---- Sockets -----------------------------------------------------------------------------------

namespace {
constexpr const char* kSending = "sending to a window";
}

std::string window_socket_path() { fail_without(kSending); }
std::unique_ptr<Descriptor> connect_to(const std::string&) { fail_without(kSending); }
std::unique_ptr<LocalListener> LocalListener::at(const std::string&) { fail_without(kSending); }
LocalListener::~LocalListener() = default;
std::unique_ptr<Descriptor> LocalListener::accept() { return nullptr; }
bool receive_some(const Descriptor&, std::string&, std::size_t) { return false; }
void send_all(const Descriptor&, std::string_view, std::chrono::milliseconds) {
  fail_without(kSending);
}
WakeUp::WakeUp() : WakeUp(std::pair(-1, -1)) {}
void WakeUp::wake() {}
std::vector<bool> wait_for_any(std::span<const Descriptor* const>, std::chrono::milliseconds) {
  return {};
}
bool wait_for_bytes(const Descriptor&, std::chrono::milliseconds) { return false; }

}  // namespace attn
