#include "base/npy.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/files.h"
#include "base/sha256.h"
#include "temporary_folder.h"

namespace warpwise {
namespace {

class Npy : public ::testing::Test {
  protected:
    const test::TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "array.npy";
};

TEST_F(Npy, RoundTripsEveryDtypeAndShape) {
    for (DType dtype : all_dtypes())
        for (const std::vector<std::int64_t>& shape : {std::vector<std::int64_t>{}, {5}, {3, 4}, {2, 3, 4}, {0}}) {
            Array array = Array::make(dtype, shape).value();
            for (std::size_t i = 0; i < array.size_bytes(); ++i) array.bytes()[i] = static_cast<std::byte>(i * 7 % 120);
            ASSERT_TRUE(write_npy(file, array));
            const auto read = read_npy(file);
            ASSERT_TRUE(read) << read.error().text();
            EXPECT_EQ(read->dtype(), dtype);
            EXPECT_EQ(read->shape(), shape);
            EXPECT_EQ(sha256_hex(read->bytes()), sha256_hex(array.bytes()));
        }
}

TEST_F(Npy, WritesWhatNumpyWrites) {
    // numpy.save of numpy.arange(3, dtype=numpy.int32): 128 bytes of header, then the data.
    Array array = Array::make(DType::i32, {3}).value();
    for (int i = 0; i < 3; ++i) array.as<std::int32_t>()[static_cast<std::size_t>(i)] = i;
    ASSERT_TRUE(write_npy(file, array));
    const std::string text = read_file(file).value();
    EXPECT_EQ(text.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
    EXPECT_EQ(text.size() % 64, 12u);
    EXPECT_NE(text.find("{'descr': '<i4', 'fortran_order': False, 'shape': (3, ), }"), std::string::npos);
    EXPECT_EQ(text.substr(text.size() - 12), std::string("\0\0\0\0\1\0\0\0\2\0\0\0", 12));
}

TEST_F(Npy, DamagedFilesAreErrors) {
    Array array = Array::make(DType::f32, {100}).value();
    ASSERT_TRUE(write_npy(file, array));
    const std::string whole = read_file(file).value();
    for (std::size_t size : {std::size_t{0}, std::size_t{7}, std::size_t{40}, whole.size() - 1}) {
        ASSERT_TRUE(write_file_atomically(file, whole.substr(0, size)));
        EXPECT_FALSE(read_npy(file)) << size << " bytes";
    }
    std::string huge = whole;
    huge.replace(huge.find("(100, )"), 7, "(9e9,) ");
    ASSERT_TRUE(write_file_atomically(file, huge));
    EXPECT_FALSE(read_npy(file));
    std::string fortran = whole;
    fortran.replace(fortran.find("False"), 5, "True ");
    ASSERT_TRUE(write_file_atomically(file, fortran));
    EXPECT_NE(read_npy(file).error().text().find("Fortran"), std::string::npos);
}

TEST(Sha256, KnownDigest) {
    const std::string text = "abc";
    EXPECT_EQ(sha256_hex(std::as_bytes(std::span(text))), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

// The header is judged first: this file is larger than any that is read whole.
TEST_F(Npy, AFileIsJudgedByItsHeaderBeforeItIsRead) {
    std::ofstream(file, std::ios::binary) << std::string("\x93NUMPY\x01\x00\x46\x00", 10)
                                          << "{'descr': '<f4', 'fortran_order': True, 'shape': (4294967296,), }     \n";
    std::filesystem::resize_file(file, std::uintmax_t{20} << 30);  // takes no room on the disk
    auto read = read_npy(file);
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().text().find("Fortran order"), std::string::npos) << read.error().text();

    std::ofstream(file, std::ios::binary) << std::string("\x93NUMPY\x01\x00\x46\x00", 10)
                                          << "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }             \n";
    std::filesystem::resize_file(file, std::uintmax_t{20} << 30);
    read = read_npy(file);
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->size(), 3u);

    std::ofstream(file, std::ios::binary) << std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12) << "{'descr': '<f4'";
    std::filesystem::resize_file(file, std::uintmax_t{20} << 30);
    read = read_npy(file);
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().text().find("its header has 4,294,967,295 bytes"), std::string::npos) << read.error().text();
}

TEST_F(Npy, AHeadersEscapesStayOutOfTheMessage) {
    std::ofstream(file, std::ios::binary) << std::string("\x93NUMPY\x01\x00\x46\x00", 10)
                                          << "{'descr': '\x1b]0;title\x07', 'fortran_order': False, 'shape': (3,), }      \n";
    const auto read = read_npy(file);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().text().find('\x1b'), std::string::npos);
    EXPECT_NE(read.error().text().find("element type"), std::string::npos) << read.error().text();
}

}  // namespace
}  // namespace warpwise
