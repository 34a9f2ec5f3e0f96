//! launch: grid=1 block=64
//! argument: surface:i32[64]:zeros
//! options: trace=full
//! race: 6 7 line
__global__ void k(cudaSurfaceObject_t line) {
    surf1Dwrite((int)threadIdx.x, line, threadIdx.x * 4);
    int other = surf1Dread<int>(line, (63 - threadIdx.x) * 4);
    if (other == 1234) surf1Dwrite(other, line, 0);
}
