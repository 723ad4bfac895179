#pragma once
#include <plist/plist.h>
#include <stdlib.h>

// The release that Debian has offers no functions of its own to free these.
static inline void dnp_plist_free_key(char *key) { free(key); }
static inline void dnp_plist_free_iterator(plist_dict_iter iterator) { free(iterator); }
