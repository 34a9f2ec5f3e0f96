// The facts of the view `request`: against what the emulator counts for such a kernel, and the sentences that say them.
#include "ui/threads/request_facts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>

#include "device/interface/device.h"
#include "ui/threads/request_layout.h"

namespace warpwise::ui {
namespace {

// One warp; the pointer is to the middle of the array, so that a stride may be negative.
constexpr const char* kKernel = R"(
struct alignas(16) Sixteen { float x, y, z, w; };
template <typename T>
__global__ void read(const T* a, T* out, int stride, int offset, int lanes) {
    int i = threadIdx.x;
    if (i < lanes) out[i] = a[1024 + stride * i + offset];
}
)";

const char* type_of(std::int64_t bytes) {
    switch (bytes) {
        case 1: return "unsigned char";
        case 2: return "unsigned short";
        case 4: return "float";
        case 8: return "double";
        default: return "Sixteen";
    }
}

KernelArgument whole(std::int64_t value) {
    KernelArgument argument;
    argument.kind = KernelArgument::Kind::scalar;
    argument.dtype = DType::i32;
    const auto number = static_cast<std::int32_t>(value);
    std::memcpy(argument.scalar.data(), &number, sizeof number);
    return argument;
}

class EmulatedRequest {
  public:
    // The sectors of its one load request; -1 where the run failed.
    double sectors_of(const RequestShape& shape) {
        auto& program = programs_[shape.element];
        if (!program) {
            auto compiled = device_->compile({kKernel, fmt::format("read<{}>", type_of(shape.element)), "request.cu"});
            if (!compiled) return -1;
            program = std::move(*compiled);
        }
        Array a = *Array::make(DType::u8, {3072 * shape.element}), out = *Array::make(DType::u8, {32 * shape.element});
        std::vector<KernelArgument> arguments(2);
        arguments[0].array = &a, arguments[1].array = &out;
        for (const std::int64_t value : {shape.stride, shape.offset, shape.lanes}) arguments.push_back(whole(value));
        const LaunchOutcome outcome = device_->launch(*program, {{1, 1, 1}, {32, 1, 1}, 0}, std::move(arguments), {});
        if (outcome.fault || outcome.counters.at("global_load_requests") != 1) return -1;
        return outcome.counters.at("global_load_sectors");
    }

  private:
    std::unique_ptr<Device> device_ = make_emulated_device();
    std::map<std::int64_t, std::shared_ptr<Program>> programs_;
};

TEST(RequestFactsTest, SectorsAreThoseThatTheEmulatorCounts) {
    EmulatedRequest emulated;
    for (const std::int64_t element : request_element_sizes())
        for (const std::int64_t stride : {-33, -8, -1, 0, 1, 2, 3, 4, 7, 8, 16, 31, 32, 33})
            for (const std::int64_t offset : {0, 1, 3, 7, 8, 31})
                for (const std::int64_t lanes : {1, 5, 32}) {
                    const RequestShape shape{stride, offset, element, lanes};
                    const RequestFacts facts = request_facts(shape);
                    ASSERT_EQ(emulated.sectors_of(shape), facts.sectors)
                        << element << " bytes, stride " << stride << ", offset " << offset << ", " << lanes << " lanes";
                    // what is drawn is what is counted
                    ASSERT_EQ(facts.touched.size(), facts.sectors);
                    std::uint32_t used = 0;
                    for (const TouchedSector& sector : facts.touched) used += sector.used_bytes();
                    ASSERT_EQ(used, facts.useful_bytes);
                }
}

TEST(RequestFactsTest, TheSentenceSaysWhatIsMovedAndUsed) {
    const auto sentence = [](const RequestShape& shape) { return request_sentence(request_facts(shape)); };
    EXPECT_EQ(sentence({}), "32 lanes read 128 bytes from 4 sectors: 128 bytes are moved, and all of them are used.");
    EXPECT_EQ(sentence({.stride = 2}), "32 lanes read 128 bytes from 8 sectors: 256 bytes are moved, and half of them are used.");
    EXPECT_EQ(sentence({.stride = -4, .offset = 4}),
              "32 lanes read 128 bytes from 16 sectors: 512 bytes are moved, and a quarter of them are used.");
    EXPECT_EQ(sentence({.stride = 8}),
              "32 lanes read 128 bytes from 32 sectors: 1,024 bytes are moved, and an eighth of them are used.");
    EXPECT_EQ(sentence({.offset = 1}), "32 lanes read 128 bytes from 5 sectors: 160 bytes are moved, and 128 of them are used.");
    EXPECT_EQ(sentence({.stride = 0}),
              "32 lanes read the same 4 bytes from 1 sector: 32 bytes are moved, and an eighth of them are used.");
    EXPECT_EQ(sentence({.element = 1, .lanes = 1}),
              "1 lane reads 1 byte from 1 sector: 32 bytes are moved, and 1 of them is used.");
    EXPECT_EQ(sentence({.element = 16}), "32 lanes read 512 bytes from 16 sectors: 512 bytes are moved, and all of them are used.");
    EXPECT_EQ(best_case_sentence(request_facts({.stride = 2})),
              "Side by side, and from the beginning of a sector, these bytes would be in 4 sectors.");
    EXPECT_EQ(best_case_sentence(request_facts({})), "No fewer sectors can hold so many bytes.");
}

TEST(RequestFactsTest, ByteAndLaneSayWhereTheyAre) {
    EXPECT_EQ(index_text({}), "i");
    EXPECT_EQ(index_text({.stride = 2, .offset = 1}), "2 * i + 1");
    EXPECT_EQ(index_text({.stride = -1, .offset = -3}), "-i - 3");
    EXPECT_EQ(index_text({.stride = 0, .offset = 5}), "5");
    const RequestFacts facts = request_facts({.stride = 2});
    EXPECT_EQ(lane_text(facts, 5), "Lane 5 reads a[10], bytes 40 to 43, in sector 2 of 8.");
    EXPECT_EQ(byte_text(facts, facts.touched[1], 9),
              "a[10], bytes 40 to 43: read by lane 5.\nThe sector begins at byte 32; 16 of its 32 bytes are used.");
    EXPECT_EQ(
        byte_text(facts, facts.touched[1], 12),
        "a[11], bytes 44 to 47: moved with its sector, but no lane reads it.\nThe sector begins at byte 32; 16 of its 32 bytes "
        "are used.");
    const RequestFacts backwards = request_facts({.stride = -1});
    EXPECT_EQ(lane_text(backwards, 31), "Lane 31 reads a[-31], bytes -124 to -121, in sector 1 of 5.");
    EXPECT_EQ(lane_text(request_facts({.lanes = 5}), 5), "Lane 5 is not active.");
}

TEST(RequestLayoutTest, SectorsAreInOrderWithinTheWidth) {
    for (const std::int64_t stride : {-33, -1, 0, 1, 2, 9, 33})
        for (const std::int64_t element : {1, 4, 16}) {
            const RequestFacts facts = request_facts({.stride = stride, .element = element});
            for (const float width : {160.0f, 700.0f, 2000.0f}) {
                const auto items = request_items(facts, width, {});
                float end = -0.01f;
                for (const RequestItem& item : items) {
                    ASSERT_GE(item.x, end);
                    ASSERT_GT(item.width, 1);
                    end = item.x + item.width;
                }
                ASSERT_LE(end, width + 0.01f);
            }
        }
}

TEST(RequestLayoutTest, FewUntouchedSectorsAreDrawnAndManyAreLeftOut) {
    using enum RequestItem::Kind;
    const auto count = [](const RequestShape& shape, RequestItem::Kind kind) {
        return std::ranges::count(request_items(request_facts(shape), 700, {}), kind, &RequestItem::kind);
    };
    EXPECT_EQ(count({.stride = 16, .lanes = 4}, untouched), 3);  // every second sector
    EXPECT_EQ(count({.stride = 16, .lanes = 4}, gap), 0);
    EXPECT_EQ(count({.stride = 16}, untouched), 0);
    EXPECT_EQ(count({.stride = 16}, gap), 31);
    EXPECT_EQ(count({.stride = 8}, gap), 0);  // all 32 are neighbours
}

}  // namespace
}  // namespace warpwise::ui
