// Makes system calls of a program fail on purpose, for check_faults.py:
//
//   FAULT_CALL=write FAULT_NUMBER=3 FAULT_ERRNO=28 LD_PRELOAD=faults.so dnplog …
//
// has the third call of that kind fail; with FAULT_NUMBER=0 every other one does, as a signal that
// comes all the time has them fail with EINTR. FAULT_MARK names a file that is made where a call failed.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long calls;

static bool fails(const char *call) {
  const char *wanted = getenv("FAULT_CALL"), *number = getenv("FAULT_NUMBER"),
             *code = getenv("FAULT_ERRNO"), *mark = getenv("FAULT_MARK");
  if (!wanted || !number || !code || strcmp(wanted, call) != 0) return false;
  long count = atomic_fetch_add(&calls, 1) + 1, at = atol(number);
  if (at == 0 ? count % 2 == 0 : count != at) return false;
  if (mark) {
    long descriptor = syscall(SYS_openat, AT_FDCWD, mark, O_WRONLY | O_CREAT, 0644);
    if (descriptor >= 0) syscall(SYS_close, descriptor);
  }
  errno = atoi(code);
  return true;
}

#define REAL(result, name, ...)                                     \
  static result (*real)(__VA_ARGS__);                               \
  if (!real) real = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

#define READER(name)                                                \
  ssize_t name(int descriptor, void *bytes, size_t count) {         \
    REAL(ssize_t, name, int, void *, size_t);                       \
    return fails("read") ? -1 : real(descriptor, bytes, count);     \
  }
#define PLACED_READER(name)                                         \
  ssize_t name(int descriptor, void *bytes, size_t count, off_t at) { \
    REAL(ssize_t, name, int, void *, size_t, off_t);                \
    return fails("read") ? -1 : real(descriptor, bytes, count, at); \
  }
#define WRITER(name)                                                \
  ssize_t name(int descriptor, const void *bytes, size_t count) {   \
    REAL(ssize_t, name, int, const void *, size_t);                 \
    return fails("write") ? -1 : real(descriptor, bytes, count);    \
  }
#define PLACED_WRITER(name)                                         \
  ssize_t name(int descriptor, const void *bytes, size_t count, off_t at) { \
    REAL(ssize_t, name, int, const void *, size_t, off_t);          \
    return fails("write") ? -1 : real(descriptor, bytes, count, at); \
  }
#define OPENER(name)                                                \
  int name(const char *path, int flags, ...) {                      \
    REAL(int, name, const char *, int, ...);                        \
    va_list rest;                                                   \
    va_start(rest, flags);                                          \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                                   \
    return fails("open") ? -1 : real(path, flags, mode);            \
  }
#define SYNCER(name)                                                \
  int name(int descriptor) {                                        \
    REAL(int, name, int);                                           \
    return fails("sync") ? -1 : real(descriptor);                   \
  }

READER(read)
PLACED_READER(pread)
PLACED_READER(pread64)
WRITER(write)
PLACED_WRITER(pwrite)
PLACED_WRITER(pwrite64)
OPENER(open)
OPENER(open64)
SYNCER(fsync)
SYNCER(fdatasync)

int rename(const char *from, const char *to) {
  REAL(int, rename, const char *, const char *);
  return fails("rename") ? -1 : real(from, to);
}

char *mkdtemp(char *template) {
  REAL(char *, mkdtemp, char *);
  return fails("folder") ? NULL : real(template);
}
