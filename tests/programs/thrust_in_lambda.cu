// A lambda of host code is the host's alone: what it calls of Thrust runs in kernels, also where nothing else calls it.
// prints: 1000, -2, 7 2 3
// prints: 6
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

#include <algorithm>
#include <cstdio>
#include <future>

template <typename Work> auto called(Work work) { return work(); }

template <typename T> T largest_first(thrust::device_vector<T>& v) {
    const int sign[2] = {1, -1};
    return called([&v, s = sign[1]]() mutable -> T {
        thrust::sort(v.begin(), v.end(), thrust::greater<T>());
        const auto twice = [=] __device__(T x) { return 2 * s * x; };
        thrust::transform(v.begin(), v.end(), v.begin(), twice);
        return v[v.size() - 1];
    });
}

int main() {
    thrust::device_vector<int> v(1000, 1);
    const auto sum = [&] { return thrust::reduce(v.begin(), v.end()); };
    const int all = std::async([&] { return sum(); }).get();
    const int last = largest_first(v);
    thrust::host_vector<int> h(3);
    int n = 1;
    std::generate(h.begin(), h.end(), [&] { return n++; });
    thrust::for_each(h.begin(), h.begin() + 1, [](int& x) { x += 6; });
    printf("%d, %d, %d %d %d\n", all, last, h[0], h[1], h[2]);
    printf("%d\n", thrust::reduce(h.begin(), h.begin() + 3, 0, [](int a, int b) { return a + b > 10 ? 6 : a + b; }));
}
