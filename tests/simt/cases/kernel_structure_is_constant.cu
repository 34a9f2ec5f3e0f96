//! launch: grid=2 block=64
//! argument: words:2,10,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24
//! argument: i32[128]:zeros
//! result: 1 = 17 28 39 50 44
//! counter: local_load_requests = 0
//! counter: local_store_requests = 0
// A kernel's structure that it only reads lies in constant memory, however it is read: by members, by a function of its own, by
// reference, by a pointer that a function gives back, as a copy.
struct Table {
    int start, step, of[18];
    __device__ int at(int i) const { return start + step * i; }
    __device__ const int& operator[](int i) const { return of[i]; }
};
__device__ int first(const Table& table) { return table.of[0]; }
__device__ const int* last(const Table* table) { return &table->of[17]; }
__device__ int more(const Table& table, int i) { return i == 0 ? table[2] : more(table, i - 1) - 9; }
__global__ void k(Table table, int* a) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = table.at(i) + table[i % 4] + (i < 4 ? more(table, 1) + first(table) + 1 : *last(&table) - 29);
}
