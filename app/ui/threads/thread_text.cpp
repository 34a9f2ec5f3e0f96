#include "ui/threads/thread_text.h"

#include <fmt/format.h>

#include "ui/kit/widgets.h"

namespace warpwise::ui {

std::string place_text(const LaunchShape& shape, std::uint64_t thread) {
    const ThreadPlace p = place_of(shape, thread);
    return fmt::format("{}, lane {} of warp {}", thread_name(shape, thread), p.lane(), p.warp());
}

std::string index_text(const ThreadFacts* facts, std::uint64_t thread) {
    if (facts == nullptr || !facts->formula) return {};
    const ThreadPlace place = place_of(facts->shape, thread);
    const auto index = facts->formula->at(place);
    const std::vector<std::string> values = facts->formula->values_at(place);
    std::string text = "i = ";
    for (std::size_t i = 0; i < facts->terms.size() && i < values.size(); ++i) {
        const std::string& term = facts->terms[i].text;
        const bool is_operator = values[i].empty();
        const bool bracket = term == "(" || term == ")";
        text += is_operator && !bracket ? " " + term + " " : is_operator ? term : values[i];
    }
    return index ? text + " = " + with_separators(*index) : text;
}

}  // namespace warpwise::ui
