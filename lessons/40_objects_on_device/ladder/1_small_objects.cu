// Makes a record for each thread and reads it back.
struct Record {
    double height; char kind, state;  //[line]
};

__global__ void heights_of_records(unsigned long long* objects, float* levels, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Record* record = reinterpret_cast<Record*>(objects) + i;
    record->height = 0.5 * i;
    record->kind = 1;
    record->state = 1;
    levels[i] = record->height;
}
