#include "program/libraries/random_source.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

namespace warpwise {
namespace {

// 53 bits of two numbers.
double of_two(std::uint32_t x, std::uint32_t y) {
    return static_cast<double>((x ^ std::uint64_t{y} << 21) & ((std::uint64_t{1} << 53) - 1)) * 0x1p-53 + 0x1p-54;
}

constexpr std::size_t kStreams = 4096, kMrgStreams = 81920;  // of XORWOW and of MRG32k3a

// ---- XORWOW (Marsaglia 2003): its step is linear in the 160 bits of v ----
struct Xorwow {
    std::array<std::uint32_t, 5> v{};
    std::uint32_t d = 0;
    void step() {
        const std::uint32_t t = v[0] ^ (v[0] >> 2);
        v = {v[1], v[2], v[3], v[4], (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1))};
    }
};
using Bits160 = std::array<std::uint32_t, 5>;
using Matrix160 = std::vector<Bits160>;  // the image of each bit

Bits160 image(const Matrix160& matrix, const Bits160& v) {
    Bits160 out{};
    for (std::size_t bit = 0; bit < 160; ++bit)
        if ((v[bit / 32] >> (bit % 32) & 1) != 0)
            for (std::size_t word = 0; word < 5; ++word) out[word] ^= matrix[bit][word];
    return out;
}

// 2^67 steps at once, from one stream's start to the next one's.
const Matrix160& xorwow_jump() {
    static const Matrix160 jump = [] {
        Matrix160 matrix(160);
        for (std::size_t bit = 0; bit < 160; ++bit) {
            Xorwow state;
            state.v[bit / 32] = std::uint32_t{1} << (bit % 32);
            state.step();
            matrix[bit] = state.v;
        }
        for (int doubling = 0; doubling < 67; ++doubling) {
            Matrix160 twice(160);
            for (std::size_t bit = 0; bit < 160; ++bit) twice[bit] = image(matrix, matrix[bit]);
            matrix = std::move(twice);
        }
        return matrix;
    }();
    return jump;
}

class XorwowSource : public RandomSource {
  public:
    void restart(std::uint64_t seed, std::uint64_t offset) override {
        const std::uint32_t low = 1099087573u * (static_cast<std::uint32_t>(seed) ^ 0xaad26b49u);
        const std::uint32_t high = 2591861531u * (static_cast<std::uint32_t>(seed >> 32) ^ 0xf7dcefddu);
        Xorwow state{{123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high, 5783321u + low},
                     6615241u + high + low};
        streams_.clear();
        for (std::size_t i = 0; i < kStreams; ++i) {
            streams_.push_back(state);
            state.v = image(xorwow_jump(), state.v);
        }
        at_ = 0;
        // Each stream has given its share of the results that are passed over.
        for (std::size_t i = 0; i < kStreams; ++i) {
            const std::uint64_t passed = offset / kStreams + (i < offset % kStreams ? 1 : 0);
            for (std::uint64_t n = 0; n < passed; ++n) {
                streams_[i].step();
                streams_[i].d += 362437;
            }
        }
        at_ = offset % kStreams;
    }
    void next_stream() override { at_ = (at_ + 1) % kStreams; }
    std::uint32_t bits() override {
        Xorwow& state = streams_[at_];
        state.step();
        return state.v[4] + (state.d += 362437);
    }

  private:
    std::vector<Xorwow> streams_;
    std::size_t at_ = 0;
};

// ---- MRG32k3a (L'Ecuyer 1999) ----
constexpr std::uint64_t kFirst = 4294967087, kSecond = 4294944443;
using Vector3 = std::array<std::uint64_t, 3>;
using Matrix3 = std::array<Vector3, 3>;

Vector3 image(const Matrix3& a, const Vector3& v, std::uint64_t m) {
    Vector3 out{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) out[i] = (out[i] + a[i][k] * v[k] % m) % m;
    return out;
}
Matrix3 product(const Matrix3& a, const Matrix3& b, std::uint64_t m) {
    Matrix3 out{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            for (std::size_t k = 0; k < 3; ++k) out[i][j] = (out[i][j] + a[i][k] * b[k][j] % m) % m;
    return out;
}
Matrix3 doubled(Matrix3 a, int times, std::uint64_t m) {
    for (int i = 0; i < times; ++i) a = product(a, a, m);
    return a;
}

class MrgSource : public RandomSource {
  public:
    void restart(std::uint64_t seed, std::uint64_t offset) override {
        static const Matrix3 jump1 = doubled({{{0, 1, 0}, {0, 0, 1}, {kFirst - 810728, 1403580, 0}}}, 76, kFirst);
        static const Matrix3 jump2 = doubled({{{0, 1, 0}, {0, 0, 1}, {kSecond - 1370589, 0, 527612}}}, 76, kSecond);
        const std::array<std::uint32_t, 2> x{static_cast<std::uint32_t>(seed) ^ 0x55555555u,
                                             static_cast<std::uint32_t>(seed >> 32) ^ 0xAAAAAAAAu};
        State state;
        for (std::size_t i = 0; i < 3; ++i) {
            state.s1[i] = seed != 0 ? 12345ull * x[i & 1] % kFirst : 12345;
            state.s2[i] = seed != 0 ? 12345ull * x[~i & 1] % kSecond : 12345;
        }
        streams_.clear();
        for (std::size_t i = 0; i < kMrgStreams; ++i) {
            streams_.push_back(state);
            state.s1 = image(jump1, state.s1, kFirst);
            state.s2 = image(jump2, state.s2, kSecond);
        }
        for (std::size_t i = 0; i < kMrgStreams; ++i) {
            const std::uint64_t passed = offset / kMrgStreams + (i < offset % kMrgStreams ? 1 : 0);
            for (std::uint64_t n = 0; n < passed; ++n) step(streams_[i]);
        }
        at_ = offset % kMrgStreams;
    }
    void next_stream() override { at_ = (at_ + 1) % kMrgStreams; }
    std::uint32_t bits() override { return static_cast<std::uint32_t>(step(streams_[at_]) * 1.000000048662); }
    float uniform() override { return static_cast<float>(step(streams_[at_]) * kScale); }
    double uniform_double() override { return step(streams_[at_]) * kScale; }
    void normal(float& first, float& second) override {
        const float u = uniform(), angle = uniform() * 6.2831855f, length = std::sqrt(-2.0f * std::log(u));
        first = std::sin(angle) * length;
        second = std::cos(angle) * length;
    }
    void normal_double(double& first, double& second) override {
        const double u = uniform_double(), angle = uniform_double() * 2 * std::numbers::pi, length = std::sqrt(-2.0 * std::log(u));
        first = std::sin(angle) * length;
        second = std::cos(angle) * length;
    }

  private:
    struct State {
        Vector3 s1{}, s2{};
    };
    static constexpr double kScale = 2.3283065498378288e-10;
    static double step(State& s) {
        const std::uint64_t a = (1403580 * s.s1[1] + 810728 * (kFirst - s.s1[0])) % kFirst;
        const std::uint64_t b = (527612 * s.s2[2] + 1370589 * (kSecond - s.s2[0])) % kSecond;
        s.s1 = {s.s1[1], s.s1[2], a};
        s.s2 = {s.s2[1], s.s2[2], b};
        return static_cast<double>(a <= b ? a + kFirst - b : a - b);
    }
    std::vector<State> streams_;
    std::size_t at_ = 0;
};

// ---- Philox 4x32 with 10 rounds (Salmon et al. 2011): four numbers from each of 65536 streams in turn ----
class PhiloxSource : public RandomSource {
  public:
    void restart(std::uint64_t seed, std::uint64_t offset) override {
        seed_ = seed;
        at_ = offset;
        known_.first = ~std::uint64_t{0};
    }
    void next_stream() override {}
    std::uint32_t bits() override {
        const std::uint64_t n = at_++;
        return four(n / 4 % kStreams, n / 4 / kStreams)[n % 4];
    }
    // Four results of 53 bits are two times four numbers of a stream.
    double uniform_double() override {
        const std::uint64_t n = at_++, half = n / 2 % 2;
        const auto& words = four(n / 4 % kStreams, n / 4 / kStreams * 2 + half);
        return of_two(words[n % 2 * 2], words[n % 2 * 2 + 1]);
    }
    void normal_double(double& first, double& second) override {
        const double length = std::sqrt(-2.0 * std::log(uniform_double())), angle = uniform_double() * 2 * std::numbers::pi;
        first = std::sin(angle) * length;
        second = std::cos(angle) * length;
    }

  private:
    using Four = std::array<std::uint32_t, 4>;
    static constexpr std::uint64_t kStreams = 65536;
    const Four& four(std::uint64_t stream, std::uint64_t position) {
        if (std::pair(stream, position) == known_) return four_;
        known_ = {stream, position};
        Four c{static_cast<std::uint32_t>(position), static_cast<std::uint32_t>(position >> 32), static_cast<std::uint32_t>(stream),
               0};
        std::array<std::uint32_t, 2> key{static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32)};
        for (int round = 0; round < 10; ++round) {
            const std::uint64_t a = 0xD2511F53ull * c[0], b = 0xCD9E8D57ull * c[2];
            c = {static_cast<std::uint32_t>(b >> 32) ^ c[1] ^ key[0], static_cast<std::uint32_t>(b),
                 static_cast<std::uint32_t>(a >> 32) ^ c[3] ^ key[1], static_cast<std::uint32_t>(a)};
            key[0] += 0x9E3779B9u;
            key[1] += 0xBB67AE85u;
        }
        return four_ = c;
    }
    std::uint64_t seed_ = 0, at_ = 0;  // the results so far
    std::pair<std::uint64_t, std::uint64_t> known_{~std::uint64_t{0}, 0};
    Four four_{};
};

class MersenneTwisterSource : public RandomSource {
  public:
    void restart(std::uint64_t seed, std::uint64_t offset) override {
        twister_.seed(static_cast<std::uint32_t>(seed));
        twister_.discard(offset);
    }
    void next_stream() override {}
    bool has_pairs() const override { return false; }  // cuRAND takes an odd number of results here
    std::uint32_t bits() override { return static_cast<std::uint32_t>(twister_()); }
    double uniform_double() override { return bits() * 0x1p-32 + 0x1p-33; }

  private:
    std::mt19937 twister_;
};

}  // namespace

float RandomSource::uniform() { return static_cast<float>(bits()) * 0x1p-32f + 0x1p-33f; }

double RandomSource::uniform_double() {
    const std::uint32_t x = bits();
    return of_two(x, bits());
}

// By Box and Muller.
void RandomSource::normal(float& first, float& second) {
    const std::uint32_t x = bits(), y = bits();
    const float u = static_cast<float>(x) * 0x1p-32f + 0x1p-33f;
    const float angle = static_cast<float>(y) * (0x1p-32f * 6.2831855f) + 0x1p-32f * 6.2831855f / 2;
    const float length = std::sqrt(-2.0f * std::log(u));
    first = std::sin(angle) * length;
    second = std::cos(angle) * length;
}

void RandomSource::normal_double(double& first, double& second) {
    const std::uint32_t a = bits(), b = bits(), c = bits(), d = bits();
    const double length = std::sqrt(-2.0 * std::log(of_two(a, b))), angle = of_two(c, d) * 2 * std::numbers::pi;
    first = std::sin(angle) * length;
    second = std::cos(angle) * length;
}

std::unique_ptr<RandomSource> xorwow_source() { return std::make_unique<XorwowSource>(); }
std::unique_ptr<RandomSource> mrg32k3a_source() { return std::make_unique<MrgSource>(); }
std::unique_ptr<RandomSource> philox_source() { return std::make_unique<PhiloxSource>(); }
std::unique_ptr<RandomSource> mersenne_twister_source() { return std::make_unique<MersenneTwisterSource>(); }

// Products of uniform numbers (Knuth) for few, a rounded normal number for many, between them sums of both kinds' parts: a Poisson
// number of the sum of two means is the sum of one of each.
std::uint32_t poisson(RandomSource& source, double lambda) {
    if (lambda > 4000) {
        double first = 0, second = 0;
        source.normal_double(first, second);
        return static_cast<std::uint32_t>(std::max(0.0, std::floor(std::sqrt(lambda) * first + lambda + 0.5)));
    }
    std::uint32_t sum = 0;
    for (double rest = lambda; rest > 0; rest -= 32) {
        const double limit = std::exp(-std::min(rest, 32.0));
        double product = source.uniform_double();
        for (; product > limit; product *= source.uniform_double()) ++sum;
    }
    return sum;
}

}  // namespace warpwise
