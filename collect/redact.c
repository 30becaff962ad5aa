#include "config.h"

#include "collect/redact.h"

#include <ctype.h>
#include <string.h>

/* Settings that matter for speed or tell how the kernel runs. */
static const char *const harmless_keys[] = {
    "amd_iommu", "amd_pstate", "audit", "cgroup_disable", "cgroup_enable",
    "cgroup_no_v1", "clocksource", "cpufreq.default_governor", "cpuidle.governor",
    "default_hugepagesz", "dm_mod.use_blk_mq", "elevator", "hpet", "hugepages", "hugepagesz",
    "idle", "init_on_alloc", "init_on_free", "intel_idle.max_cstate", "intel_iommu",
    "intel_pstate", "iommu", "iommu.passthrough", "iommu.strict", "irqaffinity", "isolcpus",
    "kpti", "l1tf", "lockdown", "maxcpus", "mds", "mem", "mitigations", "mmio_stale_data",
    "nmi_watchdog", "no_hash_pointers", "no_timer_check", "nohz", "nohz_full", "nohpet", "nopti",
    "nosmt", "nospectre_v1", "nospectre_v2", "nowatchdog", "noxsave", "nr_cpus", "numa",
    "numa_balancing", "nvme.poll_queues", "nvme.write_queues", "nvme_core.default_ps_max_latency_us",
    "nvme_core.io_timeout", "nvme_core.multipath", "pci", "pcie_aspm", "pcie_port_pm", "preempt",
    "processor.max_cstate", "psi", "pti", "quiet", "rcu_nocbs", "reboot", "retbleed", "ro", "root",
    "rootflags", "rootfstype", "rootwait", "rw", "scsi_mod.use_blk_mq", "selinux", "skew_tick",
    "spec_store_bypass_disable", "spectre_v2", "split_lock_detect", "srbds", "swapaccount",
    "systemd.unified_cgroup_hierarchy", "threadirqs", "transparent_hugepage", "tsc", "tsx",
    "tsx_async_abort", "zswap.compressor", "zswap.enabled", "zswap.max_pool_percent"};

/* Mount options whose value names somebody or something. */
static const char *const naming_keys[] = {
    "addr", "clientaddr", "mountaddr", "srcaddr", "username", "user", "domain", "domainauto",
    "netbiosname", "servern", "servername", "ip", "unc", "prefixpath", "source", "fsname",
    "subtype", "name", "fsid", "mon_addr", "volume", "label", "mds_namespace"};

/* Mount options whose value is a secret. */
static const char *const secret_keys[] = {"password", "pass", "password2", "secret", "secretfile",
                                          "credentials", "cred", "key", "keyring"};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static bool is_listed(const char *const *list, size_t nr, const char *text, size_t length)
{
    for (size_t i = 0; i < nr; i++) {
        if (strlen(list[i]) == length && memcmp(list[i], text, length) == 0)
            return true;
    }
    return false;
}

/* A device's kernel name: letters and digits, with at most the folder of md. */
static bool is_plain_device(const char *text, size_t length)
{
    static const char prefix[] = "/dev/";
    size_t start = sizeof prefix - 1;
    if (length <= start || memcmp(text, prefix, start) != 0 || length > 32)
        return false;
    if (length > start + 3 && memcmp(text + start, "md/", 3) == 0)
        start += 3;
    for (size_t i = start; i < length; i++) {
        if (!isalnum((unsigned char)text[i]) && text[i] != '-')
            return false;
    }
    return true;
}

bool redact_is_plain_device(const char *text)
{
    return is_plain_device(text, strlen(text));
}

/* Long runs of hexadecimal digits are serial numbers and UUIDs; three dots or
 * two colons make an address. */
static bool is_telling(const char *text, size_t length)
{
    size_t digits = 0, dots = 0, colons = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        digits = isxdigit(byte) ? digits + 1 : 0;
        dots += byte == '.';
        colons += byte == ':';
        if (digits >= 8 && memchr(text, '-', length))
            return true;
        if (digits >= 16 || (!isalnum(byte) && !strchr("_.,:+-@%", byte)))
            return true;
    }
    return length > 64 || dots >= 3 || colons >= 2;
}

static void add_word(struct strbuf *out, const char *word, size_t key, size_t length,
                     bool keeps_value)
{
    if (keeps_value) {
        strbuf_add(out, word, length);
    } else {
        strbuf_add(out, word, key + 1);
        strbuf_string(out, REDACT_WORD);
    }
}

/* The length of the word at text: blanks end it, but not within quotes. */
static size_t word_length(const char *text)
{
    bool is_quoted = false;
    size_t length = 0;
    for (; text[length]; length++) {
        if (text[length] == '"')
            is_quoted = !is_quoted;
        else if (!is_quoted && isspace((unsigned char)text[length]))
            break;
    }
    return length;
}

void redact_cmdline(const char *cmdline, bool is_identified, struct strbuf *out, size_t *left_out)
{
    *left_out = 0;
    for (const char *word = cmdline; *word;) {
        if (isspace((unsigned char)*word)) {
            word++;
            continue;
        }
        size_t length = word_length(word);
        const char *equals = memchr(word, '=', length);
        size_t key = equals ? (size_t)(equals - word) : length;
        if (is_listed(harmless_keys, LENGTH(harmless_keys), word, key)) {
            const char *value = equals ? equals + 1 : word + length;
            size_t value_length = (size_t)(word + length - value);
            if (out->length)
                strbuf_byte(out, ' ');
            add_word(out, word, key, length,
                     is_identified || !equals || is_plain_device(value, value_length) ||
                         !is_telling(value, value_length));
        } else {
            ++*left_out;
        }
        word += length;
    }
}

void redact_mount_options(const char *options, bool is_identified, struct strbuf *out)
{
    for (const char *option = options; *option;) {
        size_t length = strcspn(option, ",");
        const char *equals = memchr(option, '=', length);
        size_t key = equals ? (size_t)(equals - option) : length;
        const char *value = equals ? equals + 1 : option + length;
        size_t value_length = (size_t)(option + length - value);
        bool is_secret = is_listed(secret_keys, LENGTH(secret_keys), option, key);
        bool is_naming = is_listed(naming_keys, LENGTH(naming_keys), option, key) ||
                         is_telling(value, value_length);
        if (out->length)
            strbuf_byte(out, ',');
        add_word(out, option, key, length,
                 !equals || (!is_secret && (is_identified || !is_naming)));
        option += length;
        option += *option == ',';
    }
}
