// The counts of a class poll for a terminal, a spreadsheet, a browser and a script.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "experiment/check/class_poll.h"
#include "experiment/record/report_page.h"

namespace warpwise {
using nlohmann::json;
namespace {

constexpr std::size_t kBarColumns = 30, kWidestText = 44;

std::size_t most_in(const PollQuestion& question) {
    std::size_t most = 1;
    for (const PollAnswer& answer : question.answers) most = std::max(most, answer.count);
    return most;
}

double percent(const PollQuestion& question, const PollAnswer& answer) {
    const std::size_t all = question.answered();
    return all == 0 ? 0 : 100.0 * static_cast<double>(answer.count) / static_cast<double>(all);
}

std::string html_question(const PollQuestion& question, bool reveal) {
    const std::size_t all = question.answered();
    const std::string head = fmt::format("<h2>{}</h2>\n<p class=\"quiet\">{}</p>\n", html_escaped(question.ask),
                                         all == 0 ? "No answers" : fmt::format("{} answer{}", all, all == 1 ? "" : "s"));
    if (question.answers.empty()) return head;
    std::string rows;
    for (const PollAnswer& answer : question.answers) {
        const bool marked = reveal && answer.right;
        rows += fmt::format(
            "<tr><td{}>{}{}</td><td class=\"number\">{}</td><td class=\"number\">{:.0f} %</td><td style=\"width:40%\"><div "
            "class=\"bar\" "
            "style=\"width:{:.1f}%\"></div></td></tr>\n",
            marked ? " class=\"good\"" : "", marked ? "&#10003; " : "", html_escaped(answer.text), answer.count,
            percent(question, answer), 100.0 * static_cast<double>(answer.count) / static_cast<double>(most_in(question)));
    }
    return head + fmt::format(
                      "<table>\n<tr><th>Answer</th><th class=\"number\">Count</th><th class=\"number\">Share</th>"
                      "<th></th></tr>\n{}</table>\n",
                      rows);
}

}  // namespace

std::string text_of(const Poll& poll, bool reveal) {
    std::string text = fmt::format("{}: {}, {} file{}\n", poll.lesson, poll.title, poll.files, poll.files == 1 ? "" : "s");
    for (const PollQuestion& question : poll.questions) {
        text += fmt::format("\n  {}\n", question.ask);
        std::size_t width = 0;
        for (const PollAnswer& answer : question.answers) width = std::max(width, std::min(answer.text.size(), kWidestText));
        for (const PollAnswer& answer : question.answers) {
            const std::size_t bar = answer.count * kBarColumns / most_in(question);
            text += fmt::format("  {} {:<{}}  {:>4}  {:>3.0f} %  {}\n", reveal && answer.right ? "*" : " ", answer.text, width,
                                answer.count, percent(question, answer), std::string(bar, '#'));
        }
        if (question.answers.empty()) text += "    no answers\n";
    }
    return text;
}

std::string to_csv(const std::vector<Poll>& polls, bool reveal) {
    std::string csv = reveal ? "lesson,prediction,answer,count,right\n" : "lesson,prediction,answer,count\n";
    for (const Poll& poll : polls)
        for (const PollQuestion& question : poll.questions)
            for (const PollAnswer& answer : question.answers)
                csv += fmt::format("{},{},{},{}{}\n", csv_field(poll.lesson), csv_field(question.id), csv_field(answer.text),
                                   answer.count,
                                   !reveal        ? ""
                                   : answer.right ? ",yes"
                                                  : ",no");
    return csv;
}

std::string to_html(const std::vector<Poll>& polls, const std::vector<SkippedFile>& skipped, bool reveal) {
    std::string body;
    for (const Poll& poll : polls) {
        body += fmt::format("<h1>{}</h1>\n<p class=\"quiet\">{} &middot; {} file{}</p>\n", html_escaped(poll.title),
                            html_escaped(poll.lesson), poll.files, poll.files == 1 ? "" : "s");
        for (const PollQuestion& question : poll.questions) body += html_question(question, reveal);
    }
    if (!skipped.empty()) body += fmt::format("<p class=\"quiet\">{} not counted.</p>\n", skipped.size());
    return html_page("Class poll", body);
}

json to_json(const std::vector<Poll>& polls, const std::vector<SkippedFile>& skipped, bool reveal) {
    json lessons = json::array(), left_out = json::array();
    for (const Poll& poll : polls) {
        json questions = json::array();
        for (const PollQuestion& question : poll.questions) {
            json answers = json::array();
            for (const PollAnswer& answer : question.answers) {
                answers.push_back({{"answer", answer.text}, {"count", answer.count}});
                if (reveal) answers.back()["right"] = answer.right;
            }
            questions.push_back({{"prediction", question.id}, {"ask", question.ask}, {"answers", answers}});
        }
        lessons.push_back({{"lesson", poll.lesson}, {"title", poll.title}, {"files", poll.files}, {"questions", questions}});
    }
    for (const SkippedFile& file : skipped) left_out.push_back({{"file", file.name}, {"why", file.why}});
    return {{"schema", "warpwise.poll/1"}, {"lessons", lessons}, {"skipped", left_out}};
}

}  // namespace warpwise
