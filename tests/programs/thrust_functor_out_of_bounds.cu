// A functor of the program writes far past its vector: found in its line; Thrust throws at the call, as it does on a GPU.
// prints: caught
#include <thrust/device_vector.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/system_error.h>

#include <cstdio>

struct Wild {
    float* p;
    __device__ void operator()(int i) const {
        p[i + (1 << 28)] = 1;  // expect: out_of_bounds
    }
};

int main() {
    thrust::device_vector<float> v(100);
    try {
        thrust::for_each(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(100), Wild{thrust::raw_pointer_cast(v.data())});
        std::printf("not here\n");
    } catch (const thrust::system_error&) {
        std::printf("caught\n");
    }
    return 0;
}
