// Segments that CUB sorts: ascending, descending, with values, by some bits alone; what is in no segment stays.
// prints: 3 5 9 -1 -1 1 2 2 8
// prints: 9 5 3 -1 -1 8 2 2 1
// prints: pairs 3 5 9 -1 -1 1 2 2 8, values 1 2 0 9 9 8 5 7 6
// prints: buffers 9 5 3 -1 -1 8 2 2 1
// prints: lowest bit 2 8 2 1
#include <cub/cub.cuh>

#include <cstdio>

void show(const char* name, const int* device, int n, const char* end = "\n", int from = 0) {
    int h[16];
    cudaMemcpy(h, device, n * sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%s", name);
    for (int i = from; i < n; ++i) std::printf("%s%d", i > from || *name ? " " : "", h[i]);
    std::printf("%s", end);
}

int main() {
    const int keys[9] = {9, 3, 5, 70, 60, 2, 8, 2, 1}, values[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    const int begins[3] = {0, 5, 5}, ends[3] = {3, 5, 9};  // the second one has no items
    int *in, *out, *value_in, *value_out, *begin, *end;
    cudaMalloc(&in, sizeof keys);
    cudaMalloc(&out, sizeof keys);
    cudaMalloc(&value_in, sizeof keys);
    cudaMalloc(&value_out, sizeof keys);
    cudaMalloc(&begin, sizeof begins);
    cudaMalloc(&end, sizeof ends);
    cudaMemcpy(in, keys, sizeof keys, cudaMemcpyHostToDevice);
    cudaMemcpy(value_in, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMemcpy(begin, begins, sizeof begins, cudaMemcpyHostToDevice);
    cudaMemcpy(end, ends, sizeof ends, cudaMemcpyHostToDevice);
    void* storage = nullptr;
    size_t bytes = 0, more = 0;
    cub::DeviceSegmentedSort::SortPairs(nullptr, bytes, in, out, value_in, value_out, 9, 3, begin, end);
    cub::DeviceSegmentedRadixSort::SortPairs(nullptr, more, in, out, value_in, value_out, 9, 3, begin, end);
    cudaMalloc(&storage, bytes > more ? bytes : more);
    bytes = bytes > more ? bytes : more;

    cudaMemset(out, 255, sizeof keys);
    cub::DeviceSegmentedSort::SortKeys(storage, bytes, in, out, 9, 3, begin, end);
    show("", out, 9);
    cub::DeviceSegmentedSort::StableSortKeysDescending(storage, bytes, in, out, 9, 3, begin, end);
    show("", out, 9);
    cudaMemset(value_out, 9, sizeof keys);
    int nine = 9;
    cudaMemcpy(value_out + 3, &nine, sizeof nine, cudaMemcpyHostToDevice);
    cudaMemcpy(value_out + 4, &nine, sizeof nine, cudaMemcpyHostToDevice);
    cub::DeviceSegmentedSort::StableSortPairs(storage, bytes, in, out, value_in, value_out, 9, 3, begin, end);
    show("pairs", out, 9, ", ");
    show("values", value_out, 9);
    cub::DoubleBuffer<int> both(in, out);
    cub::DeviceSegmentedRadixSort::SortKeysDescending(storage, bytes, both, 9, 3, begin, end);
    show("buffers", both.Current(), 9);
    cub::DeviceSegmentedRadixSort::SortKeys(storage, bytes, in, out, 9, 3, begin, end, 0, 1);
    show("lowest bit", out, 9, "\n", 5);
    for (int* each : {in, out, value_in, value_out, begin, end}) cudaFree(each);
    cudaFree(storage);
}
