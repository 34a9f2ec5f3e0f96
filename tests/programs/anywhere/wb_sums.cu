// A template of a course that uses libwb: vectors, matrices or pictures from files, and a result that is compared with one.
#include <wb.h>

#define wbCheck(call) do { if ((call) != cudaSuccess) { wbLog(ERROR, "fails: ", #call); return -1; } } while (0)

__global__ void add(float* a, float* b, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a[i] + b[i];
}

float* on_device(const float* from, int n) {
    float* out;
    if (cudaMalloc(&out, n * sizeof(float)) != cudaSuccess) wbExit();
    if (cudaMemcpy(out, from, n * sizeof(float), cudaMemcpyHostToDevice) != cudaSuccess) wbExit();
    return out;
}

int main(int argc, char** argv) {
    const wbArg_t args = wbArg_read(argc, argv);
    const bool is_image = wbArg_getType(args) && wbArg_getType(args) == string("image");
    int rows, columns, n;
    wbImage_t picture = nullptr;
    float *a, *b;
    wbTime_start(Generic, "Reading ", wbArg_getInputCount(args), " files");
    if (is_image) {
        picture = wbImport(wbArg_getInputFile(args, 0));
        n = wbImage_getWidth(picture) * wbImage_getHeight(picture) * wbImage_getChannels(picture);
        a = b = wbImage_getData(picture);
        rows = n, columns = 1;
    } else {
        a = (float*)wbImport(wbArg_getInputFile(args, 0), &rows, &columns);
        b = (float*)wbImport(wbArg_getInputFile(args, 1), &n);
    }
    wbTime_stop(Generic, "Reading ", wbArg_getInputCount(args), " files");
    wbLog(TRACE, "There are ", rows, " rows of ", columns);
    float *da = on_device(a, n), *db = on_device(b, n), *out = on_device(a, n), *host = (float*)malloc(n * sizeof(float));
    add<<<(n + 255) / 256, 256>>>(da, db, out, n);
    wbCheck(cudaMemcpy(host, out, n * sizeof(float), cudaMemcpyDeviceToHost));
    if (is_image)
        wbSolution(args, wbImage_new(wbImage_getWidth(picture), wbImage_getHeight(picture), wbImage_getChannels(picture), host));
    else
        wbSolution(args, host, rows, columns);
    for (float* each : {da, db, out}) wbCheck(cudaFree(each));
    return 0;
}
