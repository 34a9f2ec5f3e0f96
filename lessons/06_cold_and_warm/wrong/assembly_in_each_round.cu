// Loads and stores in inline assembly, in each round: the compiler removes none of them.
template <typename T>
__global__ void add_rounds(T* a, int n, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int round = 0; round < rounds; ++round) {
        T x;
        if constexpr (sizeof(T) == 4) {
            unsigned bits;
            asm volatile("ld.global.u32 %0, [%1];" : "=r"(bits) : "l"(a + i) : "memory");
            memcpy(&x, &bits, 4);
            x = x + T(1);
            memcpy(&bits, &x, 4);
            asm volatile("st.global.u32 [%0], %1;" ::"l"(a + i), "r"(bits) : "memory");
        } else if constexpr (sizeof(T) == 8) {
            unsigned long long bits;
            asm volatile("ld.global.u64 %0, [%1];" : "=l"(bits) : "l"(a + i) : "memory");
            memcpy(&x, &bits, 8);
            x = x + T(1);
            memcpy(&bits, &x, 8);
            asm volatile("st.global.u64 [%0], %1;" ::"l"(a + i), "l"(bits) : "memory");
        } else {
            a[i] = a[i] + T(1);
        }
    }
}
