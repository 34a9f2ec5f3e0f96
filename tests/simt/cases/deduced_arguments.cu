//! launch: grid=1 block=2
//! argument: i32[4]:zeros
//! result: 0 = 3 5 7 8
// Class template argument deduction: by a constructor, by a guide, and by a guide in the namespace in which it is used. The guides
// are marked neither __host__ nor __device__.
template <typename T>
struct Both {
    T a, b;
    __device__ Both(T x, T y) : a(x), b(y) {}
};
template <typename T>
struct Plain {
    T a;
};
template <typename T>
Plain(T) -> Plain<T>;

namespace inner {
template <typename T>
struct First {
    T value;
    __device__ First(const T* from) : value(*from) {}
};
template <typename T>
First(T*) -> First<T>;
template <typename T>
__device__ T first_of(T* from) {
    First found(from);
    return found.value;
}
}  // namespace inner

__global__ void k(int* out) {
    int values[2] = {7 + (int)threadIdx.x, 9};
    Both both(1, 2);
    Plain plain{5};
    if (threadIdx.x == 0) {
        out[0] = both.a + both.b;
        out[1] = plain.a;
    }
    out[2 + threadIdx.x] = inner::first_of(values);
}
