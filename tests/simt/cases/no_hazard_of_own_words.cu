//! launch: grid=1 block=32
//! options: trace=full
//! argument: u8[32]:iota
//! argument: f32[33]:iota
//! result: 0 = 2 3 4 5
//! result: 1 = 1 2 3 4
__global__ void own(unsigned char* bytes, float* a) {
    __shared__ unsigned char s[32];
    int t = threadIdx.x;
    s[t] = bytes[t] + 1;
    s[t] += 1;
    bytes[t] = s[t];
    float sum = a[t] + a[t + 1];
    __syncwarp();
    a[t] = sum;
    a[t] = (a[t] + 1) / 2;
}
