// Searches for many needles at once, for processors that look up 32 bytes in one step.
//
// Swift has no instruction for that. What runs where the kernel is not there stands in Swift, in
// LogReading: Events/NeedleSearch+Pairs.swift and Input/SecretSearch.swift. Tests hold each against
// its kernel.
#ifndef CSCAN_H
#define CSCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A text that is searched for, of at least three bytes, all of them from 0x10 to 0x7F.
struct dnp_needle {
  /// Its first bytes, up to eight, and which bytes of a word they are.
  uint64_t word, mask;
  /// Where its bytes stand in the tables.
  uint32_t start, count;
  /// The index of the three bytes by which it is found: its window.
  uint32_t window;
  /// The number of the next needle of the slot, or 0; numbers are indices in the list and one.
  uint32_t next;
};

/// What a search looks up: first six rows of 16 bytes, for each of the three bytes of a window what
/// its lower half may be and what its upper half may be, as bits of the eight buckets of windows
/// that allow it; then the number of the first needle of each slot, or 0; then the bytes of the
/// needles.
enum {
  DNP_ROW_BYTES = 6 * 16,
  DNP_BUCKETS = 8,
  DNP_SLOT_BITS = 10,
  DNP_TABLE_BYTES = DNP_ROW_BYTES + (1 << DNP_SLOT_BITS)
};

/// The slot of a window, of whose bytes the first is the lowest.
static inline uint32_t dnp_window_slot(uint32_t window) {
  return window * 0x9E3779B1u >> (32 - DNP_SLOT_BITS);
}

struct dnp_hit {
  /// The newlines before the hit; all of them if there is none.
  size_t newlines;
  /// Where the needle begins; the length of the text if there is none.
  size_t place;
  /// Its index in the list; -1 if there is none.
  int needle;
};

/// Whether this processor has the instructions of the searches.
bool dnp_has_needle_search(void);

/// Finds the needle with the first window from a place on, which may not be behind the text's end.
/// Reads only the bytes `from ..< count` of the text.
struct dnp_hit dnp_find_needle(
    const unsigned char *text, size_t count, size_t from, const struct dnp_needle *needles,
    const unsigned char *tables);

/// The first place from one on where the mark of a secret may stand: `yJ`, or `be` or `ke` in any
/// case; the length of the text if there is none. The text has at least 33 bytes, of which the place
/// is one.
size_t dnp_find_secret_mark(const unsigned char *text, size_t count, size_t from);

#endif
