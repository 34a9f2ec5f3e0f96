// cuSPARSE: sparse matrices by rows (CSR) or by coordinates (COO), and their products with dense vectors and matrices. Sums are
// kept in double precision and rounded once.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "program/libraries/library_calls.h"
#include "program/libraries/number_types.h"
#include "program/runtime/api_table.h"

// It continues what runtime.h includes.
#include "program/headers/cusparse_host.h"

struct cusparseContext {
    cudaStream_t stream = nullptr;
    cusparsePointerMode_t pointers = CUSPARSE_POINTER_MODE_HOST;
};
struct cusparseMatDescr {
    cusparseMatrixType_t type = CUSPARSE_MATRIX_TYPE_GENERAL;
    cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
    cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
    cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ZERO;
};
struct cusparseSpMatDescr {
    cusparseFormat_t format;
    std::int64_t rows, columns, count;
    const void *row_indices, *column_indices, *values;  // of CSR: where each row begins
    cusparseIndexType_t row_type, column_type;
    cusparseIndexBase_t base;
    int type;
};
struct cusparseDnVecDescr {
    std::int64_t size;
    const void* values;
    int type;
};
struct cusparseDnMatDescr {
    std::int64_t rows, columns, leading;
    const void* values;
    int type;
    cusparseOrder_t order;
};

namespace warpwise::sparse {
namespace {

struct Known {
    cusparseStatus_t code;
    const char *name, *text;
};
#define KNOWN(code, text) {code, #code, text}
constexpr Known kKnown[] = {
    KNOWN(CUSPARSE_STATUS_SUCCESS, "success"),
    KNOWN(CUSPARSE_STATUS_NOT_INITIALIZED, "initialization error"),
    KNOWN(CUSPARSE_STATUS_ALLOC_FAILED, "out of memory"),
    KNOWN(CUSPARSE_STATUS_INVALID_VALUE, "invalid value"),
    KNOWN(CUSPARSE_STATUS_EXECUTION_FAILED, "kernel launch failure"),
    KNOWN(CUSPARSE_STATUS_INTERNAL_ERROR, "internal error"),
    KNOWN(CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED, "matrix type not supported"),
    KNOWN(CUSPARSE_STATUS_NOT_SUPPORTED, "operation not supported"),
    KNOWN(CUSPARSE_STATUS_INSUFFICIENT_RESOURCES, "insufficient resources"),
};
#undef KNOWN

const Known* find(cusparseStatus_t code) {
    const auto* found = std::ranges::find(kKnown, code, &Known::code);
    return found == std::end(kKnown) ? nullptr : found;
}

cusparseStatus_t told(const LibraryCall& call, cusparseStatus_t code) {
    if (const Known* known = find(code)) call.returns(code, known->name, known->text);
    return code;
}

// Handles and descriptors that live.
std::set<const void*>& known() {
    static auto* all = new std::set<const void*>;
    return *all;
}

template <typename T>
cusparseStatus_t make(T** out, bool is_valid, T value) {
    if (out == nullptr || !is_valid) return CUSPARSE_STATUS_INVALID_VALUE;
    *out = new T(std::move(value));
    known().insert(*out);
    return CUSPARSE_STATUS_SUCCESS;
}

// A null descriptor is nothing to destroy.
template <typename T>
cusparseStatus_t destroy(const T* known_one) {
    if (known_one == nullptr) return CUSPARSE_STATUS_SUCCESS;
    if (known().erase(known_one) == 0) return CUSPARSE_STATUS_INVALID_VALUE;
    delete known_one;
    return CUSPARSE_STATUS_SUCCESS;
}

bool is_index(cusparseIndexType_t type) { return type == CUSPARSE_INDEX_32I || type == CUSPARSE_INDEX_64I; }
bool is_real(int type) { return type == number_types::kFloat || type == number_types::kDouble; }
bool is_operation(cusparseOperation_t op) {
    return op >= CUSPARSE_OPERATION_NON_TRANSPOSE && op <= CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
}

// An array of indices in the device's memory.
struct Indices {
    const std::byte* bytes = nullptr;
    cusparseIndexType_t type = CUSPARSE_INDEX_32I;
    std::int64_t at(std::int64_t i) const {
        const auto place = static_cast<std::size_t>(i);
        return type == CUSPARSE_INDEX_32I ? number_types::load<std::int32_t>(bytes + place * sizeof(std::int32_t))
                                          : number_types::load<std::int64_t>(bytes + place * sizeof(std::int64_t));
    }
    static Indices read(const LibraryCall& call, const void* from, std::int64_t count, cusparseIndexType_t type, const char* what) {
        const std::size_t each = type == CUSPARSE_INDEX_32I ? sizeof(std::int32_t) : sizeof(std::int64_t);
        return {call.device_array(from, static_cast<std::size_t>(count) * each, what, Touch::reads), type};
    }
};

// One element that is stored.
struct Element {
    std::int64_t row, column;
    double value;
};

void tell_outside(const LibraryCall& call, const char* what, std::int64_t index, std::int64_t element, std::int64_t count) {
    Runtime& runtime = Runtime::instance();
    runtime.tell("out_of_bounds", call.place,
                 fmt::format("{}: {} of element {} of the sparse matrix is {}, which is not in 0 to {}", call.name, what, element,
                             index, count - 1),
                 "Check the index arrays, and whether the matrix counts from 0 or from 1 (cusparseIndexBase_t).");
    runtime.set_sticky(cudaErrorIllegalAddress);
}

// All of them; nothing after a finding.
std::optional<std::vector<Element>> elements_of(const LibraryCall& call, const cusparseSpMatDescr& m) {
    std::vector<Element> out;
    const bool is_csr = m.format == CUSPARSE_FORMAT_CSR;
    if (m.count == 0) return out;
    const Indices rows = Indices::read(call, m.row_indices, is_csr ? m.rows + 1 : m.count, m.row_type,
                                       is_csr ? "the row offsets" : "the row indices");
    const Indices columns =
        rows.bytes ? Indices::read(call, m.column_indices, m.count, m.column_type, "the column indices") : Indices();
    const auto bytes = static_cast<std::size_t>(m.count) * number_types::bytes_of(m.type);
    const std::byte* values = columns.bytes ? call.device_array(m.values, bytes, "the values", Touch::reads) : nullptr;
    if (values == nullptr) return std::nullopt;
    out.reserve(static_cast<std::size_t>(m.count));
    std::int64_t row = 0;
    for (std::int64_t i = 0; i < m.count; ++i) {
        if (is_csr) {
            while (row < m.rows && rows.at(row + 1) - m.base <= i) ++row;
        } else {
            row = rows.at(i) - m.base;
        }
        const std::int64_t column = columns.at(i) - m.base;
        if (row < 0 || row >= m.rows || column < 0 || column >= m.columns) {
            const bool is_row = row < 0 || row >= m.rows;
            tell_outside(call, is_row ? "the row" : "the column", is_row ? row : column, i, is_row ? m.rows : m.columns);
            return std::nullopt;
        }
        out.push_back({row, column, number_types::number_at(values, m.type, static_cast<std::size_t>(i))});
    }
    return out;
}

// alpha or beta.
std::optional<double> scalar(const LibraryCall& call, cusparsePointerMode_t mode, const void* p, int type, const char* what) {
    const std::size_t bytes = number_types::bytes_of(type);
    const std::byte* there =
        mode == CUSPARSE_POINTER_MODE_DEVICE
            ? call.device_array(p, bytes, what, Touch::reads)
            : call.host_array(
                  p, bytes, what,
                  "Call cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_DEVICE) for scalars in the device's memory.");
    return there ? std::optional(number_types::number_at(there, type, 0)) : std::nullopt;
}

struct Scalars {
    std::optional<double> alpha, beta;
};
// Those of the host are read when the function is called.
std::optional<Scalars> scalars_now(const LibraryCall& call, cusparseHandle_t h, const void* alpha, const void* beta, int type) {
    if (h->pointers == CUSPARSE_POINTER_MODE_DEVICE) return Scalars();
    const Scalars out{scalar(call, h->pointers, alpha, type, "alpha"), scalar(call, h->pointers, beta, type, "beta")};
    return out.alpha && out.beta ? std::optional(out) : std::nullopt;
}
Scalars scalars_then(const LibraryCall& call, const Scalars& now, const void* alpha, const void* beta, int type) {
    if (now.alpha) return now;
    Scalars out{scalar(call, CUSPARSE_POINTER_MODE_DEVICE, alpha, type, "alpha"), {}};
    if (out.alpha) out.beta = scalar(call, CUSPARSE_POINTER_MODE_DEVICE, beta, type, "beta");
    return out;
}

// The dense operands as one kind: a vector is a matrix of one column.
struct Dense {
    std::int64_t rows = 0, columns = 1, leading = 0;
    const void* values = nullptr;
    int type = 0;
    bool is_by_rows = false;
    static Dense of(const cusparseDnVecDescr& v) { return {v.size, 1, v.size, v.values, v.type, false}; }
    static Dense of(const cusparseDnMatDescr& m) {
        return {m.rows, m.columns, m.leading, m.values, m.type, m.order == CUSPARSE_ORDER_ROW};
    }
    std::size_t at(std::int64_t row, std::int64_t column) const {
        return static_cast<std::size_t>(is_by_rows ? row * leading + column : column * leading + row);
    }
    std::byte* array(const LibraryCall& call, const char* what, Touch touch) const {
        const std::size_t count = rows == 0 || columns == 0 ? 0 : at(rows - 1, columns - 1) + 1;
        return call.device_array(values, count * number_types::bytes_of(type), what, touch);
    }
};

struct Product {
    cusparseOperation_t op_a, op_b;
    const cusparseSpMatDescr* a;
    Dense b, c;
    const char *b_name, *c_name;
};

// Nothing: the product may be computed.
std::optional<cusparseStatus_t> refuses(const Product& p, int compute) {
    if (!is_operation(p.op_a) || !is_operation(p.op_b)) return CUSPARSE_STATUS_INVALID_VALUE;
    const bool is_plain = p.op_a == CUSPARSE_OPERATION_NON_TRANSPOSE, is_b_plain = p.op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
    const std::int64_t rows = is_plain ? p.a->rows : p.a->columns, inner = is_plain ? p.a->columns : p.a->rows;
    if ((is_b_plain ? p.b.rows : p.b.columns) != inner || p.c.rows != rows || p.c.columns != (is_b_plain ? p.b.columns : p.b.rows))
        return CUSPARSE_STATUS_INVALID_VALUE;
    if (!is_real(p.a->type) || !is_real(p.b.type) || !is_real(p.c.type) || !is_real(compute)) return CUSPARSE_STATUS_NOT_SUPPORTED;
    return std::nullopt;
}

void compute(const LibraryCall& call, const Product& p, double alpha, double beta) {
    const auto elements = elements_of(call, *p.a);
    const std::byte* from = elements ? p.b.array(call, p.b_name, Touch::reads) : nullptr;
    std::byte* to = from ? p.c.array(call, p.c_name, beta == 0 ? Touch::writes : Touch::updates) : nullptr;
    if (to == nullptr) return;
    std::vector<double> sums(static_cast<std::size_t>(p.c.rows * p.c.columns));
    for (const Element& e : *elements) {
        const bool is_plain = p.op_a == CUSPARSE_OPERATION_NON_TRANSPOSE;
        const std::int64_t row = is_plain ? e.row : e.column, inner = is_plain ? e.column : e.row;
        for (std::int64_t column = 0; column < p.c.columns; ++column) {
            const std::size_t place = p.op_b == CUSPARSE_OPERATION_NON_TRANSPOSE ? p.b.at(inner, column) : p.b.at(column, inner);
            sums[static_cast<std::size_t>(row * p.c.columns + column)] += e.value * number_types::number_at(from, p.b.type, place);
        }
    }
    for (std::int64_t row = 0; row < p.c.rows; ++row)
        for (std::int64_t column = 0; column < p.c.columns; ++column) {
            const std::size_t place = p.c.at(row, column);
            const double before = beta == 0 ? 0 : beta * number_types::number_at(to, p.c.type, place);
            number_types::store(to, p.c.type, place, alpha * sums[static_cast<std::size_t>(row * p.c.columns + column)] + before);
        }
}

constexpr std::size_t kBufferBytes = 256;  // that programs are asked to give

cusparseStatus_t multiply(const LibraryCall& call, cusparseHandle_t h, const Product& p, const void* alpha, const void* beta,
                          int compute_type, void* buffer) {
    if (Runtime::instance().sticky() != cudaSuccess) return CUSPARSE_STATUS_EXECUTION_FAILED;
    if (const auto refused = refuses(p, compute_type)) return *refused;
    const auto now = scalars_now(call, h, alpha, beta, compute_type);
    if (!now) return CUSPARSE_STATUS_SUCCESS;  // a finding
    const std::string size = fmt::format("{} x {}, {} elements{}", p.a->rows, p.a->columns, p.a->count,
                                         p.c.columns == 1 ? "" : fmt::format(", {} columns", p.c.columns));
    const Product product = p;
    const cusparseSpMatDescr matrix = *p.a;
    const auto work = [=] {
        Product own = product;
        own.a = &matrix;
        if (call.device_array(buffer, kBufferBytes, "the buffer", Touch::writes) == nullptr) return;
        const Scalars then = scalars_then(call, *now, alpha, beta, compute_type);
        if (then.alpha && then.beta) compute(call, own, *then.alpha, *then.beta);
    };
    return call.submit(h->stream, size, work) == cudaSuccess ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_EXECUTION_FAILED;
}

// For the functions that come before a product: they only check.
cusparseStatus_t prepare(const Product& p, int compute_type, std::size_t* bytes) {
    if (const auto refused = refuses(p, compute_type)) return *refused;
    if (bytes != nullptr) *bytes = kBufferBytes;
    return CUSPARSE_STATUS_SUCCESS;
}

bool are_known(cusparseHandle_t h, const void* a, const void* b, const void* c) {
    return known().contains(h) && known().contains(a) && known().contains(b) && known().contains(c);
}

Product product_of(cusparseOperation_t op, const cusparseSpMatDescr* a, const cusparseDnVecDescr* x, const cusparseDnVecDescr* y) {
    return {op, CUSPARSE_OPERATION_NON_TRANSPOSE, a, Dense::of(*x), Dense::of(*y), "x", "y"};
}
Product product_of(cusparseOperation_t op_a, cusparseOperation_t op_b, const cusparseSpMatDescr* a, const cusparseDnMatDescr* b,
                   const cusparseDnMatDescr* c) {
    return {op_a, op_b, a, Dense::of(*b), Dense::of(*c), "B", "C"};
}

cusparseStatus_t make_sparse(cusparseSpMatDescr** out, const cusparseSpMatDescr& m) {
    const bool is_valid = m.rows >= 0 && m.columns >= 0 && m.count >= 0 && is_index(m.row_type) && is_index(m.column_type);
    if (is_valid && !is_real(m.type)) return CUSPARSE_STATUS_NOT_SUPPORTED;
    return make(out, is_valid, m);
}

}  // namespace
}  // namespace warpwise::sparse

extern "C" {

// The function NAME, which takes PARAMETERS, returns EXPRESSION.
#define SPARSE(NAME, PARAMETERS, EXPRESSION) \
    cusparseStatus_t NAME PARAMETERS {       \
        WARPWISE_LIBRARY_CALL(#NAME);        \
        using namespace warpwise::sparse;    \
        return told(call, EXPRESSION);       \
    }
#define IF_KNOWN(p, WHAT) (known().contains(p) ? (static_cast<void>(WHAT), CUSPARSE_STATUS_SUCCESS) : CUSPARSE_STATUS_INVALID_VALUE)

SPARSE(cusparseCreate, (cusparseHandle_t * out), make(out, true, cusparseContext()))
SPARSE(cusparseDestroy, (cusparseHandle_t handle), handle ? destroy(handle) : CUSPARSE_STATUS_NOT_INITIALIZED)
SPARSE(cusparseGetVersion, (cusparseHandle_t handle, int* version), IF_KNOWN(handle, *version = CUSPARSE_VERSION))
SPARSE(cusparseSetStream, (cusparseHandle_t handle, cudaStream_t stream), IF_KNOWN(handle, handle->stream = stream))
SPARSE(cusparseGetStream, (cusparseHandle_t handle, cudaStream_t* stream), IF_KNOWN(handle, *stream = handle->stream))
SPARSE(cusparseSetPointerMode, (cusparseHandle_t handle, cusparsePointerMode_t mode), IF_KNOWN(handle, handle->pointers = mode))
SPARSE(cusparseGetPointerMode, (cusparseHandle_t handle, cusparsePointerMode_t* mode), IF_KNOWN(handle, *mode = handle->pointers))
SPARSE(cusparseCreateMatDescr, (cusparseMatDescr_t * out), make(out, true, cusparseMatDescr()))
SPARSE(cusparseDestroyMatDescr, (cusparseMatDescr_t m), destroy(m))
SPARSE(cusparseSetMatType, (cusparseMatDescr_t m, cusparseMatrixType_t type), IF_KNOWN(m, m->type = type))
SPARSE(cusparseSetMatFillMode, (cusparseMatDescr_t m, cusparseFillMode_t fill), IF_KNOWN(m, m->fill = fill))
SPARSE(cusparseSetMatDiagType, (cusparseMatDescr_t m, cusparseDiagType_t diagonal), IF_KNOWN(m, m->diagonal = diagonal))
SPARSE(cusparseSetMatIndexBase, (cusparseMatDescr_t m, cusparseIndexBase_t base), IF_KNOWN(m, m->base = base))
cusparseMatrixType_t cusparseGetMatType(cusparseMatDescr_t m) { return m->type; }
cusparseFillMode_t cusparseGetMatFillMode(cusparseMatDescr_t m) { return m->fill; }
cusparseDiagType_t cusparseGetMatDiagType(cusparseMatDescr_t m) { return m->diagonal; }
cusparseIndexBase_t cusparseGetMatIndexBase(cusparseMatDescr_t m) { return m->base; }
SPARSE(cusparseCreateCsr,
       (cusparseSpMatDescr_t * out, int64_t rows, int64_t columns, int64_t count, void* offsets, void* indices, void* values,
        cusparseIndexType_t row_type, cusparseIndexType_t column_type, cusparseIndexBase_t base, cudaDataType type),
       make_sparse(out, {CUSPARSE_FORMAT_CSR, rows, columns, count, offsets, indices, values, row_type, column_type, base, type}))
SPARSE(cusparseCreateConstCsr,
       (cusparseConstSpMatDescr_t * out, int64_t rows, int64_t columns, int64_t count, const void* offsets, const void* indices,
        const void* values, cusparseIndexType_t row_type, cusparseIndexType_t column_type, cusparseIndexBase_t base,
        cudaDataType type),
       make_sparse(const_cast<cusparseSpMatDescr**>(out),
                   {CUSPARSE_FORMAT_CSR, rows, columns, count, offsets, indices, values, row_type, column_type, base, type}))
SPARSE(cusparseCreateCoo,
       (cusparseSpMatDescr_t * out, int64_t rows, int64_t columns, int64_t count, void* row_indices, void* column_indices,
        void* values, cusparseIndexType_t index, cusparseIndexBase_t base, cudaDataType type),
       make_sparse(out, {CUSPARSE_FORMAT_COO, rows, columns, count, row_indices, column_indices, values, index, index, base, type}))
SPARSE(cusparseDestroySpMat, (cusparseConstSpMatDescr_t m), destroy(m))
SPARSE(cusparseSpMatGetSize, (cusparseConstSpMatDescr_t m, int64_t* rows, int64_t* columns, int64_t* count),
       IF_KNOWN(m, (*rows = m->rows, *columns = m->columns, *count = m->count)))
SPARSE(cusparseCsrSetPointers, (cusparseSpMatDescr_t m, void* offsets, void* indices, void* values),
       IF_KNOWN(m, (m->row_indices = offsets, m->column_indices = indices, m->values = values)))
SPARSE(cusparseSpMatSetValues, (cusparseSpMatDescr_t m, void* values), IF_KNOWN(m, m->values = values))
SPARSE(cusparseCreateDnVec, (cusparseDnVecDescr_t * out, int64_t size, void* values, cudaDataType type),
       make(out, size >= 0, cusparseDnVecDescr{size, values, type}))
SPARSE(cusparseCreateConstDnVec, (cusparseConstDnVecDescr_t * out, int64_t size, const void* values, cudaDataType type),
       make(const_cast<cusparseDnVecDescr**>(out), size >= 0, cusparseDnVecDescr{size, values, type}))
SPARSE(cusparseDestroyDnVec, (cusparseConstDnVecDescr_t v), destroy(v))
SPARSE(cusparseDnVecGetValues, (cusparseDnVecDescr_t v, void** values), IF_KNOWN(v, *values = const_cast<void*>(v->values)))
SPARSE(cusparseDnVecSetValues, (cusparseDnVecDescr_t v, void* values), IF_KNOWN(v, v->values = values))
SPARSE(cusparseCreateDnMat,
       (cusparseDnMatDescr_t * out, int64_t rows, int64_t columns, int64_t leading, void* values, cudaDataType type,
        cusparseOrder_t order),
       make(out, rows >= 0 && columns >= 0 && leading >= (order == CUSPARSE_ORDER_ROW ? columns : rows),
            cusparseDnMatDescr{rows, columns, leading, values, type, order}))
SPARSE(cusparseCreateConstDnMat,
       (cusparseConstDnMatDescr_t * out, int64_t rows, int64_t columns, int64_t leading, const void* values, cudaDataType type,
        cusparseOrder_t order),
       make(const_cast<cusparseDnMatDescr**>(out),
            rows >= 0 && columns >= 0 && leading >= (order == CUSPARSE_ORDER_ROW ? columns : rows),
            cusparseDnMatDescr{rows, columns, leading, values, type, order}))
SPARSE(cusparseDestroyDnMat, (cusparseConstDnMatDescr_t m), destroy(m))
SPARSE(cusparseDnMatGetValues, (cusparseDnMatDescr_t m, void** values), IF_KNOWN(m, *values = const_cast<void*>(m->values)))
SPARSE(cusparseDnMatSetValues, (cusparseDnMatDescr_t m, void* values), IF_KNOWN(m, m->values = values))

SPARSE(cusparseSpMV_bufferSize,
       (cusparseHandle_t h, cusparseOperation_t op, const void*, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x,
        const void*, cusparseDnVecDescr_t y, cudaDataType type, cusparseSpMVAlg_t, size_t* bytes),
       are_known(h, a, x, y) ? prepare(product_of(op, a, x, y), type, bytes) : CUSPARSE_STATUS_INVALID_VALUE)
SPARSE(cusparseSpMV_preprocess,
       (cusparseHandle_t h, cusparseOperation_t op, const void*, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x,
        const void*, cusparseDnVecDescr_t y, cudaDataType type, cusparseSpMVAlg_t, void*),
       are_known(h, a, x, y) ? prepare(product_of(op, a, x, y), type, nullptr) : CUSPARSE_STATUS_INVALID_VALUE)
SPARSE(cusparseSpMV,
       (cusparseHandle_t h, cusparseOperation_t op, const void* alpha, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x,
        const void* beta, cusparseDnVecDescr_t y, cudaDataType type, cusparseSpMVAlg_t, void* buffer),
       are_known(h, a, x, y) ? multiply(call, h, product_of(op, a, x, y), alpha, beta, type, buffer)
                             : CUSPARSE_STATUS_INVALID_VALUE)
SPARSE(cusparseSpMM_bufferSize,
       (cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, const void*, cusparseConstSpMatDescr_t a,
        cusparseConstDnMatDescr_t b, const void*, cusparseDnMatDescr_t c, cudaDataType type, cusparseSpMMAlg_t, size_t* bytes),
       are_known(h, a, b, c) ? prepare(product_of(op_a, op_b, a, b, c), type, bytes) : CUSPARSE_STATUS_INVALID_VALUE)
SPARSE(cusparseSpMM_preprocess,
       (cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, const void*, cusparseConstSpMatDescr_t a,
        cusparseConstDnMatDescr_t b, const void*, cusparseDnMatDescr_t c, cudaDataType type, cusparseSpMMAlg_t, void*),
       are_known(h, a, b, c) ? prepare(product_of(op_a, op_b, a, b, c), type, nullptr) : CUSPARSE_STATUS_INVALID_VALUE)
SPARSE(cusparseSpMM,
       (cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, const void* alpha, cusparseConstSpMatDescr_t a,
        cusparseConstDnMatDescr_t b, const void* beta, cusparseDnMatDescr_t c, cudaDataType type, cusparseSpMMAlg_t, void* buffer),
       are_known(h, a, b, c) ? multiply(call, h, product_of(op_a, op_b, a, b, c), alpha, beta, type, buffer)
                             : CUSPARSE_STATUS_INVALID_VALUE)
#undef IF_KNOWN
#undef SPARSE

const char* cusparseGetErrorName(cusparseStatus_t code) {
    const auto* found = warpwise::sparse::find(code);
    return found ? found->name : "unknown error";
}
const char* cusparseGetErrorString(cusparseStatus_t code) {
    const auto* found = warpwise::sparse::find(code);
    return found ? found->text : "unknown error";
}

}  // extern "C"

namespace warpwise {

#define API(name) {#name, reinterpret_cast<void*>(&name)}

std::vector<HostFunction> sparse_functions() {
    return {API(cusparseCreate),         API(cusparseDestroy),          API(cusparseGetVersion),       API(cusparseSetStream),
            API(cusparseGetStream),      API(cusparseSetPointerMode),   API(cusparseGetPointerMode),   API(cusparseGetErrorName),
            API(cusparseGetErrorString), API(cusparseCreateCsr),        API(cusparseCreateConstCsr),   API(cusparseCreateCoo),
            API(cusparseDestroySpMat),   API(cusparseSpMatGetSize),     API(cusparseCsrSetPointers),   API(cusparseSpMatSetValues),
            API(cusparseCreateDnVec),    API(cusparseCreateConstDnVec), API(cusparseDestroyDnVec),     API(cusparseDnVecGetValues),
            API(cusparseDnVecSetValues), API(cusparseCreateDnMat),      API(cusparseCreateConstDnMat), API(cusparseDestroyDnMat),
            API(cusparseDnMatGetValues), API(cusparseDnMatSetValues),   API(cusparseSpMV_bufferSize),  API(cusparseSpMV_preprocess),
            API(cusparseSpMV),           API(cusparseSpMM_bufferSize),  API(cusparseSpMM_preprocess),  API(cusparseSpMM),
            API(cusparseCreateMatDescr), API(cusparseDestroyMatDescr),  API(cusparseSetMatType),       API(cusparseSetMatFillMode),
            API(cusparseSetMatDiagType), API(cusparseSetMatIndexBase),  API(cusparseGetMatType),       API(cusparseGetMatFillMode),
            API(cusparseGetMatDiagType), API(cusparseGetMatIndexBase)};
}

}  // namespace warpwise
