//! launch: grid=1 block=1
//! fault: out_of_bounds 8
//! says: writes address 0x87654320, which points to no array
//! hint: never set
// memcheck: a write through a number that is not an address
__device__ int x;
__device__ void store(int* p) {
    *p = x + 42;  // here
}
__global__ void out_of_bounds() { store(reinterpret_cast<int*>(0x87654320)); }
