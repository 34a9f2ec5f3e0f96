// The order in which a prediction's answers are shown. Each learner has another one, so that no place among them is the right
// one more often than the others, and it stays the same from start to start.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "lesson/lesson.h"

namespace warpwise {

// Places among Prediction::answers, first shown first. A prediction that is `ordered` keeps the manifest's order.
std::vector<std::size_t> answer_order(const Prediction& prediction, const std::string& lesson_id, std::uint64_t learner);

std::filesystem::path learner_file();  // user_data_dir()/learner
// The number that tells this learner from others: read from the file, or drawn and written there. Where it cannot be written it
// lasts as long as the caller keeps it.
std::uint64_t learner_number(const std::filesystem::path& file = learner_file());

}  // namespace warpwise
