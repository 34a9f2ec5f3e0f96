__global__ void k(int* i, unsigned* u, float* f, double* d, unsigned long long* l) {
    atomicAdd(i, 1);
    atomicSub(i, 1);
    i[1] = atomicMax(i, 3);
    atomicCAS(u, 1u, 2u);
    atomicInc(u, 7);
    f[1] = atomicAdd(f, 1.f);
    atomicAdd(d, 1.0);
    atomicMin(l, 3ULL);
    atomicExch(f, 2.f);
    atomicAdd(l, 5ULL);
    unsigned long long old = *l, as;
    do {
        as = old;
        old = atomicCAS(l, as, __double_as_longlong(1.0 + __longlong_as_double(as)));
    } while (as != old);
    __atomic_fetch_add(i, 1, __ATOMIC_RELAXED);
}
