//! launch: grid=1 block=32
//! argument: words:2,10,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24
//! argument: i32[32]:zeros
//! fault: out_of_bounds 7 - - 0 20
//! says: 'table'
struct Table { int of[20]; };
__device__ int at(const int* of, int i) { return of[i]; }
__global__ void k(Table table, int* a) { a[threadIdx.x] = at(table.of, threadIdx.x); }
