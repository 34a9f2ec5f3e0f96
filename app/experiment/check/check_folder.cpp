#include "experiment/check/check_folder.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

#include "base/clock.h"
#include "base/escape.h"
#include "base/files.h"
#include "device/interface/host.h"
#include "device/process/program_text.h"
#include "experiment/check/exercise_verdict.h"
#include "experiment/file/main_sources.h"
#include "experiment/run/kept_truths.h"

namespace warpwise {
namespace fs = std::filesystem;
namespace {

// Of each launch, about a second. Every solution of the course passes with it: check_folder_test.cpp grades them all.
constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 28;
// A wrong hand-in that takes longer is not run on the shapes that are left: the rest of the class is waiting.
constexpr double kPatienceS = 2;
constexpr std::size_t kMostAtOnce = 16;  // an emulator is a process of its own

bool is_source(const fs::path& file) { return file.extension() == ".cu"; }
bool is_hidden(const fs::path& file) { return file.filename().string().starts_with('.'); }

// Not through links: what stands elsewhere is not a hand-in, and its text would be in the report.
HandIn hand_in_of_file(const fs::path& file, const fs::path& below) {
    HandIn found{shown_name(file.lexically_relative(below).string()), file, {}};
    std::error_code error;
    const fs::file_status status = fs::symlink_status(file, error);
    if (error)
        found.problem = fmt::format("it cannot be read: {}", error.message());
    else if (status.type() == fs::file_type::symlink)
        found.problem = "it is a link; hand in the file itself";
    else if (status.type() != fs::file_type::regular)
        found.problem = "it is not a file";
    return found;
}

bool is_header(const fs::path& file) {
    const fs::path ending = file.extension();
    return ending == ".h" || ending == ".cuh" || ending == ".hpp";
}

std::string too_many(std::size_t sources) { return fmt::format("the folder has {} files that end in .cu; leave one", sources); }

HandIn hand_in_of_folder(const fs::path& folder, const fs::path& below) {
    HandIn found{shown_name(folder.lexically_relative(below).string()), {}, {}};
    std::error_code error;
    std::vector<fs::path> cuda, sources, beside;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const fs::path& file = entry->path();
        if (is_hidden(file)) continue;
        if (is_source(file)) cuda.push_back(file);
        if (is_program_source(file)) sources.push_back(file);
        if (is_program_source(file) || is_header(file)) beside.push_back(file);
    }
    std::ranges::sort(sources);
    const std::vector<fs::path> mains = sources.size() > 1 ? sources_with_main(sources) : std::vector<fs::path>();
    if (error)
        found.problem = fmt::format("the folder cannot be read: {}", error.message());
    else if (cuda.empty())
        found.problem = "the folder has no file that ends in .cu";
    else if (mains.size() > 1)
        found.problem = fmt::format("several of its files have a main(): {}; leave one program", file_names(mains));
    else if (mains.empty() && cuda.size() > 1)
        found.problem = too_many(cuda.size());
    if (!found.problem.empty()) return found;
    found = hand_in_of_file(mains.empty() ? cuda.front() : mains.front(), below);
    std::ranges::sort(beside);
    for (const fs::path& each : beside)
        if (each != found.file && hand_in_of_file(each, below).problem.empty()) found.beside.push_back(each);
    return found;
}

GradedHandIn grade(const Lesson& lesson, const HandIn& hand_in, DeviceSet& devices, const ExerciseOptions& options) {
    GradedHandIn graded{hand_in.name, {}, hand_in.problem};
    const Exercise* exercise = lesson.find_exercise(options.exercise);
    const auto more = static_cast<std::size_t>(std::ranges::count_if(hand_in.beside, is_source));
    if (more > 0 && exercise != nullptr && !exercise->program) graded.problem = too_many(more + (is_source(hand_in.file) ? 1 : 0));
    if (!graded.problem.empty()) return graded;
    const auto text = read_file(hand_in.file, kMostExerciseBytes);
    if (!text) {
        graded.problem = shown_name(text.error().text());
        return graded;
    }
    auto result = check_exercise(lesson, *text, devices, options);
    if (result)
        graded.result = std::move(*result);
    else
        graded.problem = result.error().text();
    return graded;
}

// One emulator, and the hand-ins that it takes one after the other.
class Graders {
  public:
    Graders(const Lesson& lesson, const std::vector<HandIn>& hand_ins, const FolderOptions& options)
        : lesson_(lesson), hand_ins_(hand_ins), options_(options), graded_(hand_ins.size()), seed_(options.seed) {
        // All get the same data, so that the lesson's solution and reference run once for all of them.
        if (!seed_) seed_ = fresh_seed();
    }

    std::vector<GradedHandIn> run(std::size_t at_once, int threads) {
        {
            std::vector<std::jthread> graders;
            for (std::size_t i = 0; i < at_once; ++i) graders.emplace_back([this, threads] { take_hand_ins(threads); });
        }
        return std::move(graded_);
    }

  private:
    void take_hand_ins(int threads) {
        DeviceSet devices;
        KeptSolution solution;
        KeptTruths truths;
        for (std::size_t i = next_++; i < hand_ins_.size(); i = next_++) {
            ExerciseOptions options{.exercise = options_.exercise, .source = hand_ins_[i].name, .threads = threads};
            options.seed = seed_;
            options.kept_solution = &solution;
            options.hooks.truths = &truths;
            options.beside = hand_ins_[i].beside;
            options.file = hand_ins_[i].file;
            options.hooks.step_budget = kMostSteps;
            options.patience_s = kPatienceS;
            // Memory that one hand-in cannot have, for example, is no reason to lose what the others came to.
            try {
                graded_[i] = grade(lesson_, hand_ins_[i], devices, options);
            } catch (const std::exception& error) {
                graded_[i] = {hand_ins_[i].name, {}, fmt::format("it could not be graded: {}", error.what())};
            }
            const std::lock_guard lock(telling_);
            if (options_.done) options_.done(++done_, hand_ins_.size());
        }
    }

    const Lesson& lesson_;
    const std::vector<HandIn>& hand_ins_;
    const FolderOptions& options_;
    std::vector<GradedHandIn> graded_;  // each element is of one thread
    std::optional<std::uint64_t> seed_;
    std::atomic<std::size_t> next_{0};
    std::mutex telling_;
    std::size_t done_ = 0;
};

}  // namespace

std::size_t FolderResult::passed() const {
    return static_cast<std::size_t>(std::ranges::count(hand_ins, true, &GradedHandIn::passed));
}

std::size_t FolderResult::not_graded() const {
    return static_cast<std::size_t>(std::ranges::count_if(hand_ins, [](const GradedHandIn& one) { return !one.result; }));
}

Result<std::vector<HandIn>> find_hand_ins(const fs::path& folder) {
    std::vector<HandIn> found;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        if (is_hidden(entry->path())) continue;
        std::error_code ignored;
        if (entry->is_directory(ignored) && !entry->is_symlink(ignored))
            found.push_back(hand_in_of_folder(entry->path(), folder));
        else if (is_source(entry->path()))
            found.push_back(hand_in_of_file(entry->path(), folder));
    }
    if (error) return usage_error(fmt::format("the folder {} cannot be read: {}", shown_name(folder.string()), error.message()));
    if (found.empty())
        return usage_error(fmt::format("there is nothing to grade in {}", shown_name(folder.string())),
                           "Each hand-in is a file that ends in .cu, or a folder with one such file.");
    std::ranges::sort(found, {}, &HandIn::name);
    return found;
}

Result<FolderResult> check_folder(const Lesson& lesson, const std::vector<HandIn>& hand_ins, const FolderOptions& options) {
    const auto exercise = exercise_to_check(lesson, options.exercise);
    if (!exercise) return std::unexpected(exercise.error());
    DeviceSet first;  // what is missing here is told once
    if (const auto emulator = first.get(kind_that(&DeviceTraits::checks_accesses)); !emulator)
        return std::unexpected(emulator.error());
    const auto start = Clock::now();
    const auto cores = static_cast<std::size_t>(std::max(1, usable_cores()));
    const std::size_t wanted = options.at_once > 0 ? static_cast<std::size_t>(options.at_once) : cores;
    const std::size_t at_once =
        std::clamp(wanted, std::size_t{1}, std::min(kMostAtOnce, std::max(hand_ins.size(), std::size_t{1})));
    const int threads = options.threads > 0 ? options.threads : static_cast<int>(std::max(std::size_t{1}, cores / at_once));
    FolderResult result;
    result.lesson = lesson.id;
    result.title = exercise_title(lesson, **exercise);
    result.exercise = (*exercise)->id;
    result.date = fmt::format("{:%FT%TZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
    result.version = WARPWISE_VERSION;
    result.hand_ins = Graders(lesson, hand_ins, options).run(at_once, threads);
    result.wall_s = seconds_since(start);
    return result;
}

}  // namespace warpwise
