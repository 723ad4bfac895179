#pragma once
#include <isa-l.h>
#include <stdlib.h>
#include <string.h>

// The library's state is a struct of 90 kB whose arrays Swift would import as tuples of thousands
// of members: it stays behind a pointer.

/// Begins a member.
///
/// All is cleared, since corrupt data can lead the library to entries of its tables that it never
/// wrote: what it makes of them would depend on what the memory held before.
static inline void dnp_isal_reset(void *state) {
  memset(state, 0, sizeof(struct inflate_state));
  isal_inflate_init(state);
}

/// The state of a member, or null when memory lacks; `free` ends it.
static inline void *dnp_isal_create(void) {
  void *state = malloc(sizeof(struct inflate_state));
  if (state) dnp_isal_reset(state);
  return state;
}

/// Inflates; both counts become what was used of them.
///
/// The library reads whole words ahead: bytes that wait in its bit buffer are given back, so that
/// what follows the data is still the caller's. While it keeps the beginning of a block's header,
/// which comes behind the bit buffer, nothing can be given back; the data cannot end there.
///
/// Returns 1 at the end of the data, 0 before it, and -1 where they are corrupt.
static inline int dnp_isal_inflate(void *opaque, const uint8_t *input, uint32_t *given,
                                   uint8_t *output, uint32_t *space) {
  struct inflate_state *state = opaque;
  state->next_in = (uint8_t *)input;
  state->avail_in = *given;
  state->next_out = output;
  state->avail_out = *space;
  int status = isal_inflate(state);
  uint32_t taken = *given - state->avail_in;
  uint32_t ahead = state->read_in_length >= 8 ? (uint32_t)state->read_in_length / 8 : 0;
  if (ahead > taken) ahead = taken;
  if (ahead > 0 && state->tmp_in_size == 0) {
    taken -= ahead;
    state->read_in_length -= 8 * (int32_t)ahead;
    state->read_in &= (UINT64_C(1) << state->read_in_length) - 1;
  }
  *given = taken;
  *space -= state->avail_out;
  if (status < 0) return -1;
  return state->block_state == ISAL_BLOCK_FINISH;
}
