# AX_IODELTA_CHECK_FLAG(FLAG, [VARIABLE = IODELTA_WARNINGS]): add FLAG to VARIABLE if the
# compiler takes it.
AC_DEFUN([AX_IODELTA_CHECK_FLAG], [
  iodelta_saved_cflags=$CFLAGS
  CFLAGS="$CFLAGS -Werror $1"
  AC_MSG_CHECKING([whether $CC takes $1])
  AC_COMPILE_IFELSE([AC_LANG_PROGRAM()],
    [AC_MSG_RESULT([yes])
     m4_default([$2], [IODELTA_WARNINGS])="$m4_default([$2], [IODELTA_WARNINGS]) $1"],
    [AC_MSG_RESULT([no])])
  CFLAGS=$iodelta_saved_cflags
])
