//! launch: grid=1 block=40
//! argument: u8[120]:iota
//! argument: i32[40]:zeros
//! argument: u8[160]:zeros
//! argument: i32[80]:zeros
//! result: 1 = 66 90 104 78 132 141 85 99 113 103 142 156 110 184 128 117 151 165 54 118 127 49 89 103 77 126 140 84 98 112 91 141 155
//! result: 2 = 2 1 0 65 5 4 3 66 8 7 6 67 11 10 9 68 14 13 12 69 17 16 15 70
//! result: 3 = 120 12 121 84 122 156 123 228 124 300 125 372 126 444 127 516 128 588 129 660 130 732 131 804 132 876 133 948 134 20 135
// Copies at addresses and of sizes that four does not divide, in all lanes and in some: local arrays that start from a constant,
// structures of three and four bytes; and vectors, side by side, at one place and elsewhere.
struct Three {
    unsigned char x, y, z;
};
__global__ void k(const unsigned char* bytes, int* sums, unsigned char* out, int* pairs) {
    const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    int i = threadIdx.x;
    Three one = reinterpret_cast<const Three*>(bytes)[i];
    char few[5] = {1, 2, 3, 4, 5};
    if (i % 3) {
        char other[7] = {10, 20, 30, 40, 50, 60, 70};
        few[i % 5] += other[i % 7];
    }
    sums[i] = letters[one.x % 65] + few[i % 5] + letters[64];
    reinterpret_cast<uchar4*>(out)[i] = make_uchar4(one.z, one.y, one.x, letters[i % 26]);
    int2 first = reinterpret_cast<const int2*>(bytes)[2], own = reinterpret_cast<const int2*>(bytes)[i % 15];
    reinterpret_cast<int2*>(pairs)[i] = make_int2(first.x % 1000 + i, own.y % 1000);
}
