// What NVIDIA's CUDA samples include as <helper_functions.h> and <helper_image.h>: comparisons with a reference, and grey and
// colour pictures in the PGM and PPM formats.
#ifndef WARPWISE_HELPER_FUNCTIONS_H  // several names lead to this text, which #pragma once takes for several files
#define WARPWISE_HELPER_FUNCTIONS_H
#pragma clang system_header
#include <helper_string.h>
#include <helper_timer.h>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

template <class T, class S>
inline bool compareData(const T* reference, const T* data, const unsigned count, const S epsilon, const float threshold) {
    unsigned wrong = 0;
    for (unsigned i = 0; i < count; ++i)
        if (std::fabs((double)reference[i] - (double)data[i]) > (double)epsilon) ++wrong;
    if (threshold == 0.f) return wrong == 0;
    const bool is_right = count * threshold > wrong;
    if (wrong > 0 && !is_right) printf("%4.2f(%%) of bytes mismatched (count=%u)\n", (float)wrong * 100 / (float)count, wrong);
    return is_right;
}

template <class T, class S>
inline bool compareDataAsFloatThreshold(const T* reference, const T* data, const unsigned count, const S epsilon,
                                        const float threshold) {
    unsigned wrong = 0;
    for (unsigned i = 0; i < count; ++i)
        if (std::fabs((float)reference[i] - (float)data[i]) > MAX((float)epsilon, 1e-3f)) ++wrong;
    return threshold == 0.f ? wrong == 0 : count * threshold > wrong;
}

inline bool sdkCompareL2fe(const float* reference, const float* data, const unsigned count, const float epsilon) {
    float error = 0, norm = 0;
    for (unsigned i = 0; i < count; ++i) {
        const float difference = reference[i] - data[i];
        error += difference * difference;
        norm += reference[i] * reference[i];
    }
    norm = std::sqrt(norm);
    if (std::fabs(norm) < 1e-7f) {
        std::cerr << "ERROR, reference l2-norm is 0\n";
        return false;
    }
    return std::sqrt(error) / norm < epsilon;
}

template <class T>
inline bool sdkReadFile(const char* name, T** data, unsigned* count, bool) {
    std::ifstream file(name);
    if (!file) return false;
    std::vector<T> all;
    for (T value; file >> value;) all.push_back(value);
    if (*data == nullptr) {
        *data = (T*)malloc(sizeof(T) * all.size());
        *count = (unsigned)all.size();
    }
    std::copy_n(all.begin(), MIN((size_t)*count, all.size()), *data);
    return true;
}

template <class T, class S>
inline bool sdkWriteFile(const char* name, const T* data, unsigned count, const S epsilon, bool, bool append = false) {
    std::ofstream file(name, append ? std::ios::app : std::ios::out);
    if (!append) file << "# " << epsilon << "\n";
    for (unsigned i = 0; i < count; ++i) file << data[i] << ' ';
    file << std::endl;
    return file.good();
}

inline void sdkDumpBin(void* data, unsigned bytes, const char* name) {
    std::ofstream(name, std::ios::binary).write((char*)data, bytes);
}

// ---- pictures: "P5" or "P6", the size and the largest value, then the bytes ----

inline bool __loadPPM(const char* name, unsigned char** data, unsigned* width, unsigned* height, unsigned* channels) {
    std::ifstream file(name, std::ios::binary);
    std::string kind;
    if (!(file >> kind) || (kind != "P5" && kind != "P6")) {
        std::cerr << "__LoadPPM() : File is not a PPM or PGM image" << std::endl;
        return false;
    }
    unsigned values[3] = {};
    for (unsigned& value : values) {
        while ((file >> std::ws).peek() == '#') file.ignore(1 << 20, '\n');
        file >> value;
    }
    file.get();
    *channels = kind == "P5" ? 1 : 3;
    const size_t bytes = (size_t)values[0] * values[1] * *channels;
    if (!file || bytes == 0) return false;
    if (*data == nullptr) {
        *width = values[0];
        *height = values[1];
        *data = (unsigned char*)malloc(bytes);
    } else if (*width != values[0] || *height != values[1]) {
        std::cerr << "__LoadPPM() : Invalid image dimensions." << std::endl;
        return false;
    }
    return !!file.read((char*)*data, bytes);
}

inline bool __savePPM(const char* name, unsigned char* data, unsigned width, unsigned height, unsigned channels) {
    std::ofstream file(name, std::ios::binary);
    file << (channels == 1 ? "P5" : "P6") << "\n" << width << "\n" << height << "\n255\n";
    file.write((char*)data, (size_t)width * height * channels);
    return file.good();
}

inline void __warpwise_from_byte(unsigned char byte, unsigned char& value) { value = byte; }
inline void __warpwise_from_byte(unsigned char byte, float& value) { value = (float)byte / 255.f; }
inline unsigned char __warpwise_to_byte(unsigned char value) { return value; }
inline unsigned char __warpwise_to_byte(float value) { return (unsigned char)(value * 255.f); }

template <class T>
inline bool sdkLoadPGM(const char* name, T** data, unsigned* width, unsigned* height) {
    unsigned char* bytes = nullptr;
    unsigned channels = 0;
    if (!__loadPPM(name, &bytes, width, height, &channels)) return false;
    const size_t count = (size_t)*width * *height;
    if (*data == nullptr) *data = (T*)malloc(sizeof(T) * count);
    for (size_t i = 0; i < count; ++i) __warpwise_from_byte(bytes[i], (*data)[i]);
    free(bytes);
    return true;
}

template <class T>
inline bool sdkSavePGM(const char* name, T* data, unsigned width, unsigned height) {
    std::vector<unsigned char> bytes((size_t)width * height);
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = __warpwise_to_byte(data[i]);
    return __savePPM(name, bytes.data(), width, height, 1);
}

template <class T>
inline bool sdkLoadPPM4(const char* name, T** data, unsigned* width, unsigned* height) {
    unsigned char* bytes = nullptr;
    unsigned channels = 0;
    if (!__loadPPM(name, &bytes, width, height, &channels)) return false;
    const size_t count = (size_t)*width * *height;
    *data = (T*)malloc(4 * sizeof(T) * count);
    for (size_t i = 0; i < count; ++i)
        for (unsigned c = 0; c < 4; ++c) (*data)[4 * i + c] = c == 3 ? T(0) : (T)bytes[channels * i + (channels == 1 ? 0 : c)];
    free(bytes);
    return true;
}
inline bool sdkLoadPPM4ub(const char* name, unsigned char** data, unsigned* width, unsigned* height) {
    return sdkLoadPPM4(name, data, width, height);
}
inline bool sdkLoadPPMub(const char* name, unsigned char** data, unsigned* width, unsigned* height) {
    unsigned channels = 0;
    return __loadPPM(name, data, width, height, &channels);
}
inline bool sdkSavePPM4ub(const char* name, unsigned char* data, unsigned width, unsigned height) {
    std::vector<unsigned char> bytes((size_t)width * height * 3);
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = data[i / 3 * 4 + i % 3];
    return __savePPM(name, bytes.data(), width, height, 3);
}

inline bool __warpwise_compare_pictures(const char* name, const char* reference, float epsilon, float threshold) {
    unsigned char *one = nullptr, *other = nullptr;
    unsigned w[2] = {}, h[2] = {}, channels[2] = {};
    const bool are_read =
        __loadPPM(reference, &one, &w[0], &h[0], &channels[0]) && __loadPPM(name, &other, &w[1], &h[1], &channels[1]);
    const bool is_same = are_read && w[0] == w[1] && h[0] == h[1] && channels[0] == channels[1] &&
                         compareData(one, other, w[0] * h[0] * channels[0], epsilon, threshold);
    free(one);
    free(other);
    return is_same;
}
inline bool sdkComparePPM(const char* name, const char* reference, const float epsilon, const float threshold, bool) {
    return __warpwise_compare_pictures(name, reference, epsilon, threshold);
}
inline bool sdkComparePGM(const char* name, const char* reference, const float epsilon, const float threshold, bool) {
    return __warpwise_compare_pictures(name, reference, epsilon, threshold);
}
#endif
