// cuBLAS of the time before handles: scalars by value, results returned, one status that is asked for.
// prints: dot 14, norm 3.742, largest 3
// prints: 9 10 11, product 1 3, status 0 then 7 then 0
#include <cublas.h>

#include <cstdio>

int main() {
    if (cublasInit() != CUBLAS_STATUS_SUCCESS) return 1;
    float host[3] = {1, 2, 3}, y[3] = {4, 4, 4}, *d, *e;
    double identity[4] = {1, 0, 0, 1}, b[4] = {1, 2, 3, 4}, c[4], *da, *db, *dc;
    if (cublasAlloc(3, sizeof(float), (void**)&d) || cublasAlloc(3, sizeof(float), (void**)&e)) return 2;
    if (cublasSetVector(3, sizeof(float), host, 1, d, 1) || cublasSetVector(3, sizeof(float), y, 1, e, 1)) return 3;
    std::printf("dot %g, norm %.3f, largest %d\n", cublasSdot(3, d, 1, d, 1), cublasSnrm2(3, d, 1), cublasIsamax(3, d, 1));
    cublasSaxpy(3, 0.5F, d, 1, e, 1);
    cublasSscal(3, 2, e, 1);
    if (cublasGetVector(3, sizeof(float), e, 1, y, 1)) return 4;
    cublasAlloc(4, sizeof(double), (void**)&da);
    cublasAlloc(4, sizeof(double), (void**)&db);
    cublasAlloc(4, sizeof(double), (void**)&dc);
    if (cublasSetMatrix(2, 2, sizeof(double), identity, 2, da, 2) || cublasSetMatrix(2, 2, sizeof(double), b, 2, db, 2)) return 5;
    cublasDgemm('n', 'T', 2, 2, 2, 1.0, da, 2, db, 2, 0.0, dc, 2);
    if (cublasGetMatrix(2, 2, sizeof(double), dc, 2, c, 2)) return 6;
    const int good = cublasGetError();
    cublasDgemm('n', 'n', -1, 2, 2, 1.0, da, 2, db, 2, 0.0, dc, 2);
    const int wrong = cublasGetError();
    std::printf("%g %g %g, product %g %g, status %d then %d then %d\n", y[0], y[1], y[2], c[0], c[1], good, wrong, cublasGetError());
    for (void* each : {(void*)d, (void*)e, (void*)da, (void*)db, (void*)dc}) cublasFree(each);
    return cublasShutdown();
}
