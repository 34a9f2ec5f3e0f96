//! entry: k
//! launch: grid=1 block=32
//! options: trace=full
//! argument: i32[256]:iota
//! argument: f32[4]:zeros
//! argument: i32[1]:zeros
//! result: 1 = -5 10 5 2.236068
//! result: 2 = 0
// Thrust in device code: algorithms one after the other, complex numbers, tuples, random numbers. The file has a host side, too.
#include <thrust/complex.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/find.h>
#include <thrust/host_vector.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

#include <iostream>

__global__ void k(int* items, float* complex, int* wrong) {
    const int t = threadIdx.x;
    int* mine = items + 8 * t;
    bool is_right = true;
    for (int i = 0; i < 8; ++i) mine[i] = (5 * i + 3 * t) % 8 / 2;  // each of 0, 1, 2, 3 twice
    thrust::sort(thrust::seq, mine, mine + 8);
    for (int i = 0; i < 8; ++i) is_right &= mine[i] == i / 2;
    is_right &= thrust::reduce(thrust::seq, mine, mine + 8, 0, thrust::plus<int>()) == 12;
    is_right &= *thrust::max_element(thrust::seq, mine, mine + 8) == 3 && thrust::count(thrust::seq, mine, mine + 8, 1) == 2;
    is_right &= thrust::find(thrust::seq, mine, mine + 8, 2) == mine + 4 && thrust::lower_bound(thrust::seq, mine, mine + 8, 3) == mine + 6;
    int values[8], keys[8];
    thrust::inclusive_scan(thrust::seq, mine, mine + 8, values);
    is_right &= values[7] == 12 && values[3] == 2;
    for (int i = 0; i < 8; ++i) keys[i] = 7 - i, values[i] = i;
    thrust::sort_by_key(thrust::seq, keys, keys + 8, values, thrust::less<int>());
    for (int i = 0; i < 8; ++i) is_right &= keys[i] == i && values[i] == 7 - i;
    is_right &= thrust::unique(thrust::seq, mine, mine + 8) == mine + 4;
    const thrust::tuple<int, float, char> three = thrust::make_tuple(t, 0.5f, 'x');
    is_right &= thrust::get<0>(three) == t && thrust::get<1>(three) == 0.5f && thrust::get<2>(three) == 'x';
    thrust::default_random_engine random(7), later(7);
    random.discard(1000);
    for (int i = 0; i < 1000; ++i) later();
    thrust::uniform_real_distribution<float> uniform(2.0f, 3.0f);
    const float number = uniform(random);
    is_right &= number >= 2.0f && number < 3.0f && number == uniform(later);
    if (!is_right) atomicAdd(wrong, 1);
    if (t > 0) return;
    thrust::complex<float> a(1, 2), b(3, 4);
    complex[0] = (a * b).real();
    complex[1] = (a * b).imag();
    complex[2] = thrust::norm(a);
    complex[3] = thrust::abs(a);
}

void host(const thrust::host_vector<int>& in) {
    thrust::device_vector<int> d = in;
    thrust::sort(d.begin(), d.end());
    std::cout << d[0];
}
int main() {
    thrust::device_vector<float> v(10, 1.0f);
    host(thrust::host_vector<int>(10));
    return thrust::reduce(v.begin(), v.end()) == 10 ? 0 : 1;
}
