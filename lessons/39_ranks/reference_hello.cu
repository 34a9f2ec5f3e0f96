// Of all ranks: each knows its number, and rank 0 has all of them.
__global__ void reference(int* me, int* all, int ranks) {
    for (int r = 0; r < ranks; ++r) me[r] = all[r] = r;
}
