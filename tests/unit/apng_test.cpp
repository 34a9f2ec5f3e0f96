// An animation that is read back, chunk by chunk, as a browser does: every frame, every checksum, every number of the sequence.
#include "base/apng.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <csignal>

#include "base/files.h"
#include "tests/read_png.h"
#include "unit/lesson_folder.h"

namespace warpwise {
namespace {

using test::TemporaryFolder;

Image frame(int width, int height, int number) {
    Image image{width, height, {}};
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (const int value : {x * 7 + number, y * 5, x * number}) image.rgb.push_back(static_cast<std::uint8_t>(value));
    return image;
}

std::uint32_t number_at(std::string_view bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes.at(at + i));
    return value;
}

std::string big_endian(std::uint32_t v) {
    return {static_cast<char>(v >> 24), static_cast<char>(v >> 16), static_cast<char>(v >> 8), static_cast<char>(v)};
}

struct PngChunk {
    std::string type, data;
    std::string whole() const {
        const std::string checked = type + data;
        const auto sum = crc32(0, reinterpret_cast<const Bytef*>(checked.data()), static_cast<uInt>(checked.size()));
        return big_endian(static_cast<std::uint32_t>(data.size())) + checked + big_endian(static_cast<std::uint32_t>(sum));
    }
};

std::vector<PngChunk> read_chunks(const std::string& file) {
    std::vector<PngChunk> chunks;
    for (std::size_t at = 8; at < file.size();) {
        const std::size_t length = number_at(file, at);
        PngChunk chunk{file.substr(at + 4, 4), file.substr(at + 8, length)};
        EXPECT_EQ(chunk.whole(), file.substr(at, length + 12)) << "a wrong checksum in " << chunk.type;
        chunks.push_back(std::move(chunk));
        at += length + 12;
    }
    return chunks;
}

// The frames as pictures: each becomes a PNG of its own, which read_png reads.
std::vector<Image> read_frames(const TemporaryFolder& folder, const std::string& file) {
    const std::vector<PngChunk> chunks = read_chunks(file);
    std::vector<Image> frames;
    std::uint32_t sequence = 0;
    std::string data;
    const auto finish_frame = [&] {
        if (data.empty()) return;
        folder.write("frame.png",
                     file.substr(0, 8) + chunks.at(0).whole() + PngChunk{"IDAT", data}.whole() + PngChunk{"IEND", ""}.whole());
        const auto read = read_png(folder.path() / "frame.png");
        EXPECT_TRUE(read) << read.error().text();
        if (read) frames.push_back(read->image);
        data.clear();
    };
    for (const PngChunk& chunk : chunks) {
        if (chunk.type == "fcTL" || chunk.type == "fdAT") EXPECT_EQ(number_at(chunk.data, 0), sequence++);
        if (chunk.type == "fcTL" || chunk.type == "IEND") finish_frame();
        if (chunk.type == "IDAT") data += chunk.data;
        if (chunk.type == "fdAT") data += chunk.data.substr(4);
    }
    return frames;
}

TEST(Apng, EveryFrameComesBack) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "deep" / "a.png";
    auto writer = ApngWriter::create(path, 40, {{"Software", "Warpwise"}});
    ASSERT_TRUE(writer) << writer.error().text();
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(writer->add(frame(37, 19, i)));
    ASSERT_TRUE(writer->finish());
    const std::string file = read_file(path).value();
    EXPECT_EQ(file.size(), writer->bytes());
    const std::vector<PngChunk> chunks = read_chunks(file);
    ASSERT_GE(chunks.size(), 4u);
    EXPECT_EQ(chunks[0].type, "IHDR");
    EXPECT_EQ(chunks[1].type, "acTL");
    EXPECT_EQ(number_at(chunks[1].data, 0), 5u) << "frames";
    EXPECT_EQ(number_at(chunks[1].data, 4), 0u) << "plays without end";
    const auto control = std::ranges::find(chunks, "fcTL", &PngChunk::type);
    EXPECT_EQ(control->data.substr(20, 4), std::string("\x00\x28\x03\xe8", 4)) << "40 of 1000 parts of a second";
    const std::vector<Image> frames = read_frames(folder, file);
    ASSERT_EQ(frames.size(), 5u);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(frames[static_cast<std::size_t>(i)], frame(37, 19, i)) << i;
    // A program that knows nothing of animations shows the first frame, with its texts.
    const auto still = read_png(path);
    ASSERT_TRUE(still);
    EXPECT_EQ(still->image, frame(37, 19, 0));
    EXPECT_EQ(still->texts, (TextChunks{{"Software", "Warpwise"}}));
}

TEST(Apng, NothingIsLeftOfOneThatIsNotFinished) {
    const TemporaryFolder folder;
    folder.write("a.png", "old");
    {
        auto writer = ApngWriter::create(folder.path() / "a.png", 40);
        ASSERT_TRUE(writer && writer->add(frame(8, 8, 1)));
        EXPECT_FALSE(writer->add(frame(9, 8, 1))) << "another size";
    }
    EXPECT_EQ(read_file(folder.path() / "a.png").value(), "old");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
    auto empty = ApngWriter::create(folder.path() / "b.png", 40);
    ASSERT_TRUE(empty);
    EXPECT_FALSE(empty->finish());
}

TEST(Apng, AFolderThatCannotBeWrittenIsNamed) {
    const auto writer = ApngWriter::create("/proc/nowhere/a.png", 40);
    ASSERT_FALSE(writer);
    EXPECT_NE(writer.error().message.find("/proc/nowhere"), std::string::npos);
}

TEST(Apng, AKillLeavesNothing) {
    const TemporaryFolder folder;
    folder.write("a.png", "old");
    const pid_t child = fork();
    if (child == 0) {
        auto writer = ApngWriter::create(folder.path() / "a.png", 40);
        if (!writer || !writer->add(frame(64, 64, 1)) || !writer->add(frame(64, 64, 2))) _exit(1);
        raise(SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    // what a file system without nameless files keeps is swept up by the next one
    ASSERT_TRUE(ApngWriter::create(folder.path() / "a.png", 40));
    EXPECT_EQ(read_file(folder.path() / "a.png").value(), "old");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

// A limit on the size of files stands for a full disk: writing fails in the middle, with a code that has a text.
TEST(Apng, NoRoomIsAnErrorAndLeavesNothing) {
    const TemporaryFolder folder;
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{4096, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    Result<void> outcome;
    {
        auto writer = ApngWriter::create(folder.path() / "a.png", 40);
        for (int i = 0; writer && outcome && i < 1000; ++i) outcome = writer->add(frame(64, 64, i));
    }
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    ASSERT_FALSE(outcome);
    EXPECT_NE(outcome.error().message.find("a.png cannot be written"), std::string::npos) << outcome.error().text();
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace warpwise
