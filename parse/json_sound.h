/* JSON sound: is a text JSON and nothing else? */
#ifndef IOD_PARSE_JSON_SOUND_H
#define IOD_PARSE_JSON_SOUND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Says whether length bytes are JSON from the first byte, an opening brace, on: documents one
 * behind the other, the last of which may lack its end.  It may stop between two tokens
 * only.  Numbers are not looked at closely, and nan and inf count.  Nothing has happened
 * to such a text that would have to be undone.  Source of the grammar: RFC 8259.  Takes a
 * nanosecond or two a byte; of other texts the first bytes tell. */
bool json_is_sound(const char *bytes, size_t length);

#endif
