// Function objects whose operator() is not const, as students write them.
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/transform.h>
#include <thrust/sort.h>
#include <thrust/count.h>
#include <thrust/for_each.h>
#include <thrust/transform_reduce.h>
#include <thrust/remove.h>
#include <thrust/iterator/transform_iterator.h>
#include <cstdio>
struct upper { __host__ __device__ char operator()(char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; } };
struct less_ { __host__ __device__ bool operator()(int a, int b) { return a < b; } };
struct add_ { __host__ __device__ int operator()(int a, int b) { return a + b; } };
struct odd { __host__ __device__ bool operator()(int a) { return a & 1; } };
struct show { __host__ __device__ void operator()(int& a) { a += 1; } };
int main() {
    thrust::device_vector<char> a(4, 'A'), b(4);
    thrust::transform(a.begin(), a.end(), b.begin(), upper());
    thrust::host_vector<char> h = b;
    thrust::device_vector<int> v(5), w(5);
    for (int i = 0; i < 5; ++i) v[i] = (i * 3) % 5;
    thrust::sort(v.begin(), v.end(), less_());
    int s = thrust::reduce(v.begin(), v.end(), 0, add_());
    int c = thrust::count_if(v.begin(), v.end(), odd());
    thrust::for_each(v.begin(), v.end(), show());
    thrust::transform(v.begin(), v.end(), v.begin(), w.begin(), add_());
    int t = thrust::transform_reduce(v.begin(), v.end(), odd(), 0, add_());
    thrust::inclusive_scan(v.begin(), v.end(), w.begin(), add_());
    auto it = thrust::make_transform_iterator(a.begin(), upper());
    char x = *it;
    auto e = thrust::remove_if(v.begin(), v.end(), odd());
    thrust::transform(h.begin(), h.end(), h.begin(), upper());
    std::printf("%c %d %d %d %d %c %ld\n", (char)h[0], s, c, t, (int)w[4], x, (long)(e - v.begin()));
}
// prints: a 10 2 3 15 a 2
