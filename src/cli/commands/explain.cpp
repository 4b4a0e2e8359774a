// crowfly explain: the page on a diagnostic code, from docs/reference/diagnostics.md, or on a word of an answer, from
// docs/reference/verdicts.md.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "cli/interface/command.hpp"
#include "cli/interface/explain_pages.hpp"
#include "render/json.hpp"

namespace crowfly {
namespace {

constexpr std::array<std::string_view, 4> words{"unknown", "maybe", "unverified", "vacuous"};

// From the heading `## E012: …` to the next one.
std::string page_of(std::string_view id, std::string_view pages) {
    const std::size_t start = pages.find(fmt::format("## {}:", id));
    if (start == std::string_view::npos) return {};
    std::string page(pages.substr(start + 3, pages.find("\n## ", start) - start - 3));
    page.erase(page.find_last_not_of('\n') + 1);
    return page + "\n";
}

}  // namespace

std::string diagnostic_page(std::string_view id) { return page_of(id, diagnostic_pages()); }

namespace {

std::string list_of_codes() {
    std::string text;
    for (const CodeInfo& info : all_codes()) text += fmt::format("{}  {}\n", info.id, info.title);
    for (const std::string_view word : words) {
        const std::string page = page_of(word, verdict_pages());
        text += fmt::format("{}\n", page.substr(0, page.find('\n')));
    }
    return text;
}

std::vector<std::string> code_ids() {
    std::vector<std::string> ids(words.begin(), words.end());
    for (const CodeInfo& info : all_codes()) ids.emplace_back(info.id);
    return ids;
}

std::string changed(std::string text, int (*change)(int)) {
    std::ranges::transform(text, text.begin(), [&](unsigned char c) { return static_cast<char>(change(c)); });
    return text;
}

class Explain final : public Command {
public:
    CommandDeclaration& declare(CommandDeclaration& tool, Session& session) override {
        CommandDeclaration& explain =
            tool.command("explain", "Explain a diagnostic code or an answer such as `unknown`");
        explain.argument(
            "CODE", &codes_,
            "Codes such as E012, or unknown, maybe, unverified, vacuous. Without any, all codes are listed",
            {.offered = code_ids});
        explain.begin_section(question::output);
        explain.flag("--json", &session.output.json, "Print one JSON document on standard output");
        explain.essential = {"--json"};
        explain.examples = {"crowfly explain", "crowfly explain E012", "crowfly explain unknown",
                            "crowfly explain --json E060"};
        return explain;
    }

    int run(Session& session) override {
        if (codes_.empty()) text_ = list_of_codes();
        for (const std::string& code : codes_) explain(code, session);
        return session.exit_by_diagnostics();
    }

    std::string text(const TextStyle&) const override { return text_; }

    std::string json(const Session& session) const override {
        return text_document("crowfly-explain/1", text_, session.diagnostics, session.sources);
    }

private:
    void explain(const std::string& code, Session& session) {
        const std::string page = page_on(code);
        if (page.empty()) {
            const bool is_code = code.find_first_of("0123456789") != std::string::npos;
            const std::string guess = is_code ? changed(code, std::toupper) : changed(code, std::tolower);
            const std::string hint = did_you_mean(guess, code_ids());
            session.diagnostics.add(Code::usage, session.command_line, fmt::format("there is no code `{}`", code),
                                    hint.empty() ? "`crowfly explain` lists all codes" : hint);
            return;
        }
        text_ += (text_.empty() ? "" : "\n") + page;
    }

    // "": there is none.
    static std::string page_on(const std::string& code) {
        const std::string word = changed(code, std::tolower);
        if (std::ranges::find(words, word) != words.end()) return page_of(word, verdict_pages());
        const std::string id = changed(code, std::toupper);
        return find_code(id) ? diagnostic_page(id) : "";
    }

    std::vector<std::string> codes_;
    std::string text_;
};

}  // namespace

std::unique_ptr<Command> explain_command() { return std::make_unique<Explain>(); }

}  // namespace crowfly
