//! launch: grid=1 block=32
//! argument: i32[96]:zeros
//! result: 0 = 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6
struct Row {
    int values[4];
    __device__ int& operator[](int k) { return values[k]; }
    __device__ int* begin() { return values; }
    __device__ int* end() { return &values[4]; }  // one past the end: never read
};
struct Table {
    Row rows[4];
    int grid[2][3];
    int tail[1];  // as long as its memory
};
union Both {
    float reals[4];
    struct {
        int a[2], b[2];
    } halves;
};
struct Packet {
    int length;
    int data[1];
};
__global__ void use(int* out) {
    __shared__ Packet packet[3];
    __shared__ int raw[64];
    Table table = {};
    Both both = {};
    for (int k = 0; k < 4; ++k) both.reals[k] = 0.0f;
    for (int k = 0; k < 6; ++k) table.grid[0][k] = 1;  // rows of one member are side by side
    for (int r = 0; r < 4; ++r)
        for (int k = 0; k < 4; ++k) table.rows[r].values[k] = k, table.rows[r][k] = k;
    int sum = 0;
    for (int value : table.rows[threadIdx.x % 4]) sum += value;
    Packet* longer = reinterpret_cast<Packet*>(raw);
    if (threadIdx.x == 0)
        for (int k = 0; k < 20; ++k) longer->data[k] = k;
    packet[0].length = 0;
    out[threadIdx.x] = sum + both.halves.a[threadIdx.x % 2] + table.grid[1][0] - 1;
}
