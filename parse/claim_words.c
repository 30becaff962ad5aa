/* Words of claims: what each says of the number beside it. */
#include <ctype.h>
#include <string.h>
#include <strings.h>
#include <threads.h>

#include "parse/claim_parts.h"

enum {
    UP = CLAIM_UP,
    DOWN = CLAIM_DOWN,
    PLAIN = CLAIM_PLAIN,
    SUBJECT = CLAIM_SUBJECT,
    OTHER = CLAIM_OTHER,
    STOP = CLAIM_STOP,
    ASPECT = CLAIM_ASPECT,
};

/* A star stands for any ending. */
/* clang-format off: a table */
static const struct {
    const char *word;
    unsigned is;
} words[] = {
    /* which way, and by themselves about speed */
    {"faster", UP | PLAIN}, {"quicker", UP | PLAIN}, {"speedup*", UP | PLAIN},
    {"speed-up*", UP | PLAIN}, {"improve*", UP | PLAIN}, {"improving", UP | PLAIN},
    {"better", UP | PLAIN}, {"outperform*", UP | PLAIN}, {"gain*", UP | PLAIN},
    {"win", UP | PLAIN}, {"wins", UP | PLAIN}, {"won", UP | PLAIN}, {"beat", UP | PLAIN},
    {"beats", UP | PLAIN}, {"beating", UP | PLAIN}, {"slower", DOWN | PLAIN}, {"slowdown*", DOWN | PLAIN},
    {"slow-down*", DOWN | PLAIN}, {"worse*", DOWN | PLAIN}, {"regress*", DOWN | PLAIN},
    {"degrad*", DOWN | PLAIN}, {"penalty", DOWN | PLAIN},
    /* which way, of whatever the sentence is about */
    {"increas*", UP}, {"higher", UP}, {"rise*", UP}, {"rose", UP}, {"raise*", UP}, {"grow*", UP},
    {"grew", UP}, {"boost*", UP}, {"more", UP}, {"bump", UP}, {"doubl*", UP},
    {"decreas*", DOWN}, {"lower*", DOWN}, {"drop*", DOWN}, {"reduc*", DOWN}, {"less", DOWN},
    {"fall*", DOWN}, {"fell", DOWN}, {"loss", DOWN}, {"losing", DOWN}, {"lose*", DOWN},
    {"lost", DOWN}, {"declin*", DOWN}, {"shorter", DOWN}, {"overhead", DOWN},
    {"smaller", DOWN}, {"halv*", DOWN}, {"cut", DOWN}, {"hit", DOWN | CLAIM_NEAR},
    {"longer", UP}, {"adds", UP | CLAIM_NEAR}, {"up", UP | CLAIM_NEAR}, {"down", DOWN | CLAIM_NEAR},
    {"change*", CLAIM_CHANGE | CLAIM_DIFFERENCE}, {"differ*", CLAIM_CHANGE | CLAIM_DIFFERENCE},
    {"delta", CLAIM_CHANGE}, {"jump*", UP},
    /* what there may be none of, beside the above */
    {"impact", CLAIM_DIFFERENCE}, {"effect", CLAIM_DIFFERENCE},
    {"same", CLAIM_SAME}, {"identical", CLAIM_SAME}, {"unchanged", CLAIM_SAME | CLAIM_PLAIN},
    /* what is measured */
    {"performance", SUBJECT}, {"perf", SUBJECT}, {"throughput*", SUBJECT | ASPECT},
    {"thruput", SUBJECT | ASPECT}, {"bandwidth*", SUBJECT | ASPECT}, {"bw", SUBJECT | ASPECT},
    {"iops", SUBJECT | ASPECT}, {"kiops", SUBJECT | ASPECT}, {"latenc*", SUBJECT | ASPECT},
    {"lat", SUBJECT | ASPECT}, {"clat", SUBJECT | ASPECT}, {"speed", SUBJECT}, {"speeds", SUBJECT},
    {"read", SUBJECT}, {"reads", SUBJECT}, {"reading", SUBJECT}, {"write", SUBJECT},
    {"writes", SUBJECT}, {"writing", SUBJECT}, {"randread", SUBJECT | ASPECT},
    {"randwrite", SUBJECT | ASPECT}, {"randrw", SUBJECT | ASPECT}, {"random*", SUBJECT | ASPECT},
    {"rand", SUBJECT | ASPECT}, {"seq", SUBJECT | ASPECT}, {"sequential*", SUBJECT | ASPECT},
    {"rewrite*", SUBJECT}, {"seek", SUBJECT | ASPECT}, {"seeks", SUBJECT | ASPECT},
    {"fio*", SUBJECT}, {"t/io_uring", SUBJECT}, {"io_uring", SUBJECT},
    {"bonnie*", SUBJECT}, {"dd", SUBJECT}, {"iozone", SUBJECT},
    {"i/o", SUBJECT}, {"io", SUBJECT}, {"benchmark*", SUBJECT}, {"runtime", SUBJECT | ASPECT},
    {"transfer", SUBJECT}, {"transfers", SUBJECT}, {"mb/s", SUBJECT}, {"mb/sec", SUBJECT},
    {"workload*", SUBJECT}, {"cpu", SUBJECT | ASPECT}, {"ops", SUBJECT}, {"tps", SUBJECT},
    /* what else rises and falls */
    {"memory", OTHER}, {"ram", OTHER}, {"depth", OTHER}, {"size*", OTHER}, {"timeout*", OTHER},
    {"threshold*", OTHER}, {"ratio*", OTHER}, {"watermark*", OTHER}, {"compression", OTHER},
    {"compress", OTHER}, {"count", OTHER}, {"number", OTHER}, {"limit", OTHER},
    {"readahead", OTHER}, {"read-ahead", OTHER}, {"stripe", OTHER}, {"chunk*", OTHER},
    {"threads", OTHER}, {"jobs", OTHER}, {"clients", OTHER}, {"price*", OTHER}, {"cost*", OTHER},
    {"capacity", OTHER}, {"space", OTHER}, {"lines", OTHER}, {"text", OTHER},
    {"battery", OTHER}, {"power", OTHER}, {"packet*", OTHER}, {"frequency", OTHER},
    {"temperature", OTHER}, {"footprint", OTHER}, {"coverage", OTHER}, {"full", OTHER},
    {"network", OTHER}, {"probability", OTHER}, {"chance", OTHER}, {"nr_requests", OTHER},
    {"slab", OTHER}, {"inode*", OTHER}, {"weight", OTHER}, {"quota", OTHER}, {"reserve*", OTHER},
    {"fragmentation", OTHER}, {"users", OTHER}, {"people", OTHER}, {"traffic", OTHER},
    {"contention", OTHER}, {"slots", OTHER}, {"tolerance", OTHER}, {"volume", OTHER},
    {"interval", OTHER}, {"budget", OTHER}, {"download*", OTHER}, {"compile*", OTHER},
    {"compilation", OTHER}, {"build", OTHER}, {"interrupts", OTHER}, {"wear", OTHER},
    /* denials and suppositions */
    {"no", CLAIM_NOT}, {"not", CLAIM_NOT}, {"never", CLAIM_NOT}, {"without", CLAIM_NOT | STOP},
    {"neither", CLAIM_NOT}, {"isn't", CLAIM_NOT}, {"wasn't", CLAIM_NOT}, {"don't", CLAIM_NOT},
    {"doesn't", CLAIM_NOT}, {"didn't", CLAIM_NOT}, {"won't", CLAIM_NOT}, {"aren't", CLAIM_NOT},
    {"cannot", CLAIM_NOT}, {"can't", CLAIM_NOT}, {"hardly", CLAIM_NOT}, {"any", 0},
    {"would", CLAIM_MAYBE}, {"should", CLAIM_MAYBE}, {"might", CLAIM_MAYBE},
    {"may", CLAIM_MAYBE}, {"expect", CLAIM_MAYBE}, {"expects", CLAIM_MAYBE},
    {"expecting", CLAIM_MAYBE}, {"expected", CLAIM_MAYBE}, {"hope*", CLAIM_MAYBE},
    {"hoping", CLAIM_MAYBE}, {"want", CLAIM_MAYBE}, {"wants", CLAIM_MAYBE}, {"goal", CLAIM_MAYBE},
    {"if", CLAIM_MAYBE}, {"unless", CLAIM_MAYBE}, {"perhaps", CLAIM_MAYBE},
    {"maybe", CLAIM_MAYBE}, {"theoretical*", CLAIM_MAYBE}, {"wish", CLAIM_MAYBE},
    {"suppos*", CLAIM_MAYBE}, {"promis*", CLAIM_MAYBE}, {"advertis*", CLAIM_MAYBE},
    {"assum*", CLAIM_MAYBE}, {"whether", CLAIM_MAYBE}, {"potential*", CLAIM_MAYBE},
    {"must", CLAIM_MAYBE}, {"ought", CLAIM_MAYBE}, {"imagine", CLAIM_MAYBE}, {"doubt*", CLAIM_MAYBE},
    {"nobody", CLAIM_MAYBE}, {"need", CLAIM_MAYBE}, {"needs", CLAIM_MAYBE}, {"say", CLAIM_MAYBE},
    /* ends */
    {"for", STOP}, {"in", STOP}, {"on", STOP}, {"with", STOP}, {"when", STOP}, {"while", STOP},
    {"because", STOP}, {"than", STOP}, {"and", STOP}, {"or", STOP}, {"but", STOP},
    {"compared", STOP}, {"over", STOP}, {"from", STOP}, {"to", STOP}, {"using", STOP},
    {"after", STOP}, {"before", STOP}, {"at", STOP}, {"by", STOP}, {"under", STOP},
    {"since", STOP}, {"if", STOP}, {"rather", STOP}, {"which", STOP}, {"that", STOP},
    {"is", STOP}, {"was", STOP}, {"are", STOP}, {"were", STOP}, {"due", STOP}, {"so", STOP},
    /* of the whole sentence */
    {"maximum*", CLAIM_AGGREGATE}, {"maxima", CLAIM_AGGREGATE}, {"max", CLAIM_AGGREGATE},
    {"peak", CLAIM_AGGREGATE | CLAIM_WHOLE}, {"best", CLAIM_AGGREGATE}, {"worst", CLAIM_AGGREGATE},
    {"minimum", CLAIM_AGGREGATE}, {"min", CLAIM_AGGREGATE}, {"average*", CLAIM_AGGREGATE},
    {"avg", CLAIM_AGGREGATE}, {"mean", CLAIM_AGGREGATE}, {"median", CLAIM_AGGREGATE},
    {"total", CLAIM_AGGREGATE}, {"sum", CLAIM_AGGREGATE}, {"overall", CLAIM_AGGREGATE},
    {"aggregate*", CLAIM_AGGREGATE},
    /* shares and limits */
    {"reach*", CLAIM_REACH}, {"achiev*", CLAIM_REACH}, {"get", CLAIM_REACH},
    {"gets", CLAIM_REACH}, {"getting", CLAIM_REACH}, {"deliver*", CLAIM_REACH},
    {"attain*", CLAIM_REACH}, {"only", CLAIM_REACH},
    {"reference", CLAIM_WHOLE}, {"baseline", CLAIM_WHOLE}, {"native", CLAIM_WHOLE},
    {"raw", CLAIM_WHOLE}, {"bare*", CLAIM_WHOLE}, {"original", CLAIM_WHOLE},
    {"limited", CLAIM_LIMIT}, {"capped", CLAIM_LIMIT}, {"exceed*", CLAIM_LIMIT},
    /* counted things */
    {"ssd*", CLAIM_HARDWARE}, {"hdd*", CLAIM_HARDWARE}, {"disk*", CLAIM_HARDWARE},
    {"drive*", CLAIM_HARDWARE}, {"nvme*", CLAIM_HARDWARE}, {"core*", CLAIM_HARDWARE},
    {"cpus", CLAIM_HARDWARE}, {"xeon*", CLAIM_HARDWARE}, {"raid*", CLAIM_HARDWARE},
    {"port*", CLAIM_HARDWARE}, {"lane*", CLAIM_HARDWARE}, {"pcie*", CLAIM_HARDWARE},
    {"server*", CLAIM_HARDWARE}, {"node*", CLAIM_HARDWARE}, {"vm*", CLAIM_HARDWARE},
    {"sata", CLAIM_HARDWARE}, {"sas", CLAIM_HARDWARE}, {"intel", CLAIM_HARDWARE},
    {"socket*", CLAIM_HARDWARE}, {"bit*", CLAIM_HARDWARE}, {"hba*", CLAIM_HARDWARE},
};

/* What may stand in front of a number, blanks squeezed. */
static const struct {
    const char *ending, *hedge;
} hedges[] = {
    {"up to", "up-to"}, {"as much as", "up-to"}, {"at most", "up-to"}, {"less than", "up-to"},
    {"<", "up-to"}, {"below", "up-to"}, {"under", "up-to"}, {"maximum of", "up-to"},
    {"max", "up-to"}, {"never exceeds", "up-to"}, {"never exceed", "up-to"},
    {"limited to", "up-to"}, {"capped at", "up-to"}, {"not exceed", "up-to"},
    {"<=", "up-to"}, {"as high as", "up-to"},
    {"at least", "at-least"}, {"more than", "at-least"}, {"over", "at-least"},
    {">", "at-least"}, {">=", "at-least"}, {"exceeding", "at-least"}, {"minimum of", "at-least"},
    {"upwards of", "at-least"}, {"better than", "at-least"}, {"not less than", "at-least"},
    {"about", "about"}, {"about an", "about"}, {"about a", "about"}, {"~", "about"},
    {"around", "about"}, {"around a", "about"}, {"around an", "about"}, {"roughly", "about"},
    {"roughly a", "about"}, {"roughly an", "about"}, {"almost", "about"}, {"almost a", "about"},
    {"almost an", "about"}, {"nearly", "about"}, {"nearly a", "about"}, {"nearly an", "about"},
    {"approximately", "about"}, {"approximately a", "about"}, {"approx", "about"},
    {"approx.", "about"}, {"some", "about"}, {"circa", "about"}, {"ca.", "about"},
    {"ca", "about"}, {"close to", "about"}, {"something like", "about"}, {"on the order of", "about"},
};

static const struct {
    const char *word, *op;
} ops[] = {
    {"read", "read"}, {"reads", "read"}, {"reading", "read"}, {"randread", "read"},
    {"write", "write"}, {"writes", "write"}, {"writing", "write"}, {"randwrite", "write"},
    {"rewrite", "rewrite"}, {"rewrites", "rewrite"}, {"rewriting", "rewrite"},
    {"seek", "seeks"}, {"seeks", "seeks"}, {"seeking", "seeks"},
    {"trim", "trim"}, {"trims", "trim"}, {"discard", "trim"}, {"discards", "trim"},
};
/* clang-format on */

static bool is_word(const char *pattern, const char *word, size_t length)
{
    size_t wanted = strlen(pattern);
    if (pattern[wanted - 1] == '*')
        return length >= wanted - 1 && !strncasecmp(pattern, word, wanted - 1);
    return length == wanted && !strncasecmp(pattern, word, length);
}

enum { WORDS = sizeof words / sizeof words[0], STARTS = 1 << 10 };

/* The words by their first two letters, of which each has two at least: a chain for each
 * pair.  Made once, and only read after that. */
static struct {
    unsigned short first[STARTS], next[WORDS]; /* one more than an index, 0 for none */
} by_start;
static once_flag by_start_once = ONCE_FLAG_INIT;

/* The low five bits of a letter are the same in both cases. */
static unsigned start_of(const char *word)
{
    return (unsigned)(word[0] & 31) << 5 | (unsigned)(word[1] & 31);
}

static void sort_words(void)
{
    for (size_t i = 0; i < WORDS; i++) {
        unsigned start = start_of(words[i].word);
        by_start.next[i] = by_start.first[start];
        by_start.first[start] = (unsigned short)(i + 1);
    }
}

unsigned claim_word_is(const char *word, size_t length)
{
    unsigned is = 0;
    if (length < 2)
        return 0;
    call_once(&by_start_once, sort_words);
    for (size_t i = by_start.first[start_of(word)]; i; i = by_start.next[i - 1])
        if (is_word(words[i - 1].word, word, length))
            is |= words[i - 1].is;
    return is;
}

const char *claim_word_hedge(const char *before, size_t length)
{
    const char *found = "";
    size_t longest = 0;
    while (length && strchr(" \t(+-", before[length - 1]))
        length--;
    for (size_t i = 0; i < sizeof hedges / sizeof hedges[0]; i++) {
        size_t wanted = strlen(hedges[i].ending);
        if (wanted > length || wanted <= longest ||
            strncasecmp(before + length - wanted, hedges[i].ending, wanted))
            continue;
        bool is_whole = wanted == length || !isalpha((unsigned char)hedges[i].ending[0]) ||
                        !isalnum((unsigned char)before[length - wanted - 1]);
        if (is_whole) {
            found = hedges[i].hedge;
            longest = wanted;
        }
    }
    return found;
}

const char *claim_word_op(const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++)
        if (is_word(ops[i].word, word, length))
            return ops[i].op;
    return NULL;
}
