// tries[i] = how many divisors are tried until i is known to be prime or not: one thread per number, even ones included.
__global__ void tries_of_every(int* tries, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int d = 2, tried = 0;
    bool found = i > 1;
    //[divide]
    while (found && d * d <= i) {  //[loop]
        ++tried;  //[try]
        found = i % d != 0;
        ++d;
    }
    //[/divide]
    tries[i] = tried;  //[store]
}
