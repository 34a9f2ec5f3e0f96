// A texture reference and torn launch signs in a header.
#pragma once

texture<float, 1, cudaReadModeElementType> values;

__global__ void twice(float* out) { out[threadIdx.x] = 2 * tex1Dfetch(values, threadIdx.x); }

inline void launch(float* out) {
    twice << <1, 32 >> > (out);
}
