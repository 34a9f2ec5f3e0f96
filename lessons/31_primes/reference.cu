// The reference of the exercise: each divisor is marked in all of its multiples that 2 and 3 do not divide.
__global__ void reference(int* counts, int n) {
    for (int k = 0; k < n; ++k) counts[k] = 0;
    for (int d = 1; d < 3 * n; d += 2)
        if (d % 3 != 0)
            for (int i = d; i < 3 * n; i += 2 * d)
                if (i % 3 != 0) ++counts[i / 3];
}
