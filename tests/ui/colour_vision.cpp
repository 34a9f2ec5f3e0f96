#include "colour_vision.h"

#include <algorithm>
#include <cmath>

namespace warpwise::ui {
namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

constexpr Matrix kUsual{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr Matrix kDeuteranopia{{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix kProtanopia{{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
// Of sRGB, divided by the white of D65.
constexpr Matrix kToXyz{{{0.4124 / 0.95047, 0.3576 / 0.95047, 0.1805 / 0.95047},
                         {0.2126, 0.7152, 0.0722},
                         {0.0193 / 1.08883, 0.1192 / 1.08883, 0.9505 / 1.08883}}};

Triple operator*(const Matrix& m, const Triple& v) {
    Triple result{};
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t column = 0; column < 3; ++column) result[row] += m[row][column] * v[column];
    return result;
}

Triple linear_of(ImU32 colour) {
    const auto channel = [&](int shift) {
        const double c = static_cast<double>((colour >> shift) & 255) / 255;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return {channel(IM_COL32_R_SHIFT), channel(IM_COL32_G_SHIFT), channel(IM_COL32_B_SHIFT)};
}

}  // namespace

std::array<double, 3> lab_of(ImU32 colour, Vision vision) {
    const Matrix& seen = vision == Vision::deuteranopia ? kDeuteranopia : vision == Vision::protanopia ? kProtanopia : kUsual;
    Triple rgb = seen * linear_of(colour);
    for (double& c : rgb) c = std::clamp(c, 0.0, 1.0);
    Triple xyz = kToXyz * rgb;
    for (double& c : xyz) c = c > 0.008856 ? std::cbrt(c) : 7.787 * c + 16.0 / 116;
    return {116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])};
}

double difference(ImU32 a, ImU32 b, Vision vision) {
    const Triple first = lab_of(a, vision), second = lab_of(b, vision);
    return std::sqrt(std::pow(first[0] - second[0], 2) + std::pow(first[1] - second[1], 2) + std::pow(first[2] - second[2], 2));
}

}  // namespace warpwise::ui
