#pragma once
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

/// How many processors this program may run on; the call's wrapper is no part of what Swift imports
/// of the C library.
static inline int dnp_processors(void) {
#ifdef __linux__
  unsigned long set[128];
  long size = syscall(SYS_sched_getaffinity, 0, sizeof set, set);
  int count = 0;
  for (long word = 0; word < size / (long)sizeof *set; word++) {
    count += __builtin_popcountl(set[word]);
  }
  return count;
#else
  return (int)sysconf(_SC_NPROCESSORS_ONLN);
#endif
}
