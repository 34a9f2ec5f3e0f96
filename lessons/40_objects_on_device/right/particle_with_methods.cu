// A particle as an object with its state and its numbers, and a method for a step.
enum Kind { kSpring, kDampedSpring, kFalling, kSinking };

class Particle {
  public:
    __device__ Particle(Kind kind, float x, float v)
        : x_(x),
          v_(v),
          spring_(kind < kFalling ? 4.0f : 0.0f),
          drag_(kind == kDampedSpring ? 0.5f : kind == kSinking ? 2.0f : 0.0f),
          weight_(kind < kFalling ? 0.0f : 9.81f) {}
    __device__ void step(float dt) {
        v_ += dt * (-spring_ * x_ - drag_ * v_ - weight_);
        x_ += dt * v_;
    }
    __device__ float place() const { return x_; }

  private:
    float x_, v_, spring_, drag_, weight_;
};

__global__ void move_all(const int* kinds, const float* places, const float* speeds, float* moved, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Particle particle(static_cast<Kind>(kinds[i]), places[i], speeds[i]);
    for (int step = 0; step < steps; ++step) particle.step(1.0f / 64);
    moved[i] = particle.place();
}
