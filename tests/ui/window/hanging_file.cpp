// Preloaded into the program, makes a network drive that stopped to answer: while a file called
// ATTN_HANGS + ".now" is there, whoever asks for the file or folder ATTN_HANGS waits for ever.

#include <cstdarg>
#include <cstdlib>
#include <cstring>

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

void hang_at(const char* path) {
  const char* const hanging = std::getenv("ATTN_HANGS");
  if (hanging == nullptr || std::strcmp(path, hanging) != 0) return;
  char flag[4096] = "";
  std::strncat(flag, hanging, sizeof flag - 8);
  std::strcat(flag, ".now");
  while (access(flag, F_OK) == 0) sleep(1);
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode =
      (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(rest, mode_t) : mode_t{};
  va_end(rest);
  hang_at(path);
  using Open = int (*)(const char*, int, ...);
  return reinterpret_cast<Open>(dlsym(RTLD_NEXT, "open"))(path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode =
      (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(rest, mode_t) : mode_t{};
  va_end(rest);
  hang_at(path);
  using OpenAt = int (*)(int, const char*, int, ...);
  return reinterpret_cast<OpenAt>(dlsym(RTLD_NEXT, "openat"))(folder, path, flags, mode);
}

DIR* opendir(const char* path) {
  hang_at(path);
  using OpenFolder = DIR* (*)(const char*);
  return reinterpret_cast<OpenFolder>(dlsym(RTLD_NEXT, "opendir"))(path);
}

int stat(const char* path, struct stat* status) noexcept {
  hang_at(path);
  using Stat = int (*)(const char*, struct stat*);
  return reinterpret_cast<Stat>(dlsym(RTLD_NEXT, "stat"))(path, status);
}
}
