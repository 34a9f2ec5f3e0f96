#include "lesson/given_answer.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/number_text.h"
#include "lesson/curve_shape.h"
#include "lesson/formula.h"

namespace warpwise {

const Prediction& asked_now(const LessonProgress& progress, const Prediction& first) {
    const auto turn = progress.turns.find(first.id);
    if (turn == progress.turns.end() || turn->second <= 0) return first;
    const auto place = static_cast<std::size_t>(turn->second) - 1;
    return place < first.again.size() ? first.again[place] : first;
}

void ask_with_other_numbers(LessonProgress& progress, const Prediction& first) {
    if (!first.again.empty()) {
        int& turn = progress.turns[first.id];
        if (const auto given = progress.numbers.find(first.id); turn == 0 && given != progress.numbers.end())
            progress.first_numbers.try_emplace(first.id, given->second);
        turn = (turn + 1) % (static_cast<int>(first.again.size()) + 1);
    }
    take_back(progress, first);
}

std::string number_answer(const Prediction& prediction, double number) {
    if (prediction.asks_bar() && prediction.unit.empty()) return short_duration(number);
    if (prediction.click == kThreadClick) return "thread " + number_text(number);
    if (!prediction.click.empty()) return fmt::format("{}[{:.0f}]", prediction.click, number);
    return number_text(number) + (prediction.unit.empty() ? "" : " " + prediction.unit);
}

std::optional<GivenAnswer> given_answer(const LessonProgress& progress, const Prediction& prediction) {
    if (prediction.asks_sketch()) {
        const auto drawn = progress.sketches.find(prediction.id);
        if (drawn == progress.sketches.end()) return std::nullopt;
        const std::string_view shape = name_of(shape_of(drawn->second, prediction.top));
        return GivenAnswer{fmt::format("a curve that {}", shape), shape == prediction.shape};
    }
    if (prediction.asks_number()) {
        const auto entered = progress.numbers.find(prediction.id);
        if (entered == progress.numbers.end()) return std::nullopt;
        const Prediction& asked = asked_now(progress, prediction);
        return GivenAnswer{number_answer(asked, entered->second), asked.is_right(entered->second)};
    }
    const auto chosen = progress.predictions.find(prediction.id);
    if (chosen == progress.predictions.end() || chosen->second < 0 || chosen->second >= static_cast<int>(prediction.answers.size()))
        return std::nullopt;
    const Answer& answer = prediction.answers[static_cast<std::size_t>(chosen->second)];
    return GivenAnswer{answer.text, answer.right};
}

std::string right_answer(const Prediction& prediction) {
    if (prediction.asks_sketch()) return fmt::format("a curve that {}", prediction.shape);
    if (prediction.asks_number()) return number_answer(prediction, prediction.number);
    const auto right = std::ranges::find(prediction.answers, true, &Answer::right);
    return right == prediction.answers.end() ? "" : right->text;
}

void note_missed(LessonProgress& progress, const Prediction& prediction) {
    // without its recording no bar has a time
    if (prediction.asks_bar() && asked_now(progress, prediction).number <= 0) return;
    if (const auto given = given_answer(progress, prediction); given && !given->right)
        progress.missed.insert_or_assign(prediction.id, given->text);
}

void take_back(LessonProgress& progress, const Prediction& prediction) {
    progress.predictions.erase(prediction.id);
    progress.numbers.erase(prediction.id);
    progress.sketches.erase(prediction.id);
}

}  // namespace warpwise
