#include "experiment/file/smallest_program_search.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "base/clock.h"
#include "base/files.h"
#include "experiment/file/program_numbers.h"
#include "experiment/file/program_run.h"
#include "experiment/file/temporary_folder.h"

namespace warpwise {
namespace {

const ProgramFinding* first_mistake(const ProgramReport& report) {
    const auto found = std::ranges::find_if(report.findings, [](const ProgramFinding& one) { return !one.is_note; });
    return found == report.findings.end() ? nullptr : &*found;
}

std::string file_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

// Asks a run to stop when its time is over, or when the user asks for it.
class RunTime {
  public:
    RunTime(double seconds, const std::stop_token& user)
        : by_user_(user, [this] { stop_.request_stop(); }), timer_([this, seconds](const std::stop_token& ended) {
              std::unique_lock lock(mutex_);
              if (!changed_.wait_for(lock, ended, std::chrono::duration<double>(seconds), [] { return false; }) &&
                  !ended.stop_requested())
                  stop_.request_stop();
          }) {}
    std::stop_token token() const { return stop_.get_token(); }

  private:
    std::stop_source stop_;
    std::stop_callback<std::function<void()>> by_user_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::jthread timer_;  // last: it uses the others
};

class ProgramSearch {
  public:
    ProgramSearch(const ExecOptions& options, const ProgramFinding& mistake, int exit_code, TemporaryFolder folder,
                  const std::stop_token& stop, const SmallestProgramLimits& limits)
        : options_(options), mistake_(mistake), exit_code_(exit_code), folder_(std::move(folder)), stop_(stop), limits_(limits) {
        numbers_ = program_numbers(options);
        for (const ProgramNumber& number : numbers_) now_.push_back(number.value);
    }

    Result<SmallestProgram> run() {
        std::vector<std::size_t> order(numbers_.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        const auto size = [&](std::size_t at) { return std::pair(-numbers_[at].value, at); };
        std::ranges::sort(order, {}, size);  // what is largest first
        std::vector<Below> below(numbers_.size());
        for (const std::size_t i : order) {
            below[i] = shrink(i);
            if (error_) return std::unexpected(*error_);
        }
        for (std::size_t i = 0; i < numbers_.size(); ++i) {
            const ProgramNumber& from = numbers_[i];
            (now_[i] < from.value ? best_.settings : best_.kept)
                .push_back({from.name, from.file.string(), from.line, from.value, now_[i], below[i].right, below[i].otherwise});
        }
        best_.complete = best_.complete && unclear_ == 0;
        best_.seconds = seconds_since(start_);
        return std::move(best_);
    }

  private:
    // The number below the smallest one that fails, if it was tried.
    struct Below {
        std::optional<std::int64_t> right, otherwise;
    };

    bool may_go_on() {
        best_.complete = best_.complete && !stop_.stop_requested() && best_.runs < limits_.most_runs &&
                         seconds_since(start_) < limits_.most_s && !error_;
        return best_.complete;
    }

    // Most mistakes show from some size on, many only where it is not a multiple of a block: 1, 2, 3, 4, 5, 8, 9, 16, 17 and so on,
    // then halves of what is left.
    Below shrink(std::size_t i) {
        std::int64_t right = 0, wrong = now_[i];
        otherwise_.clear();
        const int unclear_before = unclear_;
        for (std::int64_t power = 1; power < now_[i] && wrong == now_[i] && may_go_on(); power *= 2) {
            for (const std::int64_t value : {power, power + 1}) {
                if (value >= now_[i] || (value == 2 && power == 2) || !may_go_on()) continue;
                if (fails(i, value)) {
                    wrong = value;
                    break;
                }
                if (value > power || power == 1) right = value;  // a power of two may hide what shows before and behind it
            }
        }
        while (wrong - right > 1 && may_go_on()) {
            const std::int64_t middle = right + (wrong - right) / 2;
            (fails(i, middle) ? wrong : right) = middle;
        }
        now_[i] = wrong;
        if (right == 0 || wrong - right != 1 || unclear_ != unclear_before) return {};
        return otherwise_.contains(right) ? Below{.right = {}, .otherwise = right} : Below{.right = right, .otherwise = {}};
    }

    bool fails(std::size_t i, std::int64_t value) {
        std::vector<std::int64_t> values = now_;
        values[i] = value;
        const auto options = changed_options(values);
        if (!options) {
            error_ = options.error();
            return false;
        }
        ++best_.runs;
        const double left = limits_.most_s - seconds_since(start_);
        const RunTime time(std::min(left, limits_.most_s_of_a_run), stop_);
        const auto report = run_whole_program(*options, ProgramOutputMode::kept, time.token());
        if (!report) return false;
        const auto same = std::ranges::find_if(report->findings, [&](const ProgramFinding& one) {
            return !one.is_note && one.kind == mistake_.kind && one.line == mistake_.line &&
                   file_name(one.file) == file_name(mistake_.file);
        });
        if (same == report->findings.end()) {
            if (report->is_stopped) ++unclear_;
            if (report->mistake_count() > 0 || !report->errors.empty() || report->exit_code != exit_code_) otherwise_.insert(value);
            return false;
        }
        best_.mistake = same->message;
        best_.kernel.clear();
        best_.shape.reset();
        if (same->launch >= 0 && static_cast<std::size_t>(same->launch) < report->launches.size()) {
            const ProgramLaunch& launch = report->launches[static_cast<std::size_t>(same->launch)];
            best_.kernel = launch.kernel;
            best_.shape = launch.shape;
        }
        return true;
    }

    // With these numbers: a source with others is written beside, and finds its headers where it stood.
    Result<ExecOptions> changed_options(const std::vector<std::int64_t>& values) const {
        ExecOptions out = options_;
        std::map<std::filesystem::path, std::string> texts;
        for (std::size_t i = numbers_.size(); i-- > 0;) {  // from the back, so that places stay
            const ProgramNumber& number = numbers_[i];
            if (values[i] == number.value) continue;
            const std::string value = std::to_string(values[i]);
            if (number.where == ProgramNumber::Where::argument) {
                out.arguments[number.index] = value;
            } else if (number.where == ProgramNumber::Where::definition) {
                out.text.definitions[number.index] = number.name + "=" + value;
            } else {
                if (!texts.contains(number.file)) {
                    auto text = read_file(number.file);
                    if (!text) return std::unexpected(text.error());
                    texts[number.file] = std::move(*text);
                }
                texts[number.file].replace(number.begin, number.end - number.begin, value);
            }
        }
        const std::vector<std::filesystem::path> sources = options_.text.sources();
        for (const auto& [file, text] : texts) {  // in a folder each: two may have one name
            const std::filesystem::path folder =
                folder_.path() / std::to_string(std::distance(sources.begin(), std::ranges::find(sources, file)));
            std::error_code error;
            std::filesystem::create_directories(folder, error);
            const std::filesystem::path changed = folder / file.filename();
            if (const auto written = write_file_atomically(changed, text); !written) return std::unexpected(written.error());
            if (out.text.file == file) out.text.file = changed;
            std::ranges::replace(out.text.more_files, file, changed);
            out.text.include_dirs.insert(out.text.include_dirs.begin(), file.parent_path());
        }
        return out;
    }

    const ExecOptions& options_;
    const ProgramFinding& mistake_;
    int exit_code_ = 0;  // of the run that it was found in
    TemporaryFolder folder_;
    const std::stop_token& stop_;
    const SmallestProgramLimits& limits_;
    std::vector<ProgramNumber> numbers_;
    std::vector<std::int64_t> now_;  // the smallest that fail, so far
    SmallestProgram best_;
    int unclear_ = 0;                   // runs that were stopped before they ended
    std::set<std::int64_t> otherwise_;  // of the number that is made smaller: those with which something else goes wrong
    std::optional<Error> error_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

Result<SmallestProgram> find_smallest_program(const ExecOptions& options, const ProgramReport& report, const std::stop_token& stop,
                                              const SmallestProgramLimits& limits) {
    const ProgramFinding* mistake = first_mistake(report);
    if (mistake == nullptr) return failure("no mistake was found, so there is no smaller case to look for");
    auto folder = TemporaryFolder::make("warpwise-smallest");
    if (!folder) return std::unexpected(folder.error());
    return ProgramSearch(options, *mistake, report.exit_code, std::move(*folder), stop, limits).run();
}

}  // namespace warpwise
