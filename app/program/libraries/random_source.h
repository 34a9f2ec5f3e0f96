// The generators of cuRAND's host interface, in the order of cuRAND's own: the integers and the uniform numbers are
// those that its generators of the CPU (curandCreateGeneratorHost) give.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace warpwise {

// Streams of 32-bit numbers, one after the other or 4096 side by side, of which the results take turns.
class RandomSource {
  public:
    virtual ~RandomSource() = default;
    virtual void restart(std::uint64_t seed, std::uint64_t offset) = 0;
    // The stream that the next result comes from, and to the next one after a result.
    virtual void next_stream() = 0;
    virtual std::uint32_t bits() = 0;
    // In (0, 1].
    virtual float uniform();
    virtual double uniform_double();
    // Numbers of a normal distribution come in pairs.
    virtual bool has_pairs() const { return true; }
    virtual void normal(float& first, float& second);
    virtual void normal_double(double& first, double& second);
    // Of quasi-random numbers: in how many dimensions; false: it has none.
    virtual unsigned dimensions() const { return 1; }
    virtual bool set_dimensions(unsigned) { return false; }
    virtual bool is_of_64_bits() const { return false; }
    virtual std::uint64_t long_bits() { return 0; }
    // A call asks for that many results.
    virtual void begin(std::size_t) {}
};

std::unique_ptr<RandomSource> xorwow_source();
std::unique_ptr<RandomSource> mrg32k3a_source();
std::unique_ptr<RandomSource> philox_source();
std::unique_ptr<RandomSource> mersenne_twister_source();

std::uint32_t poisson(RandomSource&, double lambda);

}  // namespace warpwise
