#pragma once
#include <string.h>
#include <zlib.h>

/// inflateInit2 is a macro; -15 asks for deflate data without a wrapper.
static inline int dnp_inflate_init_raw(z_stream *stream) {
  memset(stream, 0, sizeof *stream);
  return inflateInit2(stream, -15);
}

/// deflateInit2 is a macro; -15 asks for deflate data without a wrapper.
static inline int dnp_deflate_init_raw(z_stream *stream) {
  memset(stream, 0, sizeof *stream);
  return deflateInit2(stream, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
}
