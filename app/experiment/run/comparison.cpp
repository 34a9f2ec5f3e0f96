#include "experiment/run/comparison.h"

#include <cmath>
#include <cstring>
#include <type_traits>

#include "lesson/formula.h"

namespace warpwise {
namespace {

struct Errors {
    double absolute = 0, relative = 0;
};

template <typename T>
Errors errors_of(T found, T expected) {
    if (found == expected) return {};
    const auto f = static_cast<double>(found), e = static_cast<double>(expected);
    if (std::isnan(f) && std::isnan(e)) return {};
    if (std::isnan(f) != std::isnan(e)) return {INFINITY, INFINITY};
    double absolute = std::abs(f - e);
    // Neighbouring 64-bit integers can be one double; the difference is what counts.
    if (absolute == 0) absolute = 1;
    return {absolute, e != 0 ? absolute / std::abs(e) : INFINITY};
}

template <typename T>
void compare_one(const Array& found, const Array& expected, const AllowedError& allowed, Check& check) {
    const auto f = found.as<T>();
    const auto e = expected.as<T>();
    check.compared += e.size();
    // The common case, at memory speed.
    if (f.size() == e.size() && (e.empty() || std::memcmp(f.data(), e.data(), e.size_bytes()) == 0)) return;
    for (std::size_t i = 0; i < e.size() && i < f.size(); ++i) {
        const Errors errors = errors_of(f[i], e[i]);
        if (errors.absolute == 0) continue;
        const double limit =
            is_float(found.dtype()) ? allowed.absolute + allowed.relative * std::abs(static_cast<double>(e[i])) : 0;
        if (errors.absolute > check.max_abs_error) {
            check.max_abs_error = errors.absolute;  // with what is allowed there
            check.tolerance = limit;
        }
        check.max_rel_error = std::max(check.max_rel_error, errors.relative);
        if (errors.absolute <= limit) continue;
        ++check.differing;
        if (!check.first_difference)
            check.first_difference = {expected.name, static_cast<std::int64_t>(i), expected.text(i), found.text(i)};
    }
}

}  // namespace

Result<AllowedError> allowed_error(const Lesson& lesson, ParameterValues values, DType dtype) {
    values["epsilon"] = epsilon_of(dtype);
    const auto absolute = evaluate(lesson.tolerance.absolute, values);
    if (!absolute) return std::unexpected(absolute.error());
    const auto relative = evaluate(lesson.tolerance.relative, values);
    if (!relative) return std::unexpected(relative.error());
    const auto share = evaluate(lesson.tolerance.share, values);
    if (!share) return std::unexpected(share.error());
    return AllowedError{*absolute, *relative, *share};
}

Check compare_arrays(const std::vector<const Array*>& found, const std::vector<const Array*>& expected,
                     const AllowedError& allowed) {
    Check check;
    check.tolerance = std::max(allowed.absolute, allowed.relative);
    for (std::size_t k = 0; k < expected.size() && k < found.size(); ++k)
        visit_dtype(expected[k]->dtype(), [&]<typename T>() { compare_one<T>(*found[k], *expected[k], allowed, check); });
    check.passed = static_cast<double>(check.differing) <= allowed.share * static_cast<double>(check.compared);
    return check;
}

}  // namespace warpwise
