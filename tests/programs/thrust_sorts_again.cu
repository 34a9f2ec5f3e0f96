// Thrust's own buffers lie where they lay, so that an equal sort is a repetition.
// prints: 0 1 2 2047
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/sort.h>

#include <cstdio>

int main() {
    thrust::host_vector<int> host(2048);
    for (int i = 0; i < 2048; ++i) host[i] = i * 5 % 2048;
    thrust::device_vector<int> keys(2048);
    for (int i = 0; i < 3; ++i) {
        thrust::copy(host.begin(), host.end(), keys.begin());
        thrust::sort(keys.begin(), keys.end());
    }
    thrust::copy(keys.begin(), keys.end(), host.begin());
    printf("%d %d %d %d\n", host[0], host[1], host[2], host[2047]);
}
