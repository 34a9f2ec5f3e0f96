// Thrust's operations on sorted ranges as sets, with values that stand several times, beside those of the C++ library.
// prints: on the device 1 1 1 1
// prints: descending 1
// prints: by key 1 1 1 1 1
// prints: in a kernel 1
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/merge.h>
#include <thrust/set_operations.h>

#include <algorithm>
#include <cstdio>
#include <vector>

using Ints = std::vector<int>;

Ints sorted(int n, int step, int most) {
    Ints out(n);
    for (int i = 0; i < n; ++i) out[i] = i * step % most;
    std::sort(out.begin(), out.end());
    return out;
}

// The values of the first range are 1000 + i, those of the second 2000 + i, so that both are known by them.
Ints numbered(int n, int from) {
    Ints out(n);
    for (int i = 0; i < n; ++i) out[i] = from + i;
    return out;
}

bool is_same(const thrust::device_vector<int>& seen, std::size_t n, const Ints& expected) {
    Ints out(seen.begin(), seen.begin() + n);
    return out == expected;
}

struct Item {
    int key, value;
    bool operator<(const Item& other) const { return key < other.key; }
};
std::vector<Item> items(const Ints& keys, const Ints& values) {
    std::vector<Item> out;
    for (std::size_t i = 0; i < keys.size(); ++i) out.push_back({keys[i], values[i]});
    return out;
}
bool is_same(const thrust::device_vector<int>& keys, const thrust::device_vector<int>& values, std::size_t n, const std::vector<Item>& expected) {
    if (n != expected.size()) return false;
    for (std::size_t i = 0; i < n; ++i)
        if (keys[i] != expected[i].key || values[i] != expected[i].value) return false;
    return true;
}

__global__ void in_a_thread(const int* a, int n, const int* b, int m, int* out, int* count) {
    *count = thrust::set_symmetric_difference(thrust::seq, a, a + n, b, b + m, out) - out;
}

int main() {
    const Ints a = sorted(300, 7, 41), b = sorted(200, 11, 59);
    thrust::device_vector<int> da(a.begin(), a.end()), db(b.begin(), b.end()), out(500), values_out(500);
    Ints expected;
    std::printf("on the device");
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected));
    std::printf(" %d", is_same(out, thrust::set_union(da.begin(), da.end(), db.begin(), db.end(), out.begin()) - out.begin(), expected));
    expected.clear();
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected));
    std::printf(" %d", is_same(out, thrust::set_intersection(thrust::device, da.begin(), da.end(), db.begin(), db.end(), out.begin()) - out.begin(), expected));
    expected.clear();
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected));
    std::printf(" %d", is_same(out, thrust::set_difference(da.begin(), da.end(), db.begin(), db.end(), out.begin()) - out.begin(), expected));
    Ints symmetric;
    std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(symmetric));
    std::printf(" %d\n", is_same(out, thrust::set_symmetric_difference(da.begin(), da.end(), db.begin(), db.end(), out.begin()) - out.begin(), symmetric));

    Ints ra(a.rbegin(), a.rend()), rb(b.rbegin(), b.rend()), down;
    thrust::device_vector<int> dra(ra.begin(), ra.end()), drb(rb.begin(), rb.end());
    std::set_union(ra.begin(), ra.end(), rb.begin(), rb.end(), std::back_inserter(down), std::greater<int>());
    std::printf("descending %d\n", is_same(out, thrust::set_union(dra.begin(), dra.end(), drb.begin(), drb.end(), out.begin(), thrust::greater<int>()) - out.begin(), down));

    const Ints va = numbered(300, 1000), vb = numbered(200, 2000);
    thrust::device_vector<int> dva(va.begin(), va.end()), dvb(vb.begin(), vb.end());
    const auto ia = items(a, va), ib = items(b, vb);
    std::vector<Item> with;
    std::printf("by key");
    std::merge(ia.begin(), ia.end(), ib.begin(), ib.end(), std::back_inserter(with));
    auto end = thrust::merge_by_key(da.begin(), da.end(), db.begin(), db.end(), dva.begin(), dvb.begin(), out.begin(), values_out.begin());
    std::printf(" %d", is_same(out, values_out, end.first - out.begin(), with) && end.second - values_out.begin() == 500);
    with.clear();
    std::set_union(ia.begin(), ia.end(), ib.begin(), ib.end(), std::back_inserter(with));
    end = thrust::set_union_by_key(da.begin(), da.end(), db.begin(), db.end(), dva.begin(), dvb.begin(), out.begin(), values_out.begin());
    std::printf(" %d", is_same(out, values_out, end.first - out.begin(), with));
    with.clear();
    std::set_intersection(ia.begin(), ia.end(), ib.begin(), ib.end(), std::back_inserter(with));
    end = thrust::set_intersection_by_key(da.begin(), da.end(), db.begin(), db.end(), dva.begin(), out.begin(), values_out.begin());
    std::printf(" %d", is_same(out, values_out, end.first - out.begin(), with));
    with.clear();
    std::set_difference(ia.begin(), ia.end(), ib.begin(), ib.end(), std::back_inserter(with));
    end = thrust::set_difference_by_key(da.begin(), da.end(), db.begin(), db.end(), dva.begin(), dvb.begin(), out.begin(), values_out.begin());
    std::printf(" %d", is_same(out, values_out, end.first - out.begin(), with));
    with.clear();
    std::set_symmetric_difference(ia.begin(), ia.end(), ib.begin(), ib.end(), std::back_inserter(with));
    end = thrust::set_symmetric_difference_by_key(da.begin(), da.end(), db.begin(), db.end(), dva.begin(), dvb.begin(), out.begin(), values_out.begin());
    std::printf(" %d\n", is_same(out, values_out, end.first - out.begin(), with));

    thrust::device_vector<int> count(1);
    in_a_thread<<<1, 1>>>(thrust::raw_pointer_cast(da.data()), 300, thrust::raw_pointer_cast(db.data()), 200,
                          thrust::raw_pointer_cast(out.data()), thrust::raw_pointer_cast(count.data()));
    const int n = count[0];
    std::printf("in a kernel %d\n", is_same(out, n, symmetric));
}
