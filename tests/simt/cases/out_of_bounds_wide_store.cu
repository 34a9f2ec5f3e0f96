//! launch: grid=1 block=1
//! argument: f32[64]:iota
//! argument: f32[4]:zeros
//! argument: i32:4
//! fault: out_of_bounds 11 r 4 0 0
//! says: writes elements 4 to 7 of shared array 'r', which has 6 elements, 0 to 5
//! hint: 16 bytes wide and begins at byte 16; 'r' has 24 bytes, so the last 8 bytes of the access are past its end
// The first element of the store is inside: what lies outside are its last two.
__global__ void wide(const float4* a, float* b, int n) {
    __shared__ float r[6];
    *(float4*)&r[n] = a[0];  // here
    b[0] = r[0];
}
