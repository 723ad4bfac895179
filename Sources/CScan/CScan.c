#include "CScan.h"

#if defined(__x86_64__)

#include <immintrin.h>
#include <string.h>

#define KERNEL __attribute__((target("avx2,bmi,popcnt")))
#define INLINE KERNEL static inline __attribute__((always_inline))

enum { BLOCK = 64, WINDOW = 3 };

bool dnp_has_needle_search(void) {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")
      && __builtin_cpu_supports("popcnt");
}

/// The rows in registers, one of each kind for each byte of a window.
struct rows {
  __m256i lower[WINDOW], upper[WINDOW];
};

INLINE __m256i row(const unsigned char *rows, int index) {
  return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(rows + 16 * index)));
}

INLINE __m256i load(const unsigned char *text) {
  return _mm256_loadu_si256((const __m256i *)text);
}

/// The buckets that allow each of 32 bytes at one place of a window. A byte above 0x7F gives none,
/// since its highest bit makes the look-up of its lower half zero.
INLINE __m256i allowed(__m256i bytes, __m256i lower, __m256i upper) {
  __m256i halves = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0F));
  return _mm256_and_si256(_mm256_shuffle_epi8(lower, bytes), _mm256_shuffle_epi8(upper, halves));
}

/// The buckets of the windows that begin at 32 bytes; reads two bytes more.
INLINE __m256i windows_at(const unsigned char *text, const struct rows *rows) {
  __m256i first = allowed(load(text), rows->lower[0], rows->upper[0]);
  __m256i second = allowed(load(text + 1), rows->lower[1], rows->upper[1]);
  __m256i third = allowed(load(text + 2), rows->lower[2], rows->upper[2]);
  return _mm256_and_si256(_mm256_and_si256(first, second), third);
}

/// A bit for each of 64 bytes that is the wanted one.
INLINE uint64_t places(__m256i left, __m256i right, __m256i wanted) {
  uint32_t low = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(left, wanted));
  uint32_t high = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(right, wanted));
  return low | (uint64_t)high << 32;
}

/// What is searched, and from where on.
struct search {
  const unsigned char *text;
  size_t count, from;
  const struct dnp_needle *needles;
  const unsigned char *tables;
};

/// The number of the first needle whose window these bytes may be, or 0; reads a byte more.
INLINE int first_number(const struct search *search, const unsigned char *window) {
  uint32_t bytes;
  memcpy(&bytes, window, sizeof bytes);
  return search->tables[DNP_ROW_BYTES + dnp_window_slot(bytes & 0xFFFFFF)];
}

/// The needle whose window stands at a place, of those from a number on, or -1.
static int needle_at(const struct search *search, size_t place, int number) {
  while (number != 0) {
    int index = number - 1;
    const struct dnp_needle *needle = &search->needles[index];
    number = (int)needle->next;
    if (place - search->from < needle->window) continue;
    size_t begin = place - needle->window, room = search->count - begin;
    // The first bytes tell nearly all others without a call.
    uint64_t word;
    if (room >= sizeof word) {
      memcpy(&word, search->text + begin, sizeof word);
      if ((word & needle->mask) != needle->word) continue;
    }
    if (room < needle->count) continue;
    if (memcmp(search->text + begin, search->tables + needle->start, needle->count) == 0) {
      return index;
    }
  }
  return -1;
}

/// Takes the first needle of a block whose window begins where some buckets are left; takes back the
/// newlines of the block that come behind it.
INLINE bool take(
    const struct search *search, size_t first, const unsigned char *block, __m256i left,
    __m256i right, struct dnp_hit *hit) {
  uint64_t windows = ~places(left, right, _mm256_setzero_si256());
  for (; windows != 0; windows &= windows - 1) {
    size_t offset = (size_t)__builtin_ctzll(windows);
    // Windows of one bucket let each other's halves pass: most of what passed is no window at all.
    int number = first_number(search, block + offset);
    if (__builtin_expect(number == 0, 1)) continue;
    int needle = needle_at(search, first + offset, number);
    if (needle < 0) continue;
    uint64_t newlines = places(load(block), load(block + 32), _mm256_set1_epi8('\n'));
    hit->newlines -= (size_t)__builtin_popcountll(newlines >> offset);
    hit->place = first + offset - search->needles[needle].window;
    hit->needle = needle;
    return true;
  }
  return false;
}

KERNEL struct dnp_hit dnp_find_needle(
    const unsigned char *text, size_t count, size_t from, const struct dnp_needle *needles,
    const unsigned char *tables) {
  const struct search search = {text, count, from, needles, tables};
  struct dnp_hit hit = {0, count, -1};
  struct rows rows;
  for (int index = 0; index < WINDOW; index++) {
    rows.lower[index] = row(tables, 2 * index);
    rows.upper[index] = row(tables, 2 * index + 1);
  }
  const __m256i zero = _mm256_setzero_si256(), newline = _mm256_set1_epi8('\n');

  size_t place = from;
  while (count - place >= BLOCK + WINDOW) {
    // As many blocks as a byte can count, with two of its newlines a block.
    size_t blocks = (count - place - WINDOW) / BLOCK;
    __m256i lines = zero;
    for (size_t end = place + (blocks < 127 ? blocks : 127) * BLOCK; place < end; place += BLOCK) {
      const unsigned char *block = text + place;
      lines = _mm256_sub_epi8(lines, _mm256_cmpeq_epi8(load(block), newline));
      lines = _mm256_sub_epi8(lines, _mm256_cmpeq_epi8(load(block + 32), newline));
      __m256i left = windows_at(block, &rows), right = windows_at(block + 32, &rows);
      __m256i any = _mm256_or_si256(left, right);
      if (__builtin_expect(!_mm256_testz_si256(any, any), 0)) {
        if (take(&search, place, block, left, right, &hit)) break;
      }
    }
    uint64_t sums[4];
    _mm256_storeu_si256((__m256i *)sums, _mm256_sad_epu8(lines, zero));
    hit.newlines += sums[0] + sums[1] + sums[2] + sums[3];
    if (hit.needle >= 0) return hit;
  }

  if (place == count) return hit;
  // The rest with zeros behind it, which no window has: at most a block and two bytes.
  unsigned char rest[2 * BLOCK + WINDOW] = {0};
  memcpy(rest, text + place, count - place);
  for (const unsigned char *block = rest; place < count; place += BLOCK, block += BLOCK) {
    uint64_t newlines = places(load(block), load(block + 32), newline);
    hit.newlines += (size_t)__builtin_popcountll(newlines);
    __m256i left = windows_at(block, &rows), right = windows_at(block + 32, &rows);
    if (take(&search, place, block, left, right, &hit)) return hit;
  }
  return hit;
}

/// A bit for each of 32 bytes that begins a mark; reads one byte more.
INLINE uint32_t marks_at(const unsigned char *text) {
  const __m256i small = _mm256_set1_epi8(0x20);
  __m256i first = load(text), second = load(text + 1);
  __m256i letter = _mm256_or_si256(first, small), next = _mm256_or_si256(second, small);
  __m256i words = _mm256_and_si256(
      _mm256_or_si256(
          _mm256_cmpeq_epi8(letter, _mm256_set1_epi8('b')),
          _mm256_cmpeq_epi8(letter, _mm256_set1_epi8('k'))),
      _mm256_cmpeq_epi8(next, _mm256_set1_epi8('e')));
  __m256i tokens = _mm256_and_si256(
      _mm256_cmpeq_epi8(first, _mm256_set1_epi8('y')),
      _mm256_cmpeq_epi8(second, _mm256_set1_epi8('J')));
  return (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(words, tokens));
}

KERNEL size_t dnp_find_secret_mark(const unsigned char *text, size_t count, size_t from) {
  const size_t last = count - 33;
  size_t place = from;
  for (; place < last; place += 32) {
    uint32_t marks = marks_at(text + place);
    if (marks != 0) return place + (size_t)__builtin_ctz(marks);
  }
  // The rest ends the last block, which begins at or before it.
  if (place >= count - 1) return count;
  uint32_t marks = marks_at(text + last) >> (place - last);
  return marks == 0 ? count : place + (size_t)__builtin_ctz(marks);
}

#else

bool dnp_has_needle_search(void) { return false; }

size_t dnp_find_secret_mark(const unsigned char *text, size_t count, size_t from) {
  (void)text, (void)from;
  return count;
}

struct dnp_hit dnp_find_needle(
    const unsigned char *text, size_t count, size_t from, const struct dnp_needle *needles,
    const unsigned char *tables) {
  (void)text, (void)from, (void)needles, (void)tables;
  return (struct dnp_hit){0, count, -1};
}

#endif
