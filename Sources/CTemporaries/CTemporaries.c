#include "CTemporaries.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

// More than any run has at once: a few exports, and five of each copy that a thread reads.
enum { PLACES = 256, LONGEST_PATH = 4096 };

enum { FREE, FILLED_IN, NOTED, NOTED_FOLDER };

static struct {
  atomic_int state;
  char path[LONGEST_PATH];
} places[PLACES];

/// The threads that are making a file, and whether a handler has begun to remove them.
static atomic_int making, ending;

/// Whether the signals that end a program are handled already.
static atomic_flag handled = ATOMIC_FLAG_INIT;

static _Thread_local sigset_t mask_before;

static void remove_all(int state) {
  for (int place = 0; place < PLACES; place++) {
    if (atomic_load(&places[place].state) != state) continue;
    if (state == NOTED_FOLDER) {
      rmdir(places[place].path);
    } else {
      unlink(places[place].path);
    }
  }
}

/// What handled a signal before, as the runtime of Swift handles crashes.
static struct sigaction before[NSIG];

/// Handles a signal that ends the program: what it calls is safe in a handler.
static void end(int signal, siginfo_t *info, void *context) {
  atomic_store(&ending, 1);
  // Another thread may be about to make a file that it has noted; it takes no longer than a system
  // call, unless the file system does not answer.
  for (int round = 0; round < 1000 && atomic_load(&making) > 0; round++) poll(NULL, 0, 1);
  // Twice, since a library may have made a file in a folder meanwhile.
  for (int round = 0; round < 2; round++) {
    remove_all(NOTED);
    remove_all(NOTED_FOLDER);
  }
  // A crash is told by whoever tells of crashes; back at its place, it comes again and ends the program.
  const struct sigaction *teller = &before[signal];
  bool is_own = info->si_code > 0 || info->si_pid == getpid();
  if (is_own && teller->sa_flags & SA_SIGINFO) {
    teller->sa_sigaction(signal, info, context);
    if (info->si_code > 0) return;
  }
  struct sigaction usual;
  memset(&usual, 0, sizeof usual);
  usual.sa_handler = SIG_DFL;
  sigaction(signal, &usual, NULL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(signal);
  _exit(128 + signal);
}

void dnp_end_on(int signal) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = end;
  action.sa_flags = SA_SIGINFO;
  // A second signal waits for the first to have ended the program.
  sigfillset(&action.sa_mask);
  sigaction(signal, &action, NULL);
}

/// Has all signals handled that would end the program; what is ignored or handled stays so, but for the
/// handlers of crashes, which then come second: that of Swift would let a program go on that somebody
/// else sent the signal to.
static void handle_signals(void) {
  static const int ends[] = {
    SIGHUP,  SIGINT,  SIGQUIT, SIGILL,  SIGTRAP, SIGABRT, SIGBUS,  SIGFPE,    SIGSEGV,
    SIGSYS,  SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM, SIGXCPU, SIGVTALRM, SIGPROF,
#ifdef SIGSTKFLT
    SIGSTKFLT,
#endif
#ifdef SIGPWR
    SIGPWR,
#endif
#ifdef __linux__
    SIGIO,  // Elsewhere it is ignored, and so it should stay.
#endif
  };
  for (unsigned index = 0; index < sizeof ends / sizeof *ends; index++) {
    struct sigaction now;
    if (sigaction(ends[index], NULL, &now) != 0) continue;
    bool tells = now.sa_flags & SA_SIGINFO;
    if (!tells && now.sa_handler != SIG_DFL) continue;
    if (tells) before[ends[index]] = now;
    dnp_end_on(ends[index]);
  }
}

void dnp_begin_making(void) {
  if (!atomic_flag_test_and_set(&handled)) handle_signals();
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &mask_before);
  atomic_fetch_add(&making, 1);
  if (!atomic_load(&ending)) return;
  atomic_fetch_sub(&making, 1);
  pthread_sigmask(SIG_SETMASK, &mask_before, NULL);
  for (;;) pause();
}

void dnp_end_making(void) {
  int error = errno;
  atomic_fetch_sub(&making, 1);
  pthread_sigmask(SIG_SETMASK, &mask_before, NULL);
  errno = error;
}

int dnp_note_temporary(const char *path, bool is_folder) {
  size_t length = strlen(path);
  if (length >= LONGEST_PATH) return -1;
  for (int place = 0; place < PLACES; place++) {
    int state = FREE;
    if (!atomic_compare_exchange_strong(&places[place].state, &state, FILLED_IN)) continue;
    memcpy(places[place].path, path, length + 1);
    atomic_store(&places[place].state, is_folder ? NOTED_FOLDER : NOTED);
    return place;
  }
  return -1;
}

void dnp_forget_temporary(int place) {
  if (place >= 0 && place < PLACES) atomic_store(&places[place].state, FREE);
}
