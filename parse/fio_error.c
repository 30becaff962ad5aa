#include "parse/fio_error.h"

/* Names of the errors that storage gives; others keep their number. */
static const char *error_name(struct arena *arena, int error)
{
    static const struct {
        int number;
        const char *name;
    } names[] = {{1, "EPERM"},    {2, "ENOENT"},     {4, "EINTR"},    {5, "EIO"},
                 {11, "EAGAIN"},  {12, "ENOMEM"},    {13, "EACCES"},  {16, "EBUSY"},
                 {19, "ENODEV"},  {22, "EINVAL"},    {27, "EFBIG"},   {28, "ENOSPC"},
                 {30, "EROFS"},   {61, "ENODATA"},   {62, "ETIME"},   {84, "EILSEQ"},
                 {95, "EOPNOTSUPP"}, {110, "ETIMEDOUT"}, {121, "EREMOTEIO"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].number == error)
            return names[i].name;
    return arena_printf(arena, "E%d", error);
}

void fio_add_errors(struct record *record, double total, double first)
{
    if (!(total >= 1 && total <= 1e15) || !(first >= 1 && first <= 4095))
        return;
    record->errors = record_grow(record, record->errors, record->errors_nr,
                                 &record->errors_room, sizeof *record->errors);
    record->errors[record->errors_nr++] =
        (struct record_error){error_name(record->arena, (int)first), (uint64_t)total};
    record_warn(record, "job-error", record->source.line);
}
