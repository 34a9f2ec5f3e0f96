#include <cuda.h>
#ifdef __cplusplus
extern "C"
#endif
    void
    twice(float4* data, dim3 grid, dim3 block);
