//! launch: grid=1 block=4
//! argument: u8[64]:iota
//! argument: u64[4]:zeros
//! argument: u8[64]:zeros
//! result: 1 = 578437695752307201 1157159078456920585 1735880461161533969 2314601843866147353
//! result: 2 = 0 0 0 0 0 1 2 3 4 5 6 7 8 9
// memcpy to and from any address: the compiler moves bytes where the address need not be a multiple of the type's size.
__global__ void k(const unsigned char* bytes, unsigned long long* out, unsigned char* again) {
    unsigned long long value;
    memcpy(&value, bytes + 1 + 8 * threadIdx.x, 8);
    out[threadIdx.x] = value;
    memcpy(again + 5 + 8 * threadIdx.x, &value, 8);
}
