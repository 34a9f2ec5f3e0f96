//! launch: grid=1 block=1
//! argument: i32[7]:zeros
//! result: 0 = 15 15 -10 25165822 -2 1 -1
// Only the low 24 bits are multiplied, those of __mul24 with their sign.
__global__ void k(int* out) {
    out[0] = __mul24(0x01000003, 5);
    out[1] = (int)__umul24(0xff000003u, 5);
    out[2] = __mul24(0x00fffffe, 5);
    out[3] = (int)__umul24(0x80ffffffu, 0xff800002u);
    out[4] = mul24(-1, 2);
    out[5] = (int)mulhi(1u << 31, 2u);
    out[6] = mulhi(-1, 1);
}
