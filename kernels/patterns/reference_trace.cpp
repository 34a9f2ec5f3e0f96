// The CPU's answers to kernels/patterns/trace: each element of a matrix plus the sum of tanh over its diagonal, evaluated once.
#include <cmath>

#include "device/cpu/routine_forms.h"
#include "device/cpu/routine_table.h"

namespace warpwise::routines {
namespace {

template <typename Form>
void with_added_trace(const RoutineCall& call, const Form& form) {
    const auto n = call.scalar<std::int64_t>(2);
    const auto run = [&]<typename T>() {
        const T* a = call.array<T>(0).data();
        T* c = call.array<T>(1).data();
        double trace = 0;  // so that its rounding error is far below that of any order of additions in T
        for (std::int64_t k = 0; k < n; ++k) trace += static_cast<double>(std::tanh(a[k * (n + 1)]));
        const T added = static_cast<T>(trace);
        form(n * n, 2 * sizeof(T), [=](std::int64_t first, std::int64_t last) WARPWISE_INLINE {
            for (std::int64_t i = first; i < last; ++i) c[i] = a[i] + added;
        });
    };
    if (call.dtype(0) == DType::f64)
        run.template operator()<double>();
    else
        run.template operator()<float>();
}

}  // namespace

void add_trace_serial(const RoutineCall& call) { with_added_trace(call, InOne()); }
void add_trace_vector(const RoutineCall& call) { with_added_trace(call, InVectors()); }
void add_trace_threads(const RoutineCall& call) { with_added_trace(call, InThreads{call.threads}); }

}  // namespace warpwise::routines
