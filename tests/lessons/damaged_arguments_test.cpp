// `warpwise kernel --arg` with anything that can be typed.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "cli/argument_spec.h"
#include "unit/mutations.h"

namespace warpwise::test {
namespace {

// So that an array of some gigabytes is refused here as one of terabytes is everywhere.
class LittleMemory {
  public:
    LittleMemory() {
        getrlimit(RLIMIT_AS, &before_);
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)  // those reserve terabytes
        rlimit little = before_;
        little.rlim_cur = rlim_t{2} << 30;
        setrlimit(RLIMIT_AS, &little);
#endif
    }
    ~LittleMemory() { setrlimit(RLIMIT_AS, &before_); }
    LittleMemory(const LittleMemory&) = delete;
    LittleMemory& operator=(const LittleMemory&) = delete;

  private:
    rlimit before_{};
};

TEST(DamagedInput, ArgumentsOfAKernel) {
    const LittleMemory little;
    fuzz({"f32[4096]:iota", "f32[64,64]:zeros", "u8[64]:mix", "f32[16]:constant=2.5", "f64[9]:uniform=-1..1", "i32:5", "in.npy",
          "texture:f32[8x8]:iota,linear,wrap,border=2", "surface:u8[2,4,4]:mix,channels,layered"},
         {"f16", "u64", "[", "]", ":", ",", "..", "=", "iota", "2^20", "1e300", "99999999999"}, [](const std::string& text) {
             const auto set = make_arguments({text}, 7);
             if (set) static_cast<void>(parse_save(text, *set));
         });
}

}  // namespace
}  // namespace warpwise::test
