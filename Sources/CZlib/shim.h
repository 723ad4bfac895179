#pragma once
#include <string.h>
#include <zlib.h>

/// inflateInit2 is a macro; 15 + 16 asks for a gzip header and trailer.
static inline int dnp_inflate_init_gzip(z_stream *stream) {
  memset(stream, 0, sizeof *stream);
  return inflateInit2(stream, 15 + 16);
}
