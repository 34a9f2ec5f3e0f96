// What programs of courses include as <wb.h>: the part of libwb that their main() calls. It reads the arguments that graders give
// (-i INPUT,... -e EXPECTED -o OUTPUT -t TYPE), imports and exports vectors, matrices and pictures, and compares a result with the
// expected file, with libwb's tolerance. Teaching kits know the same functions as gpuTK... (headers.cpp).
#ifndef WARPWISE_WB_HOST_H
#define WARPWISE_WB_HOST_H
#pragma clang system_header
#include <assert.h>
#include <cuda_runtime.h>
#include <sys/stat.h>
#include <unistd.h>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>
using std::string;
using std::stringstream;
using std::vector;

typedef bool wbBool;
typedef float wbReal_t;
#define wbTrue true
#define wbFalse false
#define wbStmt(statement) statement
#define wbAssert(condition) assert(condition)
#define wbExit() std::exit(1)
#define wbImage_channels 3

// ---- words and times, on standard output ----
template <typename... Parts>
static inline std::string wbString(const Parts&... parts) {
    std::ostringstream out;
    (out << ... << parts);
    return out.str();
}
#define wbLog(level, ...) std::cout << "[" #level "] line " << __LINE__ << ": " << wbString(__VA_ARGS__) << std::endl
static inline double __wb_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
static inline std::map<std::string, double>& __wb_begun() {
    static std::map<std::string, double> begun;
    return begun;
}
static inline void __wb_stopped(const std::string& what) {
    std::cout << "[" << what << "] " << __wb_seconds() - __wb_begun()[what] << " s" << std::endl;
}
#define wbTime_start(kind, ...) (void)(__wb_begun()[wbString(#kind ": ", ##__VA_ARGS__)] = __wb_seconds())
#define wbTime_stop(kind, ...) __wb_stopped(wbString(#kind ": ", ##__VA_ARGS__))
// A program's own macro of this name takes its place.
static inline void wbCheck(cudaError_t error) {
    if (error == cudaSuccess) return;
    std::cout << "[ERROR] " << cudaGetErrorString(error) << std::endl;
    std::exit(1);
}

// ---- arguments ----
struct wbArg_t {
    int inputCount = 0;
    char** inputFiles = nullptr;
    char* outputFile = nullptr;
    char* expectedOutput = nullptr;
    char* type = nullptr;
};
[[noreturn]] static inline void __wb_fail(const std::string& what) {
    std::cout << std::flush;
    std::cerr << "wb: " << what << std::endl;
    std::exit(1);
}
static inline wbArg_t wbArg_read(int count, char** words) {
    wbArg_t out;
    for (int i = 1; i + 1 < count; ++i) {
        if (words[i][0] != '-') continue;
        const char option = words[i][1];
        char* const value = words[i + 1];
        if (option == 'i') {
            static std::vector<char*> files;
            for (char* file = std::strtok(strdup(value), ","); file != nullptr; file = std::strtok(nullptr, ","))
                files.push_back(file);
            out.inputCount = static_cast<int>(files.size());
            out.inputFiles = files.data();
        }
        if (option == 'o') out.outputFile = value;
        if (option == 'e') out.expectedOutput = value;
        if (option == 't') out.type = value;
        if (std::strchr("ioet", option) != nullptr) ++i;
    }
    return out;
}
static inline int wbArg_getInputCount(const wbArg_t& a) { return a.inputCount; }
static inline char** wbArg_getInputFiles(const wbArg_t& a) { return a.inputFiles; }
static inline char* wbArg_getInputFile(const wbArg_t& a, int which) {
    if (which < 0 || which >= a.inputCount)
        __wb_fail(wbString("the program needs input file ", which, ". Its arguments are: -i INPUT,... -e EXPECTED -t TYPE"));
    return a.inputFiles[which];
}
static inline char* wbArg_getOutputFile(const wbArg_t& a) { return a.outputFile; }
static inline char* wbArg_getExpectedOutputFile(const wbArg_t& a) { return a.expectedOutput; }
static inline char* wbArg_getType(const wbArg_t& a) { return a.type; }

// ---- pictures: floats from 0 to 1, a row after the other, the channels of a pixel together ----
struct st_wbImage_t {
    int width, height, channels, pitch;
    float* data;
};
typedef st_wbImage_t* wbImage_t;
static inline wbImage_t wbImage_new(int width, int height, int channels = wbImage_channels, float* data = nullptr) {
    const size_t count = static_cast<size_t>(width) * height * channels;
    if (data == nullptr) data = static_cast<float*>(std::calloc(count, sizeof(float)));
    return new st_wbImage_t{width, height, channels, width * channels, data};
}
static inline void wbImage_delete(wbImage_t image) {
    if (image == nullptr) return;
    std::free(image->data);
    delete image;
}
static inline int wbImage_getWidth(wbImage_t image) { return image->width; }
static inline int wbImage_getHeight(wbImage_t image) { return image->height; }
static inline int wbImage_getChannels(wbImage_t image) { return image->channels; }
static inline int wbImage_getPitch(wbImage_t image) { return image->pitch; }
static inline float* wbImage_getData(wbImage_t image) { return image->data; }

// ---- files: numbers as text behind a line with their count or "rows columns" (.csv: no such line), pictures as PPM and PGM ----
static inline bool __wb_ends_with(const char* file, const char* ending) {
    const size_t length = std::strlen(file), wanted = std::strlen(ending);
    return length >= wanted && std::strcmp(file + length - wanted, ending) == 0;
}
static inline std::string __wb_text(const char* file) {
    std::ifstream in(file ? file : "", std::ios::binary);
    if (!in) __wb_fail(wbString("cannot read ", file ? file : "a file that was not named"));
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}
template <typename T>
static inline void* __wb_numbers(const char* file, int* rows, int* columns) {
    std::string text = __wb_text(file);
    const bool is_table = __wb_ends_with(file, ".csv") || __wb_ends_with(file, ".tsv");
    *rows = 0;
    *columns = 1;
    const size_t first_end = text.find('\n');
    std::istringstream first(text.substr(0, first_end));
    if (!is_table) {
        if (!(first >> *rows)) __wb_fail(wbString(file, " does not begin with the number of its elements"));
        if (!(first >> *columns)) *columns = 1;
        text.erase(0, first_end == std::string::npos ? first_end : first_end + 1);
    } else {
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);)
            if (line.find_first_not_of(" \r\t") != std::string::npos) ++*rows;
        const std::string head = first.str();
        for (char c : head) *columns += c == ',' || c == '\t';
        for (char& c : text)
            if (c == ',') c = ' ';
    }
    const size_t count = static_cast<size_t>(*rows) * *columns;
    T* out = static_cast<T*>(std::calloc(count ? count : 1, sizeof(T)));
    std::istringstream numbers(text);
    size_t read = 0;
    for (double value; read < count && numbers >> value;) out[read++] = static_cast<T>(value);
    if (read < count) __wb_fail(wbString(file, " has ", read, " numbers; its first line says ", count));
    return out;
}
static inline void* wbImport(const char* file, int* rows, int* columns, const char* type) {
    if (std::strcmp(type, "Integer") == 0 || std::strcmp(type, "integer") == 0) return __wb_numbers<int>(file, rows, columns);
    if (std::strcmp(type, "Text") != 0 && std::strcmp(type, "text") != 0) return __wb_numbers<float>(file, rows, columns);
    const std::string text = __wb_text(file);
    *rows = static_cast<int>(text.size());
    *columns = 1;
    return std::memcpy(std::calloc(text.size() + 1, 1), text.data(), text.size());
}
static inline void* wbImport(const char* file, int* rows, int* columns) { return wbImport(file, rows, columns, "Real"); }
static inline void* wbImport(const char* file, int* rows, const char* type) {
    int columns = 1;
    void* out = wbImport(file, rows, &columns, type);
    *rows *= columns;
    return out;
}
static inline void* wbImport(const char* file, int* rows) { return wbImport(file, rows, "Real"); }
static inline int wbImport_flag(const char* file) { return std::atoi(__wb_text(file).c_str()); }
static inline wbImage_t wbImport(const char* file) {
    const std::string text = __wb_text(file);
    std::istringstream in(text);
    std::string kind, word;
    in >> kind;
    int sizes[4] = {}, wanted = kind == "S6" ? 4 : 3;  // S6 says how many channels there are
    for (int i = 0; i < wanted && in >> word;) {
        if (word[0] == '#')
            std::getline(in, word);
        else
            sizes[i++] = std::atoi(word.c_str());
    }
    const int channels = kind == "S6" ? sizes[2] : kind == "P5" ? 1 : 3, depth = sizes[wanted - 1];
    const size_t bytes = static_cast<size_t>(sizes[0]) * sizes[1] * channels, begin = static_cast<size_t>(in.tellg()) + 1;
    if ((kind != "P6" && kind != "P5" && kind != "S6") || depth < 1 || depth > 255 || bytes == 0 || begin + bytes > text.size())
        __wb_fail(wbString(file, " is not a picture in the PPM or PGM format with one byte per channel"));
    wbImage_t out = wbImage_new(sizes[0], sizes[1], channels);
    for (size_t i = 0; i < bytes; ++i) out->data[i] = static_cast<unsigned char>(text[begin + i]) / static_cast<float>(depth);
    return out;
}
template <typename T>
static inline void wbExport(const char* file, const T* data, int rows, int columns = 1) {
    std::ofstream out(file);
    const bool is_table = __wb_ends_with(file, ".csv");
    if (!is_table) out << rows << (columns > 1 ? wbString(" ", columns) : "") << "\n";
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x)
            out << +data[static_cast<size_t>(y) * columns + x] << (x + 1 == columns ? "\n" : is_table ? "," : " ");
}
static inline void wbExport(const char* file, wbImage_t image) {
    std::ofstream out(file, std::ios::binary);
    out << (image->channels == 1 ? "P5" : "P6") << "\n" << image->width << " " << image->height << "\n255\n";
    const size_t count = static_cast<size_t>(image->width) * image->height * image->channels;
    for (size_t i = 0; i < count; ++i) {
        const float value = image->data[i];
        out.put(static_cast<char>(static_cast<unsigned char>(value > 0 ? std::ceil((value < 1 ? value : 1) * 255) : 0)));
    }
}

// ---- the result and the expected file ----
static inline bool __wb_say(const std::string& difference) {
    if (difference.empty())
        std::cout << "The solution is correct" << std::endl;
    else
        std::cout << "The solution is NOT correct: " << difference << std::endl;
    return difference.empty();
}
// Integers are equal; floating-point numbers differ by 0.2 at most, as in libwb.
template <typename T>
static inline std::string __wb_difference(const T* found, const T* expected, size_t count, size_t columns) {
    for (size_t i = 0; i < count; ++i) {
        const double difference = static_cast<double>(found[i]) - static_cast<double>(expected[i]);
        if (difference == 0 || (T(0.5) != T(0) && std::fabs(difference) <= 0.2)) continue;
        return wbString("row ", i / columns, ", column ", i % columns, " is ", +found[i], ", expected is ", +expected[i]);
    }
    return {};
}
template <typename T>
static inline std::string __wb_compared(const char* file, const T* found, int rows, int columns) {
    int expected_rows = 0, expected_columns = 0;
    T* expected = static_cast<T*>(__wb_numbers<T>(file, &expected_rows, &expected_columns));
    std::string out;
    if (static_cast<size_t>(expected_rows) * expected_columns != static_cast<size_t>(rows) * columns)
        out = wbString("it has ", rows, " x ", columns, " elements, expected are ", expected_rows, " x ", expected_columns);
    else
        out = __wb_difference(found, expected, static_cast<size_t>(rows) * columns, columns);
    std::free(expected);
    return out;
}
static inline wbBool wbSolution(wbArg_t args, wbImage_t image) {
    if (args.outputFile) wbExport(args.outputFile, image);
    if (args.expectedOutput == nullptr) return __wb_say("no file with the expected picture was given (-e)");
    wbImage_t expected = wbImport(args.expectedOutput);
    std::string difference = "it has another size or other channels than expected";
    const size_t count = static_cast<size_t>(image->width) * image->height * image->channels;
    if (expected->width == image->width && expected->height == image->height && expected->channels == image->channels) {
        std::vector<float> found(image->data, image->data + count);
        for (float& value : found) value = value < 0 ? 0 : value > 1 ? 1 : value;
        difference = __wb_difference(found.data(), expected->data, count, image->pitch);
    }
    wbImage_delete(expected);
    return __wb_say(difference);
}
static inline wbBool wbSolution(wbArg_t args, void* data, int rows, int columns = 1, int depth = 1) {
    const std::string type = args.type ? args.type : "vector";
    columns *= depth;
    if (type == "image") return wbSolution(args, static_cast<wbImage_t>(data));
    if (args.expectedOutput == nullptr) return __wb_say("no file with the expected result was given (-e)");
    if (type == "histogram") {
        if (args.outputFile) wbExport(args.outputFile, static_cast<unsigned char*>(data), rows, columns);
        return __wb_say(__wb_compared(args.expectedOutput, static_cast<unsigned char*>(data), rows, columns));
    }
    if (type.compare(0, 15, "integral_vector") == 0) {
        if (args.outputFile) wbExport(args.outputFile, static_cast<int*>(data), rows, columns);
        return __wb_say(__wb_compared(args.expectedOutput, static_cast<int*>(data), rows, columns));
    }
    if (args.outputFile) wbExport(args.outputFile, static_cast<float*>(data), rows, columns);
    return __wb_say(__wb_compared(args.expectedOutput, static_cast<float*>(data), rows, columns));
}
#endif
