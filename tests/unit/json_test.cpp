// JSON that can be printed, and the words of its mistakes.
#include "base/json.h"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

namespace warpwise {
namespace {

using nlohmann::json;

TEST(Json, HasNoControlCharacters) {
    const json value = {{"a\x7f", "\x1b[31m\xc2\x9b\xc2\xa0\xc3\xab"}};
    const std::string text = json_text(value, -1);
    EXPECT_EQ(text, "{\"a\\u007f\":\"\\u001b[31m\\u009b\xc2\xa0\xc3\xab\"}");
    EXPECT_EQ(json::parse(text), value) << "the same value";
}

std::string words_for(const std::function<void()>& work) {
    try {
        work();
    } catch (const std::exception& e) {
        return plain_words(e);
    }
    return "no exception";
}

TEST(Json, MistakesAreInPlainWords) {
    const json value = {{"name", 1}};
    EXPECT_EQ(words_for([&] { static_cast<void>(value.at("device")); }), "\"device\" is missing");
    EXPECT_EQ(words_for([&] { static_cast<void>(value.at("name").get<std::string>()); }), "a value must be string, but is number");
    EXPECT_EQ(words_for([&] { static_cast<void>(value.at(3)); }), "a value is not what it should be");
    EXPECT_EQ(words_for([] { throw std::runtime_error("its own words"); }), "its own words");
}

}  // namespace
}  // namespace warpwise
