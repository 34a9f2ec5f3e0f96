// The CPU's answers to kernels that read elsewhere than they write: strided copies, sums of three neighbours, and gathers.
#include "device/cpu/routine_forms.h"
#include "device/cpu/routine_table.h"

namespace warpwise::routines {
namespace {

// Each calls form(n, bytes that an element moves, body), where body does the elements first to last.
template <typename Form>
void with_strided_copy(const RoutineCall& call, const Form& form) {
    const auto n = call.scalar<std::int64_t>(2), stride = call.scalar<std::int64_t>(3), shift = call.scalar<std::int64_t>(4);
    visit_dtype(call.dtype(0), [&]<typename T>() {
        const T* a = call.array<T>(0).data() + shift;
        T* c = call.array<T>(1).data();
        form(n, 2 * sizeof(T), [=](std::int64_t first, std::int64_t last) WARPWISE_INLINE {
            if (stride == 1)
                for (std::int64_t i = first; i < last; ++i) c[i] = a[i];
            else
                for (std::int64_t i = first; i < last; ++i) c[i] = a[i * stride];
        });
    });
}

template <typename Form>
void with_neighbour_sums(const RoutineCall& call, const Form& form) {
    const auto n = call.scalar<std::int64_t>(2);
    visit_dtype(call.dtype(0), [&]<typename T>() {
        const T* a = call.array<T>(0).data();
        T* c = call.array<T>(1).data();
        const auto edge = [=](std::int64_t i) {
            const T left = i > 0 ? a[i - 1] : T(0), right = i + 1 < n ? a[i + 1] : T(0);
            c[i] = wrapping_add(wrapping_add(left, a[i]), right);
        };
        form(n, 2 * sizeof(T), [=](std::int64_t first, std::int64_t last) WARPWISE_INLINE {
            if (first < last) edge(first);
            for (std::int64_t i = first + 1; i < last - 1; ++i) c[i] = wrapping_add(wrapping_add(a[i - 1], a[i]), a[i + 1]);
            if (last - 1 > first) edge(last - 1);
        });
    });
}

template <typename Form>
void with_gather(const RoutineCall& call, const Form& form) {
    const auto n = call.scalar<std::int64_t>(3);
    const std::int32_t* index = call.array<std::int32_t>(1).data();
    visit_dtype(call.dtype(0), [&]<typename T>() {
        const T* table = call.array<T>(0).data();
        T* c = call.array<T>(2).data();
        form(n, 2 * sizeof(T) + 4, [=](std::int64_t first, std::int64_t last) WARPWISE_INLINE {
            for (std::int64_t i = first; i < last; ++i) c[i] = table[index[i]];
        });
    });
}

}  // namespace

void strided_copy_serial(const RoutineCall& call) { with_strided_copy(call, InOne()); }
void strided_copy_vector(const RoutineCall& call) { with_strided_copy(call, InVectors()); }
void strided_copy_threads(const RoutineCall& call) { with_strided_copy(call, InThreads{call.threads}); }

void neighbour_sums_serial(const RoutineCall& call) { with_neighbour_sums(call, InOne()); }
void neighbour_sums_vector(const RoutineCall& call) { with_neighbour_sums(call, InVectors()); }
void neighbour_sums_threads(const RoutineCall& call) { with_neighbour_sums(call, InThreads{call.threads}); }

void gather_serial(const RoutineCall& call) { with_gather(call, InOne()); }
void gather_vector(const RoutineCall& call) { with_gather(call, InVectors()); }
void gather_threads(const RoutineCall& call) { with_gather(call, InThreads{call.threads}); }

}  // namespace warpwise::routines
