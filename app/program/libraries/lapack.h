// The CPU's LAPACK, for the functions of cuSOLVER and for those of cuBLAS that factor matrices.
#pragma once

#include <algorithm>
#include <vector>

#include "program/libraries/blas.h"

namespace warpwise::lapack {

// Of the Fortran interface, "getrf"; null where this machine has none.
void* function(char letter, const char* name);
const CpuLibraryFile& library();

// As Fortran passes arguments: addresses, and behind them the lengths of texts.
template <typename T, typename... Arguments>
void run(const char* name, Arguments... arguments) {
    constexpr char letter = sizeof(T) == sizeof(float) ? 's' : 'd';
    reinterpret_cast<void (*)(Arguments...)>(function(letter, name))(arguments...);
}

// A = L U, in A; the rows that were exchanged, counted from 1, where `pivots` is not null. The result is 0, or the number of the
// column, from 1, whose pivot is 0.
template <typename T>
int factor(int m, int n, T* a, int lda, int* pivots) {
    int info = 0;
    if (pivots != nullptr) {
        run<T>("getrf", &m, &n, a, &lda, pivots, &info);
        return info;
    }
    const auto at = [&](int i, int j) -> T& {
        return a[static_cast<std::size_t>(j) * static_cast<std::size_t>(lda) + static_cast<std::size_t>(i)];
    };
    for (int k = 0; k < std::min(m, n); ++k) {
        if (at(k, k) == T(0)) {
            if (info == 0) info = k + 1;
            continue;
        }
        for (int i = k + 1; i < m; ++i) at(i, k) /= at(k, k);
        for (int j = k + 1; j < n; ++j)
            for (int i = k + 1; i < m; ++i) at(i, j) -= at(i, k) * at(k, j);
    }
    return info;
}

// For a factorization without exchanges.
inline std::vector<int> no_exchanges(int n) {
    std::vector<int> out(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) out[static_cast<std::size_t>(i)] = i + 1;
    return out;
}

}  // namespace warpwise::lapack
