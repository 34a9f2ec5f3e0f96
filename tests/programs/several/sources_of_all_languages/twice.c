#include <stdlib.h>
int twice(int value) {
    int* new = malloc(sizeof *new); /* C, where new is a name like others */
    *new = 2 * value;
    const int out = *new;
    free(new);
    return out;
}
