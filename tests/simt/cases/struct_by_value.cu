//! launch: grid=1 block=32
//! argument: i32[32]:zeros
//! result: 0 = 3 13 23
struct Line { int start, step; int pad[6]; };
__device__ int at(Line line, int i) { line.start += 1; return line.start + line.step * i; }
__global__ void draw(int* a) {
    Line line = {2, 10, {}};
    a[threadIdx.x] = at(line, threadIdx.x);
}
