// The reference of the kernel that marks one element.
__global__ void reference(int* order, int i, int j, int offset, int s0, int s1) { order[offset + i * s0 + j * s1] = 1; }
