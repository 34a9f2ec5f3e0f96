// What programs include as <cusparse.h>: cuSPARSE's sparse and dense matrices, and their products. Names and values are those of
// cuSPARSE's reference.
#ifndef WARPWISE_CUSPARSE_HOST_H  // several names lead to this text, which #pragma once takes for several files
#define WARPWISE_CUSPARSE_HOST_H
#ifndef WARPWISE_RUNTIME_BUILD
#pragma clang system_header
#include <cuda_runtime.h>
#include <library_types.h>
#include <stdint.h>
#define CUSPARSE_H_
#else
typedef int cudaDataType;  // as wide as that of programs
#endif
#define CUSPARSEAPI
#define CUSPARSE_VER_MAJOR 12
#define CUSPARSE_VER_MINOR 5
#define CUSPARSE_VER_PATCH 0
#define CUSPARSE_VERSION 12500

typedef enum {
    CUSPARSE_STATUS_SUCCESS = 0,
    CUSPARSE_STATUS_NOT_INITIALIZED = 1,
    CUSPARSE_STATUS_ALLOC_FAILED = 2,
    CUSPARSE_STATUS_INVALID_VALUE = 3,
    CUSPARSE_STATUS_ARCH_MISMATCH = 4,
    CUSPARSE_STATUS_MAPPING_ERROR = 5,
    CUSPARSE_STATUS_EXECUTION_FAILED = 6,
    CUSPARSE_STATUS_INTERNAL_ERROR = 7,
    CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
    CUSPARSE_STATUS_ZERO_PIVOT = 9,
    CUSPARSE_STATUS_NOT_SUPPORTED = 10,
    CUSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11
} cusparseStatus_t;
typedef enum { CUSPARSE_POINTER_MODE_HOST = 0, CUSPARSE_POINTER_MODE_DEVICE = 1 } cusparsePointerMode_t;
typedef enum { CUSPARSE_INDEX_BASE_ZERO = 0, CUSPARSE_INDEX_BASE_ONE = 1 } cusparseIndexBase_t;
typedef enum {
    CUSPARSE_OPERATION_NON_TRANSPOSE = 0,
    CUSPARSE_OPERATION_TRANSPOSE = 1,
    CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2
} cusparseOperation_t;
typedef enum { CUSPARSE_FORMAT_CSR = 1, CUSPARSE_FORMAT_CSC = 2, CUSPARSE_FORMAT_COO = 3 } cusparseFormat_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 } cusparseOrder_t;
typedef enum { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I = 2, CUSPARSE_INDEX_64I = 3 } cusparseIndexType_t;
typedef enum {
    CUSPARSE_MV_ALG_DEFAULT = 0,
    CUSPARSE_SPMV_ALG_DEFAULT = 0,
    CUSPARSE_SPMV_COO_ALG1 = 1,
    CUSPARSE_SPMV_CSR_ALG1 = 2,
    CUSPARSE_SPMV_CSR_ALG2 = 3,
    CUSPARSE_SPMV_COO_ALG2 = 4
} cusparseSpMVAlg_t;
typedef enum {
    CUSPARSE_SPMM_ALG_DEFAULT = 0,
    CUSPARSE_SPMM_COO_ALG1 = 1,
    CUSPARSE_SPMM_COO_ALG2 = 2,
    CUSPARSE_SPMM_COO_ALG3 = 3,
    CUSPARSE_SPMM_CSR_ALG1 = 4,
    CUSPARSE_SPMM_COO_ALG4 = 5,
    CUSPARSE_SPMM_CSR_ALG2 = 6,
    CUSPARSE_SPMM_CSR_ALG3 = 12
} cusparseSpMMAlg_t;
typedef enum {
    CUSPARSE_MATRIX_TYPE_GENERAL = 0,
    CUSPARSE_MATRIX_TYPE_SYMMETRIC = 1,
    CUSPARSE_MATRIX_TYPE_HERMITIAN = 2,
    CUSPARSE_MATRIX_TYPE_TRIANGULAR = 3
} cusparseMatrixType_t;
typedef enum { CUSPARSE_FILL_MODE_LOWER = 0, CUSPARSE_FILL_MODE_UPPER = 1 } cusparseFillMode_t;
typedef enum { CUSPARSE_DIAG_TYPE_NON_UNIT = 0, CUSPARSE_DIAG_TYPE_UNIT = 1 } cusparseDiagType_t;
typedef struct cusparseContext* cusparseHandle_t;
typedef struct cusparseMatDescr* cusparseMatDescr_t;
typedef struct cusparseDnVecDescr* cusparseDnVecDescr_t;
typedef struct cusparseSpMatDescr* cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr* cusparseDnMatDescr_t;
typedef const struct cusparseDnVecDescr* cusparseConstDnVecDescr_t;
typedef const struct cusparseSpMatDescr* cusparseConstSpMatDescr_t;
typedef const struct cusparseDnMatDescr* cusparseConstDnMatDescr_t;

#ifdef __cplusplus
extern "C" {
#endif
__WARPWISE_RESULT cusparseStatus_t cusparseCreate(cusparseHandle_t*);
cusparseStatus_t cusparseDestroy(cusparseHandle_t);
cusparseStatus_t cusparseGetVersion(cusparseHandle_t, int*);
cusparseStatus_t cusparseSetStream(cusparseHandle_t, cudaStream_t);
cusparseStatus_t cusparseGetStream(cusparseHandle_t, cudaStream_t*);
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t, cusparsePointerMode_t);
cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t, cusparsePointerMode_t*);
const char* cusparseGetErrorName(cusparseStatus_t);
const char* cusparseGetErrorString(cusparseStatus_t);

// What a matrix is, for functions that take its arrays one by one.
__WARPWISE_RESULT cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t*);
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t);
cusparseStatus_t cusparseSetMatType(cusparseMatDescr_t, cusparseMatrixType_t);
cusparseMatrixType_t cusparseGetMatType(const cusparseMatDescr_t);
cusparseStatus_t cusparseSetMatFillMode(cusparseMatDescr_t, cusparseFillMode_t);
cusparseFillMode_t cusparseGetMatFillMode(const cusparseMatDescr_t);
cusparseStatus_t cusparseSetMatDiagType(cusparseMatDescr_t, cusparseDiagType_t);
cusparseDiagType_t cusparseGetMatDiagType(const cusparseMatDescr_t);
cusparseStatus_t cusparseSetMatIndexBase(cusparseMatDescr_t, cusparseIndexBase_t);
cusparseIndexBase_t cusparseGetMatIndexBase(const cusparseMatDescr_t);

__WARPWISE_RESULT cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t*, int64_t rows, int64_t columns, int64_t count, void*,
                                                     void*, void*, cusparseIndexType_t, cusparseIndexType_t, cusparseIndexBase_t,
                                                     cudaDataType);
__WARPWISE_RESULT cusparseStatus_t cusparseCreateConstCsr(cusparseConstSpMatDescr_t*, int64_t rows, int64_t columns, int64_t count,
                                                          const void*, const void*, const void*, cusparseIndexType_t,
                                                          cusparseIndexType_t, cusparseIndexBase_t, cudaDataType);
__WARPWISE_RESULT cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t*, int64_t rows, int64_t columns, int64_t count, void*,
                                                     void*, void*, cusparseIndexType_t, cusparseIndexBase_t, cudaDataType);
cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t);
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t, int64_t*, int64_t*, int64_t*);
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t, void*, void*, void*);
cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t, void*);
__WARPWISE_RESULT cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t*, int64_t, void*, cudaDataType);
__WARPWISE_RESULT cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t*, int64_t, const void*, cudaDataType);
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t);
cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t, void**);
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t, void*);
__WARPWISE_RESULT cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t*, int64_t rows, int64_t columns, int64_t leading, void*,
                                                       cudaDataType, cusparseOrder_t);
__WARPWISE_RESULT cusparseStatus_t cusparseCreateConstDnMat(cusparseConstDnMatDescr_t*, int64_t rows, int64_t columns,
                                                            int64_t leading, const void*, cudaDataType, cusparseOrder_t);
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t);
cusparseStatus_t cusparseDnMatGetValues(cusparseDnMatDescr_t, void**);
cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t, void*);

__WARPWISE_RESULT cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t, cusparseOperation_t, const void*,
                                                           cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t, const void*,
                                                           cusparseDnVecDescr_t, cudaDataType, cusparseSpMVAlg_t, size_t*);
__WARPWISE_RESULT cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t, cusparseOperation_t, const void*,
                                                           cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t, const void*,
                                                           cusparseDnVecDescr_t, cudaDataType, cusparseSpMVAlg_t, void*);
__WARPWISE_RESULT cusparseStatus_t cusparseSpMV(cusparseHandle_t, cusparseOperation_t, const void*, cusparseConstSpMatDescr_t,
                                                cusparseConstDnVecDescr_t, const void*, cusparseDnVecDescr_t, cudaDataType,
                                                cusparseSpMVAlg_t, void*);
__WARPWISE_RESULT cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void*,
                                                           cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t, const void*,
                                                           cusparseDnMatDescr_t, cudaDataType, cusparseSpMMAlg_t, size_t*);
__WARPWISE_RESULT cusparseStatus_t cusparseSpMM_preprocess(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void*,
                                                           cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t, const void*,
                                                           cusparseDnMatDescr_t, cudaDataType, cusparseSpMMAlg_t, void*);
__WARPWISE_RESULT cusparseStatus_t cusparseSpMM(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void*,
                                                cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t, const void*,
                                                cusparseDnMatDescr_t, cudaDataType, cusparseSpMMAlg_t, void*);
#ifdef __cplusplus
}
#endif
#endif
