#include "experiment/record/report_page.h"

#include <fmt/format.h>

#include "base/escape.h"

namespace warpwise {
namespace {

constexpr std::string_view kPageStyle = R"(
  :root { color-scheme: light dark; --line: #8885; --good: #1a7f37; --bad: #c3342f; --bar: #5b8def; }
  @media (prefers-color-scheme: dark) { :root { --good: #4ac26b; --bad: #ff8a80; } }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; }
  h1 { font-size: 1.5em; margin-bottom: 0; } * + h1 { margin-top: 2.5em; } h2 { font-size: 1.2em; margin-top: 2em; overflow-wrap: anywhere; }
  .quiet { opacity: .7; margin-top: 0; }
  .verdict { font-size: 1.2em; font-weight: 600; } .good { color: var(--good); } .bad { color: var(--bad); }
  .mark { white-space: nowrap; } .name { min-width: min(18em, 30vw); } h2:has(+ .quiet) { margin-bottom: 0; } summary { cursor: pointer; }
  table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .3em .6em; border-bottom: 1px solid var(--line); vertical-align: top; }
  td { overflow-wrap: anywhere; } .number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
  pre { border: 1px solid var(--line); border-radius: 6px; padding: 1em; font: 14px/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
  td pre { border: 0; padding: 0; margin: 0; }
  .bar { background: var(--bar); border-radius: 3px; height: .9em; margin-top: .3em; }
)";

}  // namespace

std::string html_date(std::string_view date) {
    std::string text(date);
    if (text.size() == 20 && text[10] == 'T' && text.back() == 'Z') text = text.substr(0, 10) + " " + text.substr(11, 5) + " UTC";
    return html_escaped(text);
}

std::string html_page(std::string_view title, const std::string& body) {
    return fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
        "content=\"width=device-width\">\n<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
        html_escaped(title), kPageStyle, body);
}

}  // namespace warpwise
