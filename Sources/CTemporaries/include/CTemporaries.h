// The temporary files that a signal has removed, and the handler that removes them.
//
// A handler may call only what is safe in one: no Swift, no memory of the heap, no lock. So the paths
// stand in a table of fixed size, and whoever makes a file says so before it is there.
#ifndef CTEMPORARIES_H
#define CTEMPORARIES_H

#include <stdbool.h>

/// Begins to make a temporary file: no signal comes to this thread, and a handler that runs on another
/// one waits, until `dnp_end_making`. Does not return where the program is ending by a signal.
void dnp_begin_making(void);

/// Ends what `dnp_begin_making` began; `errno` stays as it is.
void dnp_end_making(void);

/// Notes a path, which a signal that ends the program has removed: a file, or a folder, which goes
/// after all files. Returns its place in the table, or -1 where that is full or the path too long.
int dnp_note_temporary(const char *path, bool is_folder);

/// Forgets a path that is gone, or has come to stay; -1 is no place.
void dnp_forget_temporary(int place);

/// Has a signal remove what is noted, and end the program as it would have ended it. Safe in a handler.
void dnp_end_on(int signal);

#endif
