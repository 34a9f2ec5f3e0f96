// Marks the one element that the view [i, j] reads.
__global__ void mark_one(int* order, int i, int j, int offset, int s0, int s1) { order[offset + i * s0 + j * s1] = 1; }
