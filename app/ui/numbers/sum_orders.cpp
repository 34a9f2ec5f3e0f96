#include "ui/numbers/sum_orders.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>

#include "experiment/run/random_bits.h"

namespace warpwise::ui {
namespace {

// One rounding to T: a compiler may keep halves in a wider type from one operation to the next.
template <typename T>
T plus(T a, T b) {
    if constexpr (std::is_same_v<T, f16>)
        return static_cast<T>(static_cast<float>(a) + static_cast<float>(b));
    else
        return a + b;
}
template <typename T>
T minus(T a, T b) {
    return plus(a, static_cast<T>(-b));
}

// Knuth's two-sum: the sum in double precision, and what its additions lost.
class ExactSum {
  public:
    void add(double x) {
        const double next = sum_ + x, of_x = next - sum_;
        lost_ += (sum_ - (next - of_x)) + (x - of_x);
        sum_ = next;
    }
    double value() const { return sum_ + lost_; }
    double error_of(double sum) const { return (sum - sum_) - lost_; }

  private:
    double sum_ = 0, lost_ = 0;
};

template <typename T>
class Chain {
  public:
    void add(T x) { sum_ = plus(sum_, x); }
    T value() const { return sum_; }

  private:
    T sum_ = T(0);
};

template <typename T>
class Kahan {
  public:
    void add(T x) {
        const T corrected = minus(x, extra_);
        const T next = plus(sum_, corrected);
        extra_ = minus(minus(next, sum_), corrected);
        sum_ = next;
    }
    T value() const { return sum_; }

  private:
    T sum_ = T(0), extra_ = T(0);
};

// Pairs, pairs of pairs and so on: of each size at most one sum waits for its partner.
template <typename T>
class Tree {
  public:
    void add(T x) {
        std::uint64_t level = 0;
        for (; (count_ >> level & 1) != 0; ++level) {
            x = plus(waiting_.back(), x);
            waiting_.pop_back();
        }
        waiting_.push_back(x);
        ++count_;
    }
    T value() const {
        if (waiting_.empty()) return T(0);
        T sum = waiting_.back();
        for (std::size_t i = waiting_.size() - 1; i-- > 0;) sum = plus(waiting_[i], sum);
        return sum;
    }

  private:
    std::vector<T> waiting_;  // the largest first
    std::uint64_t count_ = 0;
};

template <typename Sum, typename T>
std::vector<SumPoint> trace(const std::vector<T>& numbers, std::size_t samples) {
    Sum sum;
    ExactSum exact;
    std::vector<SumPoint> points;
    const std::size_t every = std::max<std::size_t>(1, numbers.size() / std::max<std::size_t>(1, samples));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        sum.add(numbers[i]);
        exact.add(static_cast<double>(numbers[i]));
        if ((i + 1) % every != 0 && i + 1 != numbers.size()) continue;
        const auto value = static_cast<double>(sum.value());
        points.push_back({i + 1, value, exact.value(), exact.error_of(value)});
    }
    if (points.empty()) points.push_back({});
    return points;
}

template <typename T>
std::vector<T> converted(const Array& numbers) {
    const std::size_t count = std::min<std::size_t>(numbers.size(), kMostSummed);
    std::vector<T> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<T>(numbers.value(i));
    return values;
}

template <typename T>
void shuffle_numbers(std::vector<T>& numbers, std::uint64_t seed) {
    constexpr std::uint64_t stream = 77;  // of random_bits: not that of an array
    for (std::size_t i = numbers.size(); i > 1; --i) std::swap(numbers[i - 1], numbers[random_bits(seed, stream, i) % i]);
}

template <typename T>
void run_race(SumRace& race, std::vector<T> numbers, std::uint64_t shuffle, std::size_t samples) {
    const auto points = [&](SumOrder order) -> std::vector<SumPoint>& { return race.points[static_cast<std::size_t>(order)]; };
    race.count = numbers.size();
    points(SumOrder::serial) = trace<Chain<T>>(numbers, samples);
    points(SumOrder::tree) = trace<Tree<T>>(numbers, samples);
    points(SumOrder::kahan) = trace<Kahan<T>>(numbers, samples);
    const auto is_negative = [](T x) { return static_cast<double>(x) < 0; };
    std::vector<T> parted;
    std::ranges::copy_if(numbers, std::back_inserter(parted), is_negative);
    std::ranges::copy_if(numbers, std::back_inserter(parted), std::not_fn(is_negative));
    points(SumOrder::negatives_first) = trace<Chain<T>>(parted, samples);
    shuffle_numbers(numbers, shuffle);
    points(SumOrder::shuffled) = trace<Chain<T>>(numbers, samples);
}

}  // namespace

std::string_view name_of(SumOrder order) {
    switch (order) {
        case SumOrder::serial: return "One after another";
        case SumOrder::negatives_first: return "Negatives first";
        case SumOrder::shuffled: return "Atomics, in random order";
        case SumOrder::tree: return "Tree of pairs";
        case SumOrder::kahan: break;
    }
    return "Kahan";
}

std::string_view help_of(SumOrder order) {
    switch (order) {
        case SumOrder::serial: return "One sum, to which the numbers are added in the order of the array.";
        case SumOrder::negatives_first: return "One sum, to which all negative numbers are added first, then the rest.";
        case SumOrder::shuffled: return "One sum, to which the numbers are added in random order, as atomic additions may come.";
        case SumOrder::tree: return "Neighbours are added in pairs, then the sums of pairs, and so on.";
        case SumOrder::kahan: break;
    }
    return "One sum in the order of the array. The rounding error of an addition is subtracted from the next number.";
}

std::uint64_t longest_chain(SumOrder order, std::uint64_t n) {
    if (n == 0) return 0;
    if (order == SumOrder::tree) return static_cast<std::uint64_t>(std::bit_width(n - 1));
    // Kahan: correct the number, add it, and find out in two more steps what was lost
    return order == SumOrder::kahan ? 4 * n : n;
}

const SumPoint& SumRace::at(SumOrder order, std::uint64_t added) const {
    const std::vector<SumPoint>& all = points[static_cast<std::size_t>(order)];
    const auto after = std::ranges::upper_bound(all, added, {}, &SumPoint::added);
    return after == all.begin() ? all.front() : *std::prev(after);
}

SumRace race_of_sums(const Array& numbers, DType dtype, std::uint64_t shuffle, std::size_t samples) {
    SumRace race;
    race.dtype = dtype;
    switch (dtype) {
        case DType::f16: run_race(race, converted<f16>(numbers), shuffle, samples); break;
        case DType::f32: run_race(race, converted<float>(numbers), shuffle, samples); break;
        default: race.dtype = DType::f64; run_race(race, converted<double>(numbers), shuffle, samples);
    }
    return race;
}

double ulp_at(DType dtype, double value) {
    const int lowest = dtype == DType::f16 ? -14 : dtype == DType::f32 ? -126 : -1022;  // exponent of the smallest normal number
    const int exponent = value == 0 || !std::isfinite(value) ? lowest : std::max(lowest, std::ilogb(value));
    return std::ldexp(epsilon_of(dtype), exponent);
}

}  // namespace warpwise::ui
