// The CPU's answers to kernels/memory/views, broadcasting and ownership: arrays that are read through strides of their own.
#include "device/cpu/routine_forms.h"
#include "device/cpu/routine_table.h"

namespace warpwise::routines {
namespace {

template <typename Form>
void with_copied_view(const RoutineCall& call, const Form& form) {
    const auto rows = call.scalar<std::int64_t>(2), cols = call.scalar<std::int64_t>(3), offset = call.scalar<std::int64_t>(4),
               s0 = call.scalar<std::int64_t>(5), s1 = call.scalar<std::int64_t>(6);
    visit_dtype(call.dtype(0), [&]<typename T>() {
        const T* a = call.array<T>(0).data() + offset;
        T* c = call.array<T>(1).data();
        form(rows, 2 * cols * static_cast<std::int64_t>(sizeof(T)), [=](std::int64_t first, std::int64_t last) WARPWISE_INLINE {
            for (std::int64_t i = first; i < last; ++i) {
                const T* from = a + i * s0;
                T* to = c + i * cols;
                if (s1 == 1)
                    for (std::int64_t j = 0; j < cols; ++j) to[j] = from[j];
                else
                    for (std::int64_t j = 0; j < cols; ++j) to[j] = from[j * s1];
            }
        });
    });
}

// A stride is 0 along an axis on which an array has one element, and nearly always 1 along the rows of a matrix.
template <typename Form>
void with_strided_sum(const RoutineCall& call, const Form& form) {
    const auto rows = call.scalar<std::int64_t>(3), cols = call.scalar<std::int64_t>(4), a0 = call.scalar<std::int64_t>(5),
               a1 = call.scalar<std::int64_t>(6), b0 = call.scalar<std::int64_t>(7), b1 = call.scalar<std::int64_t>(8);
    visit_dtype(call.dtype(0), [&]<typename T>() {
        const T *a = call.array<T>(0).data(), *b = call.array<T>(1).data();
        T* c = call.array<T>(2).data();
        form(rows, 3 * cols * static_cast<std::int64_t>(sizeof(T)), [=](std::int64_t first, std::int64_t last) WARPWISE_INLINE {
            for (std::int64_t i = first; i < last; ++i) {
                const T *x = a + i * a0, *y = b + i * b0;
                T* to = c + i * cols;
                if (a1 == 1 && b1 == 1)
                    for (std::int64_t j = 0; j < cols; ++j) to[j] = wrapping_add(x[j], y[j]);
                else if (a1 == 0 && b1 == 1)
                    for (std::int64_t j = 0; j < cols; ++j) to[j] = wrapping_add(x[0], y[j]);
                else if (a1 == 1 && b1 == 0)
                    for (std::int64_t j = 0; j < cols; ++j) to[j] = wrapping_add(x[j], y[0]);
                else
                    for (std::int64_t j = 0; j < cols; ++j) to[j] = wrapping_add(x[j * a1], y[j * b1]);
            }
        });
    });
}

template <typename Form>
void with_doubled_copy(const RoutineCall& call, const Form& form) {
    const auto n = call.scalar<std::int64_t>(2), step = call.scalar<std::int64_t>(3);
    visit_dtype(call.dtype(0), [&]<typename T>() {
        const T* a = call.array<T>(0).data();
        T* c = call.array<T>(1).data();
        form((n + step - 1) / step, 2 * sizeof(T), [=](std::int64_t first, std::int64_t last) WARPWISE_INLINE {
            for (std::int64_t i = first; i < last; ++i) c[i] = wrapping_add(a[i * step], a[i * step]);
        });
    });
}

}  // namespace

void copy_view_serial(const RoutineCall& call) { with_copied_view(call, InOne()); }
void copy_view_vector(const RoutineCall& call) { with_copied_view(call, InVectors()); }
void copy_view_threads(const RoutineCall& call) { with_copied_view(call, InThreads{call.threads}); }

void add_strided_serial(const RoutineCall& call) { with_strided_sum(call, InOne()); }
void add_strided_vector(const RoutineCall& call) { with_strided_sum(call, InVectors()); }
void add_strided_threads(const RoutineCall& call) { with_strided_sum(call, InThreads{call.threads}); }

void double_strided_serial(const RoutineCall& call) { with_doubled_copy(call, InOne()); }
void double_strided_vector(const RoutineCall& call) { with_doubled_copy(call, InVectors()); }
void double_strided_threads(const RoutineCall& call) { with_doubled_copy(call, InThreads{call.threads}); }

}  // namespace warpwise::routines
