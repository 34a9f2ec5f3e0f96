//! launch: grid=1 block=32
//! options: trace=full order=all
//! argument: i32[32]:unset
//! warning: 7 reads element 0 of 'v'
// initcheck: the host has allocated the array and never filled it
__global__ void add(int* v) {
    v[threadIdx.x] += threadIdx.x;  // here
}
