// cuBLASLt's GELU that keeps what it was given, and the slope that reads it, as the two passes of a training step use them.
// prints: kept 1.0 -2.0 3.0, result 0.841 -0.045 2.996
// prints: slope 1.083 -0.172 2.023
#include <cublasLt.h>

#include <cstdio>
#include <initializer_list>

int main() {
    cublasLtHandle_t h;
    cublasLtMatmulDesc_t product;
    cublasLtMatrixLayout_t column, one, result;
    if (cublasLtCreate(&h) || cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F)) return 1;
    const cublasDataType_t type = CUDA_R_32F;
    cublasLtMatrixLayoutCreate(&column, type, 3, 1, 3);
    cublasLtMatrixLayoutCreate(&one, type, 1, 1, 1);
    cublasLtMatrixLayoutCreate(&result, type, 3, 1, 3);
    float *a, *b, *d, *before, host[3] = {1, -2, 3}, kept[3];
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&b, sizeof(float));
    cudaMalloc(&d, sizeof host);
    cudaMalloc(&before, sizeof host);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    const float alpha = 1, beta = 0, factor = 1;
    cudaMemcpy(b, &factor, sizeof factor, cudaMemcpyHostToDevice);
    const int64_t leading = 3;
    cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_GELU_AUX;
    cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue);
    cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, &before, sizeof before);
    cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, &leading, sizeof leading);
    if (cublasLtMatmul(h, product, &alpha, a, column, b, one, &beta, d, result, d, result, nullptr, nullptr, 0, 0)) return 2;
    cudaMemcpy(kept, before, sizeof kept, cudaMemcpyDeviceToHost);
    cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
    printf("kept %.1f %.1f %.1f, result %.3f %.3f %.3f\n", kept[0], kept[1], kept[2], host[0], host[1], host[2]);
    const float gradient[3] = {1, 2, 2};
    cudaMemcpy(a, gradient, sizeof gradient, cudaMemcpyHostToDevice);
    epilogue = CUBLASLT_EPILOGUE_DGELU;
    cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue);
    if (cublasLtMatmul(h, product, &alpha, a, column, b, one, &beta, d, result, d, result, nullptr, nullptr, 0, 0)) return 3;
    cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
    printf("slope %.3f %.3f %.3f\n", host[0], host[1], host[2]);
    for (cublasLtMatrixLayout_t each : {column, one, result}) cublasLtMatrixLayoutDestroy(each);
    cublasLtMatmulDescDestroy(product);
    cublasLtDestroy(h);
    for (float* each : {a, b, d, before}) cudaFree(each);
}
