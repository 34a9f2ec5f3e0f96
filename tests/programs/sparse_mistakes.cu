// A column outside of the matrix: what counts from 1 is said to count from 0.
#include <cusparse.h>
#include <initializer_list>

int main() {
    const int offsets[] = {0, 1, 2}, columns[] = {1, 2};
    const float values[] = {1, 2}, ones[] = {1, 1}, one = 1;
    int *d_offsets, *d_columns;
    float *d_values, *x, *y;
    cudaMalloc(&d_offsets, sizeof offsets);
    cudaMalloc(&d_columns, sizeof columns);
    for (float** each : {&d_values, &x, &y}) cudaMalloc(each, sizeof values);
    cudaMemcpy(d_offsets, offsets, sizeof offsets, cudaMemcpyHostToDevice);
    cudaMemcpy(d_columns, columns, sizeof columns, cudaMemcpyHostToDevice);
    cudaMemcpy(d_values, values, sizeof values, cudaMemcpyHostToDevice);
    for (float* each : {x, y}) cudaMemcpy(each, ones, sizeof ones, cudaMemcpyHostToDevice);
    cusparseHandle_t h;
    cusparseSpMatDescr_t a;
    cusparseDnVecDescr_t vx, vy;
    size_t bytes = 0;
    if (cusparseCreate(&h) || cusparseCreateDnVec(&vx, 2, x, CUDA_R_32F) || cusparseCreateDnVec(&vy, 2, y, CUDA_R_32F) ||
        cusparseCreateCsr(&a, 2, 2, 2, d_offsets, d_columns, d_values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                          CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F) ||
        cusparseSpMV_bufferSize(h, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, vx, &one, vy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes))
        return 1;
    void* buffer;
    cudaMalloc(&buffer, bytes);
    const cusparseStatus_t status = cusparseSpMV(h, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, vx, &one, vy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, buffer);  // expect: out_of_bounds
    return status == CUSPARSE_STATUS_SUCCESS ? 0 : 2;
}
