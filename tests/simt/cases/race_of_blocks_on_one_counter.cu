//! launch: grid=4 block=1
//! options: trace=full order=all
//! argument: i32[1]:zeros
//! race: 7 7 count
//! hint: atomic
__global__ void add(int* count) {
    *count += 1;  // here
}
