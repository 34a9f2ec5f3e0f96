// Texts damaged at random, the same ones every time: for whatever reads a file or message from elsewhere.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"

namespace warpwise::test {

class Mutator {
  public:
    // `words`: pieces that matter to the format, put in here and there.
    Mutator(std::vector<std::string> corpus, std::vector<std::string> words, std::uint32_t seed = 1)
        : corpus_(std::move(corpus)), words_(std::move(words)), random_(seed) {
        for (const char* word : {"", "0", "-1", "1e999", "9223372036854775808", "nan", "\xff", "\n", "\"", "{", "["})
            words_.emplace_back(word);
    }

    std::string next() {
        std::string text = one_of(corpus_);
        for (std::size_t changes = 1 + below(4); changes > 0; --changes) change(text);
        return text;
    }

  private:
    std::size_t below(std::size_t end) { return end == 0 ? 0 : random_() % end; }
    const std::string& one_of(const std::vector<std::string>& list) { return list[below(list.size())]; }

    void change(std::string& text) {
        const std::size_t at = below(text.size() + 1), length = std::min(below(24), text.size() - at);
        switch (below(7)) {
            case 0: text.resize(at); break;
            case 1: text.erase(at, length); break;
            case 2: text.insert(at, text.substr(at, length)); break;
            case 3: text.insert(at, one_of(words_)); break;
            case 4: text.replace(at, length, one_of(words_)); break;
            case 5: {
                const std::string& other = one_of(corpus_);
                text.replace(at, length, other.substr(below(other.size()), below(200)));
                break;
            }
            default:
                if (at < text.size()) text[at] = static_cast<char>(below(256));
        }
    }

    std::vector<std::string> corpus_, words_;
    std::mt19937 random_;
};

// Calls `read` with some hundred damaged texts; it passes when it returns. WARPWISE_FUZZ_SECONDS asks for more: as many as fit. The
// text in use is then kept in WARPWISE_FUZZ_FILE, for the debugger when the process ended with it.
inline void fuzz(std::vector<std::string> corpus, std::vector<std::string> words,
                 const std::function<void(const std::string&)>& read) {
    constexpr int rounds = 400;
    const char* seconds = std::getenv("WARPWISE_FUZZ_SECONDS");
    const char* file = std::getenv("WARPWISE_FUZZ_FILE");
    for (const std::string& text : corpus) read(text);
    if (seconds == nullptr) {
        Mutator mutator(std::move(corpus), std::move(words));
        for (int i = 0; i < rounds; ++i) read(mutator.next());
        return;
    }
    Mutator mutator(std::move(corpus), std::move(words), std::random_device{}());
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(std::atof(seconds));
    while (std::chrono::steady_clock::now() < end) {
        const std::string text = mutator.next();
        if (file != nullptr) static_cast<void>(write_file_atomically(file, text));
        read(text);
    }
}

}  // namespace warpwise::test
