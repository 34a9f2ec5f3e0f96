// Traits of cuda::std that the standard library has only from C++20 on.
#ifndef WARPWISE_CUDA_TYPE_TRAITS
#define WARPWISE_CUDA_TYPE_TRAITS
#pragma clang system_header
#include <type_traits>
#include <utility>

namespace cuda {
namespace std {
using namespace ::std;
#if __cplusplus < 202002L
template <typename T>
struct remove_cvref {
    using type = ::std::remove_cv_t<::std::remove_reference_t<T>>;
};
template <typename T>
using remove_cvref_t = typename remove_cvref<T>::type;
template <typename T>
struct type_identity {
    using type = T;
};
template <typename T>
using type_identity_t = typename type_identity<T>::type;
#endif
}  // namespace std
}  // namespace cuda
#endif
