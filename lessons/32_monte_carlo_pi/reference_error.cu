// The reference of the typical error: an exact pi has none.
__global__ void reference(float* error, int n, unsigned seed) { error[0] = 0; }
