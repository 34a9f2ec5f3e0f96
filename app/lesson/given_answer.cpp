#include "lesson/given_answer.h"

#include <fmt/format.h>

#include <algorithm>

#include "lesson/curve_shape.h"
#include "lesson/formula.h"

namespace warpwise {

std::string number_answer(const Prediction& prediction, double number) {
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
        return GivenAnswer{number_answer(prediction, entered->second), prediction.is_right(entered->second)};
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
    if (const auto given = given_answer(progress, prediction); given && !given->right)
        progress.missed.insert_or_assign(prediction.id, given->text);
}

void take_back(LessonProgress& progress, const Prediction& prediction) {
    progress.predictions.erase(prediction.id);
    progress.numbers.erase(prediction.id);
    progress.sketches.erase(prediction.id);
}

}  // namespace warpwise
