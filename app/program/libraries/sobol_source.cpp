#include "program/libraries/sobol_source.h"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <numbers>
#include <vector>

namespace warpwise {
namespace {

// Of each dimension but the first: its primitive polynomial, with a bit for each power, and the first direction numbers.
struct Dimension {
    unsigned polynomial;
    std::array<unsigned, 7> first;
};
constexpr std::array<Dimension, kSobolDimensions - 1> kDimensions{{
    {3, {1}},
    {7, {1, 3}},
    {11, {1, 3, 1}},
    {13, {1, 1, 1}},
    {19, {1, 1, 3, 3}},
    {25, {1, 3, 5, 13}},
    {37, {1, 1, 5, 5, 17}},
    {41, {1, 1, 5, 5, 5}},
    {47, {1, 1, 7, 11, 19}},
    {55, {1, 1, 5, 1, 1}},
    {59, {1, 1, 1, 3, 11}},
    {61, {1, 3, 5, 5, 31}},
    {67, {1, 3, 3, 9, 7, 49}},
    {91, {1, 1, 1, 15, 21, 21}},
    {97, {1, 3, 1, 13, 27, 49}},
    {103, {1, 1, 1, 15, 7, 5}},
    {109, {1, 3, 1, 15, 13, 25}},
    {115, {1, 1, 5, 5, 19, 61}},
    {131, {1, 3, 7, 11, 23, 15, 103}},
    {137, {1, 3, 7, 13, 13, 15, 69}},
}};

template <typename T>
std::vector<T> all_directions() {
    constexpr unsigned bits = sizeof(T) * 8;
    std::vector<T> out(std::size_t{kSobolDimensions} * bits);
    for (unsigned k = 0; k < bits; ++k) out[k] = T{1} << (bits - 1 - k);
    for (unsigned d = 1; d < kSobolDimensions; ++d) {
        T* v = out.data() + std::size_t{d} * bits;
        const Dimension& dimension = kDimensions[d - 1];
        const unsigned degree = std::bit_width(dimension.polynomial) - 1;
        for (unsigned k = 0; k < bits; ++k) {
            if (k < degree) {
                v[k] = T{dimension.first[k]} << (bits - 1 - k);
                continue;
            }
            v[k] = v[k - degree] ^ (v[k - degree] >> degree);
            for (unsigned i = 1; i < degree; ++i)
                if ((dimension.polynomial >> (degree - i) & 1) != 0) v[k] ^= v[k - i];
        }
    }
    return out;
}

// They end where a page ends that nothing may read behind.
template <typename T>
const T* guarded_directions() {
    const std::vector<T> all = all_directions<T>();
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t bytes = all.size() * sizeof(T), room = (bytes + page - 1) / page * page;
    void* memory = mmap(nullptr, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || mprotect(static_cast<char*>(memory) + room, page, PROT_NONE) != 0) return nullptr;
    void* begin = static_cast<char*>(memory) + room - bytes;
    std::memcpy(begin, all.data(), bytes);
    return static_cast<const T*>(begin);
}

// The x with a share of `u` of a normal distribution below it: an estimate within 0.0005 (Abramowitz and Stegun 26.2.23), made
// exact by Newton's method.
double normal_quantile(double u) {
    const double tail = u < 0.5 ? u : 1 - u;
    const double t = std::sqrt(-2 * std::log(tail));
    double x = (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t;  // below 0
    for (int step = 0; step < 4; ++step) {
        const double above = std::erfc(-x / std::numbers::sqrt2) / 2 - tail;
        x -= above * std::sqrt(2 * std::numbers::pi) * std::exp(x * x / 2);
    }
    return u < 0.5 ? x : -x;
}

// The results of one call are those of its first dimension, then those of the next.
template <typename T>
class SobolSource : public RandomSource {
  public:
    void restart(std::uint64_t, std::uint64_t offset) override { next_point_ = offset; }
    void next_stream() override {}
    bool has_pairs() const override { return false; }
    bool is_of_64_bits() const override { return sizeof(T) == 8; }
    unsigned dimensions() const override { return dimensions_; }
    bool set_dimensions(unsigned count) override {
        dimensions_ = count;
        return true;
    }
    void begin(std::size_t count) override {
        points_ = count / dimensions_;
        first_point_ = next_point_;
        next_point_ += points_;
        dimension_ = -1u;
        left_ = 0;
    }
    std::uint32_t bits() override { return static_cast<std::uint32_t>(next() >> (sizeof(T) * 8 - 32)); }
    std::uint64_t long_bits() override { return next(); }
    double uniform_double() override {
        const T x = next();
        return sizeof(T) == 8 ? static_cast<double>(std::uint64_t{x} >> 11) * 0x1p-53 + 0x1p-54
                              : static_cast<double>(x) * 0x1p-32 + 0x1p-32;
    }
    void normal(float& first, float& second) override {
        first = static_cast<float>(normal_quantile(static_cast<double>(bits()) * 0x1p-32 + 0x1p-33));
        second = static_cast<float>(normal_quantile(static_cast<double>(bits()) * 0x1p-32 + 0x1p-33));
    }
    void normal_double(double& first, double& second) override {
        first = normal_quantile(middle());
        second = normal_quantile(middle());
    }

  private:
    double middle() {
        const T x = next();
        return sizeof(T) == 8 ? static_cast<double>(std::uint64_t{x} >> 11) * 0x1p-53 + 0x1p-54
                              : static_cast<double>(x) * 0x1p-32 + 0x1p-33;
    }
    T next() {
        if (left_ == 0) {
            dimension_ = dimension_ + 1 < dimensions_ ? dimension_ + 1 : 0;
            left_ = points_;
            point_ = first_point_;
            value_ = 0;
            const std::uint64_t gray = point_ ^ (point_ >> 1);
            for (unsigned k = 0; k < sizeof(T) * 8; ++k)
                if ((gray >> k & 1) != 0) value_ ^= direction(k);
        }
        const T out = value_;
        --left_;
        value_ ^= direction(static_cast<unsigned>(std::countr_one(static_cast<T>(point_))) % (sizeof(T) * 8));
        ++point_;
        return out;
    }
    T direction(unsigned k) const { return directions_[std::size_t{dimension_} * sizeof(T) * 8 + k]; }

    std::vector<T> directions_ = all_directions<T>();
    unsigned dimensions_ = 1, dimension_ = 0;
    std::uint64_t next_point_ = 0, first_point_ = 0, point_ = 0;
    std::size_t points_ = 0, left_ = 0;
    T value_ = 0;
};

}  // namespace

std::unique_ptr<RandomSource> sobol_source_32() { return std::make_unique<SobolSource<std::uint32_t>>(); }
std::unique_ptr<RandomSource> sobol_source_64() { return std::make_unique<SobolSource<std::uint64_t>>(); }

const std::uint32_t* sobol_directions_32() {
    static const std::uint32_t* const all = guarded_directions<std::uint32_t>();
    return all;
}
const std::uint64_t* sobol_directions_64() {
    static const std::uint64_t* const all = guarded_directions<std::uint64_t>();
    return all;
}

}  // namespace warpwise
