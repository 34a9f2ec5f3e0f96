//! launch: grid=2 block=32
//! options: trace=full
//! argument: i32[1]:zeros
//! fault: data_race 7 a 0 0 0
//! other: 7
__global__ void count(int* a) {
    a[0] += 1;  // here
}
