// crowfly explain: the page on a diagnostic code, from docs/reference/diagnostics.md.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "cli/command.hpp"
#include "cli/explain_pages.hpp"
#include "render/json.hpp"

namespace crowfly {
namespace {

// From the heading `## E012: …` to the next one.
std::string page_of(std::string_view id) {
    const std::string_view pages = diagnostic_pages();
    const std::size_t start = pages.find(fmt::format("## {}:", id));
    if (start == std::string_view::npos) return {};
    std::string page(pages.substr(start + 3, pages.find("\n## ", start) - start - 3));
    page.erase(page.find_last_not_of('\n') + 1);
    return page + "\n";
}

std::string list_of_codes() {
    std::string text;
    for (const CodeInfo& info : all_codes()) text += fmt::format("{}  {}\n", info.id, info.title);
    return text;
}

std::vector<std::string> code_ids() {
    std::vector<std::string> ids;
    for (const CodeInfo& info : all_codes()) ids.emplace_back(info.id);
    return ids;
}

class Explain final : public Command {
public:
    CommandDeclaration& declare(CommandDeclaration& tool, Session& session) override {
        CommandDeclaration& explain = tool.command("explain", "Explain a diagnostic code, or list them all");
        explain.argument("CODE", &codes_, "Codes such as E012");
        explain.begin_section("Output");
        explain.flag("--json", &session.output.json, "Print one JSON document on standard output");
        explain.footer = "Example:\n  crowfly explain E012";
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
        std::string id = code;
        std::transform(id.begin(), id.end(), id.begin(),
                       [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
        if (!find_code(id)) {
            const std::string hint = did_you_mean(id, code_ids());
            session.diagnostics.add(Code::usage, session.command_line, fmt::format("there is no code `{}`", code),
                                    hint.empty() ? "`crowfly explain` lists all codes" : hint);
            return;
        }
        text_ += (text_.empty() ? "" : "\n") + page_of(id);
    }

    std::vector<std::string> codes_;
    std::string text_;
};

}  // namespace

std::unique_ptr<Command> explain_command() { return std::make_unique<Explain>(); }

}  // namespace crowfly
