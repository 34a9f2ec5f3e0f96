// The command-line helpers that NVIDIA's CUDA samples include as <helper_string.h>: options are written -name or --name=value.
#pragma once
#pragma clang system_header
#include <strings.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
#define STRCASECMP strcasecmp
#define STRNCASECMP strncasecmp
#define STRCPY(to, bytes, from) strcpy(to, from)
#define FOPEN(file, name, mode) (file = fopen(name, mode))
#define FOPEN_FAIL(file) ((file) == nullptr)
#define SSCANF sscanf
#define SPRINTF sprintf

inline int stringRemoveDelimiter(char delimiter, const char* text) {
    int i = 0;
    while (text[i] == delimiter) ++i;
    return i >= (int)strlen(text) ? 0 : i;
}

inline int getFileExtension(char* name, char** extension) {
    char* dot = strrchr(name, '.');
    *extension = dot ? dot + 1 : nullptr;
    return dot ? (int)(dot - name) + 1 : 0;
}

// What stands behind `name` and its '=', "" without a value, null where the option is not given.
inline const char* __warpwise_option(int argc, const char** argv, const char* name) {
    size_t length = strlen(name);
    if (length > 0 && name[length - 1] == '=') --length;
    for (int i = 1; i < argc; ++i) {
        const char* word = argv[i];
        if (*word != '-') continue;
        while (*word == '-') ++word;
        if (strncasecmp(word, name, length) != 0) continue;
        if (word[length] == '=') return word + length + 1;
        if (word[length] == '\0') return word + length;
    }
    return nullptr;
}

inline bool checkCmdLineFlag(const int argc, const char** argv, const char* name) {
    return __warpwise_option(argc, argv, name) != nullptr;
}

template <class T>
inline bool getCmdLineArgumentValue(const int argc, const char** argv, const char* name, T* value) {
    const char* text = __warpwise_option(argc, argv, name);
    if (text == nullptr) return false;
    std::istringstream(text) >> *value;
    return true;
}

inline int getCmdLineArgumentInt(const int argc, const char** argv, const char* name) {
    const char* text = __warpwise_option(argc, argv, name);
    return text ? atoi(text) : 0;
}

inline float getCmdLineArgumentFloat(const int argc, const char** argv, const char* name) {
    const char* text = __warpwise_option(argc, argv, name);
    return text ? (float)atof(text) : 0.f;
}

inline bool getCmdLineArgumentString(const int argc, const char** argv, const char* name, char** value) {
    const char* text = __warpwise_option(argc, argv, name);
    *value = const_cast<char*>(text);
    return text != nullptr;
}

// A file of the samples: here, in data/, or in one of the folders above.
inline char* sdkFindFilePath(const char* name, const char*) {
    for (const char* folder :
         {"./", "./data/", "../", "../data/", "../../", "../../data/", "../../../", "../../../data/", "../../../Common/data/"}) {
        const std::string path = std::string(folder) + name;
        if (std::ifstream(path).good()) return strdup(path.c_str());
    }
    return nullptr;
}
