/* Calls one function of the answer as LeetCode does, all calls in one process. Arguments: the file for the
   results, the function, and each n. */
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define main bezzel_their_main
#line 1
/* ANSWER */

#undef main

int main(int count, char** arguments) {
  FILE* out = fopen(arguments[1], "w");
  if (!out) return 4;
  for (int at = 3; at < count; at++) {
    int n = atoi(arguments[at]);
    fprintf(out, "call %d\n", n);
    fflush(out);
#ifdef BEZZEL_TOTAL
    if (!strcmp(arguments[2], "totalNQueens")) {
      fprintf(out, "value %d\n", totalNQueens(n));
      fflush(out);
      continue;
    }
#endif
#ifdef BEZZEL_SOLVE
    if (!strcmp(arguments[2], "solveNQueens")) {
      int size = 0, *sizes = NULL;
      char*** boards = solveNQueens(n, &size, &sizes);
      fprintf(out, "value [");
      for (int board = 0; board < size; board++) {
        fprintf(out, "%s[", board ? "," : "");
        for (int row = 0; row < sizes[board]; row++) {
          fprintf(out, "%s\"", row ? "," : "");
          for (const char* sign = boards[board][row]; *sign; sign++)
            if (*sign >= ' ' && *sign < 127 && *sign != '"' && *sign != '\\') fputc(*sign, out);
            else fprintf(out, "\\u%04x", (unsigned char)*sign);
          fputc('"', out);
        }
        fputc(']', out);
      }
      fprintf(out, "]\n");
      fflush(out);
      continue;
    }
#endif
    return 3;
  }
  fclose(out);
  return 0;
}
