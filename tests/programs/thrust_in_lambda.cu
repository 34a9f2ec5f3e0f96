// Thrust in a lambda of host code alone is not compiled for the device: said so, and not a mistake of the program's.
#include <thrust/device_vector.h>
#include <thrust/reduce.h>

#include <cstdio>

int main() {
    thrust::device_vector<int> v(1000, 1);
    const auto sum = [&] { return thrust::reduce(v.begin(), v.end()); };  // expect: unsupported
    printf("%d\n", sum());
}
