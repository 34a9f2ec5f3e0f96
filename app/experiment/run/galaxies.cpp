#include "experiment/run/galaxies.h"

#include <cmath>
#include <string>

#include "experiment/run/random_bits.h"

namespace warpwise {
namespace {

// Only sums, products, quotients and square roots below: IEEE 754 rounds these alike on every machine, sines it does not.
struct Vector {
    double x = 0, y = 0, z = 0;
};
Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vector operator*(double s, Vector a) { return {s * a.x, s * a.y, s * a.z}; }

struct Disc {
    double mass, core_share, radius;
    Vector centre, velocity;
    Vector east, north, axis;  // right angles and lengths of 1; the disc lies in the first two
};

// The heavier one lies nearly flat, the lighter one comes in tilted; their common centre of mass rests at the origin.
constexpr Disc kDiscs[2] = {
    {1.0, 0.75, 1.0, {-0.6, -0.2, -0.1}, {0.18, -0.12, 0.0}, {0.96, 0, -0.28}, {0, 1, 0}, {0.28, 0, 0.96}},
    {0.5, 0.75, 0.6, {1.2, 0.4, 0.2}, {-0.36, 0.24, 0.0}, {1, 0, 0}, {0, 0.6, 0.8}, {0, -0.8, 0.6}},
};
constexpr double kThickness = 0.04;      // of a disc, in its radii
constexpr double kCoreRadius = 0.05;     // within which the centre pulls less: the lesson's softening
constexpr std::uint64_t kStream = 9000;  // apart from those of the arguments, and the same for places and velocities

class Randoms {
  public:
    Randoms(std::uint64_t seed, std::uint64_t particle) : seed_(seed), next_(particle << 16) {}
    double from_minus_one_to_one() { return std::ldexp(static_cast<double>(random_bits(seed_, kStream, next_++) >> 11), -52) - 1; }

  private:
    std::uint64_t seed_, next_;
};

struct Particle {
    Vector place, velocity;
    double mass = 0;
};

// On a circle around the disc's centre, as fast as what lies within keeps it there.
Particle circling(const Disc& disc, Randoms& random) {
    double x = 0, y = 0, square = 0;
    do {
        x = random.from_minus_one_to_one();
        y = random.from_minus_one_to_one();
        square = x * x + y * y;
    } while (square > 1 || square < 1e-6);
    const double length = std::sqrt(square);
    x /= length, y /= length;
    // The share of particles grows with the radius and not with its square: denser towards the centre.
    const double share = 0.06 + 0.47 * (1 + random.from_minus_one_to_one());
    const double r = share * disc.radius, within = disc.mass * (disc.core_share + (1 - disc.core_share) * share);
    const double softened = r * r + kCoreRadius * kCoreRadius;
    const double speed = std::sqrt(within * r * r / (softened * std::sqrt(softened)));
    Particle p;
    p.place =
        disc.centre + r * (x * disc.east + y * disc.north) + kThickness * disc.radius * random.from_minus_one_to_one() * disc.axis;
    p.velocity = disc.velocity + speed * (x * disc.north + -y * disc.east);
    return p;
}

}  // namespace

Result<void> fill_galaxies(Array& array, bool velocities, std::uint64_t seed) {
    if (array.shape().empty() || array.shape().back() != 4 || !is_float(array.dtype()))
        return usage_error(
            "the fill \"" + std::string(velocities ? "galaxies_velocity" : "galaxies") + "\" needs rows of four floats",
            "Give the array the shape [\"n\", \"4\"] and the dtype f32.");
    const std::uint64_t n = array.size() / 4, first_of_second = n - n / 3;
    visit_dtype(array.dtype(), [&]<typename T>() {
        for (std::uint64_t i = 0; i < n; ++i) {
            const bool second = i >= first_of_second;
            const Disc& disc = kDiscs[second ? 1 : 0];
            const std::uint64_t first = second ? first_of_second : 0, count = second ? n - first_of_second : first_of_second;
            Randoms random(seed, i);
            Particle p;
            if (i == first) {
                p = {disc.centre, disc.velocity, count > 1 ? disc.mass * disc.core_share : disc.mass};
            } else {
                p = circling(disc, random);
                p.mass = disc.mass * (1 - disc.core_share) / static_cast<double>(count - 1);
            }
            const Vector& v = velocities ? p.velocity : p.place;
            const double row[4] = {v.x, v.y, v.z, velocities ? 0 : p.mass};
            for (std::uint64_t k = 0; k < 4; ++k) array.as<T>()[i * 4 + k] = static_cast<T>(row[k]);
        }
    });
    return {};
}

}  // namespace warpwise
