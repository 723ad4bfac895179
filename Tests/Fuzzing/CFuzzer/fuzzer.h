// What libFuzzer offers to a program with a `main` of its own.
#ifndef CFUZZER_H
#define CFUZZER_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *_Nonnull count, char *_Nullable *_Nonnull *_Nonnull words,
                        int (*_Nonnull run)(const uint8_t *_Nullable start, size_t count));

#endif
