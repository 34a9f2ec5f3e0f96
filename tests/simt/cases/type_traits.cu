//! launch: grid=1 block=1
//! argument: i32[1]:zeros
//! result: 0 = 1
// Type traits, as templates in kernels use them. All are evaluated when the kernel is compiled.
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

template <typename T, int N>
struct Pack {
    using Storage = typename std::aligned_storage<N * sizeof(T), N * sizeof(T)>::type;
    union {
        Storage storage;
        T elements[N];
    };
};
struct Empty {};
struct Base {
    explicit Base(int) {}
    virtual ~Base() {}
};
union Either {
    int i;
    float f;
};
template <typename... T>
struct AllFloat : std::conjunction<std::is_same<T, float>...> {};
template <typename F, std::enable_if_t<std::is_invocable_r_v<float, F, int>, int> = 0>
__device__ float call(F f) {
    return f(3);
}
template <std::size_t... I>
__device__ int sum_of(std::index_sequence<I...>) {
    return (0 + ... + int(I));
}
static_assert(sizeof(Pack<float, 4>) == 16 && alignof(Pack<float, 4>) == 16);
static_assert(std::is_empty_v<Empty> && !std::is_empty<Base>::value && std::is_polymorphic_v<Base> && std::is_union_v<Either>);
static_assert(std::is_constructible<Base, int>::value && std::is_assignable<int&, float>::value && !std::is_default_constructible_v<Base> && !std::is_trivial_v<Base>);
static_assert(std::is_trivially_copy_constructible_v<Empty> && !std::is_trivially_destructible_v<Base>);
static_assert(AllFloat<float, float>::value && !AllFloat<float, int>::value && std::negation_v<std::false_type>);
static_assert(std::disjunction_v<std::is_void<int>, std::is_function<int(float)>>);
static_assert(std::is_same_v<std::invoke_result_t<float (*)(int), int>, float> && !std::is_invocable_v<int, int>);
static_assert(std::is_same_v<std::add_pointer_t<int&>, int*> && std::is_same_v<std::add_lvalue_reference_t<void>, void>);
static_assert(std::is_same_v<std::remove_all_extents_t<int[2][3]>, int> && std::extent_v<int[2][3], 1> == 3 && std::rank_v<int[2]> == 1);
static_assert(sizeof(std::aligned_union_t<4, char, double>) == 8 && std::alignment_of_v<double> == 8);
static_assert(std::is_null_pointer_v<decltype(nullptr)> && std::is_scalar_v<int*> && std::is_member_pointer_v<int Base::*>);
static_assert(sizeof(std::byte) == 1 && std::is_same_v<std::make_integer_sequence<int, 3>, std::integer_sequence<int, 0, 1, 2>>);

struct Point {
    int x;
    __device__ int plus(int y) { return x + y; }
};
template <typename F, typename R = std::invoke_result_t<F, int>>
__device__ int is_callable(F, int) {
    return 1;
}
template <typename T>
__device__ auto next(T value) -> decltype(std::declval<T>() + 1) {
    return value + 1;
}
template <typename F>
__device__ int is_callable(F, long) {
    return 0;
}
static_assert(std::is_invocable_v<int (Point::*)(int), Point&, int> && std::is_invocable_v<int Point::*, Point*>);
static_assert(!std::is_invocable_v<int (Point::*)(int), Point&> && !std::is_invocable_r_v<void, int>);
static_assert((std::byte{1} << 2 | std::byte{3}) == std::byte{7} && std::to_integer<int>(~std::byte{0xf0}) == 15);

__global__ void ask(int* out) {
    static_assert(offsetof(Point, x) == 0 && alignof(std::max_align_t) == 16 && std::is_same_v<decltype(next(2)), int>);
    static_assert(std::rank_v<int[2][3]> == 2 && std::rank<int[]>::value == 1 && std::rank<int>::value == 0);
    out[0] = call([](int x) { return x + 0.5f; }) == 3.5f && sum_of(std::index_sequence_for<int, float, char>{}) == 3 &&
             is_callable(3.0f, 0) == 0 && is_callable([](int x) { return x; }, 0) == 1 && std::rank<int[2][3]>::value == 2 && next(1) == 2;
}
