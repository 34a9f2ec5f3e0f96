// tries[i] for odd i only, with odd divisors: thread k has the number 2 k + 1. Even numbers need no thread.
__global__ void tries_of_odd(int* tries, int n) {
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 1;  //[number]
    if (i >= n) return;
    int d = 3, tried = 0;
    bool found = i > 1;
    while (found && d * d <= i) {
        ++tried;  //[try]
        found = i % d != 0;
        d += 2;
    }
    tries[i] = tried;
}
