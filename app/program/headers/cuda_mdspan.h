// cuda::std::mdspan, a view of several dimensions, which does not need C++23. An element is m(i, j) or m[array{i, j}]; with C++23
// also m[i, j]. This text follows an #include of <cuda/std/span>, which has dynamic_extent (compile/headers.cpp).
#ifndef WARPWISE_CUDA_MDSPAN
#define WARPWISE_CUDA_MDSPAN
#pragma clang system_header
#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace cuda {
namespace std {
#define __WARPWISE_BOTH __attribute__((host, device)) constexpr

template <typename Index, size_t... lengths>
class extents {
    Index length_[sizeof...(lengths) == 0 ? 1 : sizeof...(lengths)] = {
        static_cast<Index>(lengths == dynamic_extent ? 0 : lengths)...};

  public:
    using index_type = Index;
    using size_type = ::std::make_unsigned_t<Index>;
    using rank_type = size_t;
    static __WARPWISE_BOTH size_t rank() noexcept { return sizeof...(lengths); }
    static __WARPWISE_BOTH size_t rank_dynamic() noexcept { return ((lengths == dynamic_extent) + ... + size_t(0)); }
    static __WARPWISE_BOTH size_t static_extent(size_t r) noexcept {
        const size_t all[] = {lengths..., 0};
        return all[r];
    }
    extents() = default;
    // Takes the lengths of all dimensions, or only those of the dynamic ones.
    template <typename... N, typename = ::std::enable_if_t<(sizeof...(N) > 0) && (::std::is_convertible_v<N, Index> && ...) &&
                                                           (sizeof...(N) == sizeof...(lengths) || sizeof...(N) == rank_dynamic())>>
    explicit __WARPWISE_BOTH extents(N... given) noexcept {
        const Index all[] = {static_cast<Index>(given)...};
        take(all, sizeof...(N));
    }
    template <typename N, size_t count, typename = ::std::enable_if_t<count == sizeof...(lengths) || count == rank_dynamic()>>
    __WARPWISE_BOTH extents(const ::std::array<N, count>& given) noexcept {
        Index all[count == 0 ? 1 : count] = {};
        for (size_t i = 0; i < count; ++i) all[i] = static_cast<Index>(given[i]);
        take(all, count);
    }
    template <typename Other, size_t... others, typename = ::std::enable_if_t<sizeof...(others) == sizeof...(lengths)>>
    __WARPWISE_BOTH extents(const extents<Other, others...>& other) noexcept {
        for (size_t r = 0; r < rank(); ++r) length_[r] = static_cast<Index>(other.extent(r));
    }
    __WARPWISE_BOTH Index extent(size_t r) const noexcept { return length_[r]; }
    template <typename Other, size_t... others>
    friend __WARPWISE_BOTH bool operator==(const extents& a, const extents<Other, others...>& b) noexcept {
        if (sizeof...(lengths) != sizeof...(others)) return false;
        for (size_t r = 0; r < sizeof...(lengths); ++r)
            if (a.extent(r) != static_cast<Index>(b.extent(r))) return false;
        return true;
    }

  private:
    __WARPWISE_BOTH void take(const Index* given, size_t count) noexcept {
        for (size_t r = 0, next = 0; r < rank(); ++r)
            if (count == rank() || static_extent(r) == dynamic_extent) length_[r] = given[next++];
    }
};
template <typename... N>
extents(N...) -> extents<size_t, (sizeof(N) == 0 ? 0 : dynamic_extent)...>;

template <typename Index, typename Ranks>
struct __warpwise_dextents;
template <typename Index, size_t... r>
struct __warpwise_dextents<Index, ::std::index_sequence<r...>> {
    using type = extents<Index, (r, dynamic_extent)...>;
};
template <typename Index, size_t count>
using dextents = typename __warpwise_dextents<Index, ::std::make_index_sequence<count>>::type;
template <size_t count, typename Index = size_t>
using dims = dextents<Index, count>;

// A layout without gaps. Neighbours in memory differ in the last index if is_right, as in C, and else in the first, as in Fortran.
template <typename Extents, bool is_right>
class __warpwise_dense {
    Extents extents_;

  public:
    using extents_type = Extents;
    using index_type = typename Extents::index_type;
    __warpwise_dense() = default;
    __WARPWISE_BOTH __warpwise_dense(const Extents& extents) noexcept : extents_(extents) {}
    __WARPWISE_BOTH const Extents& extents() const noexcept { return extents_; }
    __WARPWISE_BOTH index_type stride(size_t r) const noexcept {
        index_type out = 1;
        for (size_t k = is_right ? r + 1 : 0; k < (is_right ? Extents::rank() : r); ++k) out *= extents_.extent(k);
        return out;
    }
    __WARPWISE_BOTH index_type required_span_size() const noexcept {
        index_type out = 1;
        for (size_t r = 0; r < Extents::rank(); ++r) out *= extents_.extent(r);
        return out;
    }
    template <typename... I>
    __WARPWISE_BOTH index_type operator()(I... indices) const noexcept {
        const index_type all[sizeof...(I) + 1] = {static_cast<index_type>(indices)..., 0};
        index_type out = 0;
        for (size_t k = 0; k < sizeof...(I); ++k) {
            const size_t r = is_right ? k : sizeof...(I) - 1 - k;
            out = out * extents_.extent(r) + all[r];
        }
        return out;
    }
    static __WARPWISE_BOTH bool is_exhaustive() noexcept { return true; }
    static __WARPWISE_BOTH bool is_unique() noexcept { return true; }
    static __WARPWISE_BOTH bool is_strided() noexcept { return true; }
};
struct layout_right {
    template <typename Extents>
    struct mapping : __warpwise_dense<Extents, true> {
        using layout_type = layout_right;
        mapping() = default;
        __WARPWISE_BOTH mapping(const Extents& extents) noexcept : __warpwise_dense<Extents, true>(extents) {}
        template <typename Other>
        __WARPWISE_BOTH mapping(const mapping<Other>& other) noexcept : __warpwise_dense<Extents, true>(Extents(other.extents())) {}
    };
};
struct layout_left {
    template <typename Extents>
    struct mapping : __warpwise_dense<Extents, false> {
        using layout_type = layout_left;
        mapping() = default;
        __WARPWISE_BOTH mapping(const Extents& extents) noexcept : __warpwise_dense<Extents, false>(extents) {}
        template <typename Other>
        __WARPWISE_BOTH mapping(const mapping<Other>& other) noexcept
            : __warpwise_dense<Extents, false>(Extents(other.extents())) {}
    };
};
struct layout_stride {
    template <typename Extents>
    class mapping {
        Extents extents_;
        ::std::array<typename Extents::index_type, Extents::rank()> strides_{};

      public:
        using extents_type = Extents;
        using index_type = typename Extents::index_type;
        using layout_type = layout_stride;
        mapping() = default;
        // Of any layout, all of which have strides.
        template <typename Other, typename = ::std::enable_if_t<Other::extents_type::rank() == Extents::rank()>>
        __WARPWISE_BOTH mapping(const Other& other) noexcept : extents_(other.extents()) {
            for (size_t r = 0; r < Extents::rank(); ++r) strides_[r] = static_cast<index_type>(other.stride(r));
        }
        template <typename N>
        __WARPWISE_BOTH mapping(const Extents& extents, const ::std::array<N, Extents::rank()>& strides) noexcept
            : extents_(extents) {
            for (size_t r = 0; r < Extents::rank(); ++r) strides_[r] = static_cast<index_type>(strides[r]);
        }
        __WARPWISE_BOTH const Extents& extents() const noexcept { return extents_; }
        __WARPWISE_BOTH index_type stride(size_t r) const noexcept { return strides_[r]; }
        __WARPWISE_BOTH index_type required_span_size() const noexcept {
            index_type out = 1;
            for (size_t r = 0; r < Extents::rank(); ++r) {
                if (extents_.extent(r) == 0) return 0;
                out += (extents_.extent(r) - 1) * strides_[r];
            }
            return out;
        }
        template <typename... I>
        __WARPWISE_BOTH index_type operator()(I... indices) const noexcept {
            const index_type all[sizeof...(I) + 1] = {static_cast<index_type>(indices)..., 0};
            index_type out = 0;
            for (size_t r = 0; r < sizeof...(I); ++r) out += all[r] * strides_[r];
            return out;
        }
    };
};

template <typename T>
struct default_accessor {
    using element_type = T;
    using reference = T&;
    using data_handle_type = T*;
    default_accessor() = default;
    template <typename U, typename = ::std::enable_if_t<::std::is_convertible_v<U (*)[], T (*)[]>>>
    __WARPWISE_BOTH default_accessor(default_accessor<U>) noexcept {}
    __WARPWISE_BOTH T& access(T* data, size_t i) const noexcept { return data[i]; }
    __WARPWISE_BOTH T* offset(T* data, size_t i) const noexcept { return data + i; }
};

template <typename T, typename Extents, typename Layout = layout_right, typename Accessor = default_accessor<T>>
class mdspan {
  public:
    using extents_type = Extents;
    using layout_type = Layout;
    using accessor_type = Accessor;
    using mapping_type = typename Layout::template mapping<Extents>;
    using element_type = T;
    using value_type = ::std::remove_cv_t<T>;
    using index_type = typename Extents::index_type;
    using size_type = typename Extents::size_type;
    using rank_type = size_t;
    using data_handle_type = typename Accessor::data_handle_type;
    using reference = typename Accessor::reference;

    mdspan() = default;
    template <typename... N, typename = ::std::enable_if_t<(sizeof...(N) > 0) && (::std::is_convertible_v<N, index_type> && ...)>>
    explicit __WARPWISE_BOTH mdspan(data_handle_type data, N... lengths) noexcept : data_(data), mapping_(Extents(lengths...)) {}
    // For extents that are all static.
    explicit __WARPWISE_BOTH mdspan(data_handle_type data) noexcept : data_(data), mapping_(Extents()) {}
    __WARPWISE_BOTH mdspan(data_handle_type data, const Extents& extents) noexcept : data_(data), mapping_(extents) {}
    template <typename N, size_t count>
    __WARPWISE_BOTH mdspan(data_handle_type data, const ::std::array<N, count>& lengths) noexcept
        : data_(data), mapping_(Extents(lengths)) {}
    __WARPWISE_BOTH mdspan(data_handle_type data, const mapping_type& mapping) noexcept : data_(data), mapping_(mapping) {}
    __WARPWISE_BOTH mdspan(data_handle_type data, const mapping_type& mapping, const Accessor& accessor) noexcept
        : data_(data), mapping_(mapping), accessor_(accessor) {}
    template <typename U, typename OtherExtents, typename OtherLayout, typename OtherAccessor,
              typename = ::std::enable_if_t<
                  ::std::is_convertible_v<U (*)[], T (*)[]> && OtherExtents::rank() == Extents::rank() &&
                  ::std::is_constructible_v<mapping_type, const typename OtherLayout::template mapping<OtherExtents>&>&& ::std::
                      is_constructible_v<Accessor, const OtherAccessor&>>>
    __WARPWISE_BOTH mdspan(const mdspan<U, OtherExtents, OtherLayout, OtherAccessor>& other) noexcept
        : data_(other.data_handle()), mapping_(other.mapping()), accessor_(other.accessor()) {}

    template <typename... I>
    __WARPWISE_BOTH ::std::enable_if_t<sizeof...(I) == Extents::rank(), reference> operator()(I... indices) const noexcept {
        return accessor_.access(data_, static_cast<size_t>(mapping_(indices...)));
    }
    template <typename I>
    __WARPWISE_BOTH reference operator[](const ::std::array<I, Extents::rank()>& indices) const noexcept {
        return of_array(indices, ::std::make_index_sequence<Extents::rank()>());
    }
#if __cplusplus >= 202211L
    template <typename... I>
    __WARPWISE_BOTH ::std::enable_if_t<(::std::is_convertible_v<I, index_type> && ...), reference> operator[](
        I... indices) const noexcept {
        return (*this)(indices...);
    }
#else
    // For one dimension only.
    template <typename I>
    __WARPWISE_BOTH ::std::enable_if_t<::std::is_convertible_v<I, index_type> && Extents::rank() == 1, reference> operator[](
        I i) const noexcept {
        return (*this)(i);
    }
#endif
    static __WARPWISE_BOTH size_t rank() noexcept { return Extents::rank(); }
    static __WARPWISE_BOTH size_t rank_dynamic() noexcept { return Extents::rank_dynamic(); }
    static __WARPWISE_BOTH size_t static_extent(size_t r) noexcept { return Extents::static_extent(r); }
    __WARPWISE_BOTH index_type extent(size_t r) const noexcept { return extents().extent(r); }
    __WARPWISE_BOTH index_type stride(size_t r) const noexcept { return mapping_.stride(r); }
    __WARPWISE_BOTH size_type size() const noexcept {
        size_type out = 1;
        for (size_t r = 0; r < rank(); ++r) out *= static_cast<size_type>(extent(r));
        return out;
    }
    __WARPWISE_BOTH bool empty() const noexcept { return size() == 0; }
    __WARPWISE_BOTH const Extents& extents() const noexcept { return mapping_.extents(); }
    __WARPWISE_BOTH data_handle_type data_handle() const noexcept { return data_; }
    __WARPWISE_BOTH const mapping_type& mapping() const noexcept { return mapping_; }
    __WARPWISE_BOTH const Accessor& accessor() const noexcept { return accessor_; }

  private:
    template <typename I, size_t count, size_t... k>
    __WARPWISE_BOTH reference of_array(const ::std::array<I, count>& indices, ::std::index_sequence<k...>) const noexcept {
        return (*this)(indices[k]...);
    }
    data_handle_type data_ = nullptr;
    mapping_type mapping_;
    Accessor accessor_;
};
template <typename T, typename... N, typename = ::std::enable_if_t<(sizeof...(N) > 0) && (::std::is_integral_v<N> && ...)>>
mdspan(T*, N...) -> mdspan<T, dextents<size_t, sizeof...(N)>>;
template <typename T, typename Index, size_t... lengths>
mdspan(T*, extents<Index, lengths...>) -> mdspan<T, extents<Index, lengths...>>;
template <typename T, typename Mapping>
mdspan(T*, Mapping) -> mdspan<T, typename Mapping::extents_type, typename Mapping::layout_type>;
template <typename T, typename N, size_t count>
mdspan(T*, ::std::array<N, count>) -> mdspan<T, dextents<size_t, count>>;
#undef __WARPWISE_BOTH
}  // namespace std
}  // namespace cuda
#endif
