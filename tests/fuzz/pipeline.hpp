// What the fuzz targets share: the way of a file through all stages, and the laws that must hold on it.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"
#include "model/uppaal/check/check.hpp"
#include "model/uppaal/read.hpp"
#include "model/uppaal/write/write_xml.hpp"
#include "model/uppaal/write/write_xta.hpp"
#include "network/compile/compile.hpp"
#include "network/digest.hpp"
#include "property/compile.hpp"

namespace crowfly::fuzz {

// A law is broken: the fuzzer keeps the input of whatever aborts.
[[noreturn]] inline void fail(const char* law, const std::string& detail) {
    std::fprintf(stderr, "broken law: %s\n%s\n", law, detail.c_str());
    std::abort();
}

// One file on its way, as far as it gets without errors. If `ask` is set its queries go along.
class Journey {
public:
    Journey(std::string text, bool ask) : file_(sources_.add("fuzz", std::move(text))) {
        document_ = uppaal::read_document(file_, sources_, diagnostics_);
        is_read_ = !diagnostics_.has_errors();
        if (!is_read_) return;
        uppaal::Checker checker(document_, diagnostics_, &sources_);
        if (diagnostics_.has_errors()) return;
        Compiler compiler(checker.model(), diagnostics_);
        if (diagnostics_.has_errors()) return;
        digest_ = network_digest(compiler.network());
        for (const Location& location : compiler.network().locations) has_plain_names_ &= is_plain(location.name);
        if (ask) ask_all(checker, compiler, document_.queries);
    }

    static void ask_all(uppaal::Checker& checker, Compiler& compiler, const std::vector<uppaal::Query>& queries) {
        Diagnostics diagnostics;
        for (const uppaal::Query& query : queries) {
            if (const auto checked = checker.check_query(query, diagnostics))
                compile_property(compiler, *checked, diagnostics);
        }
    }

    bool is_read() const { return is_read_; }
    const uppaal::Document& document() const { return document_; }
    const std::string& digest() const { return digest_; }  // "" if there is no network
    // XML has places for any text as the name of a location; the other syntax has not, and changes some.
    bool has_plain_names() const { return has_plain_names_; }
    const Diagnostics& diagnostics() const { return diagnostics_; }

private:
    static bool is_plain(const std::string& name) {
        return std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
    }

    Sources sources_;
    Diagnostics diagnostics_;
    FileId file_;
    uppaal::Document document_;
    bool is_read_ = false;
    std::string digest_;
    bool has_plain_names_ = true;
};

// What was compiled and is written in another syntax is compiled to the same network.
inline void check_conversion(const Journey& before, const std::string& written) {
    if (before.digest().empty() || !before.has_plain_names()) return;
    const Journey after(written, false);
    if (after.digest() == before.digest()) return;
    const auto& said = after.diagnostics().all();
    fail("conversion keeps the network", (said.empty() ? "" : said.back().message + "\n") + written);
}

inline void travel(const std::string& text) {
    const Journey journey(text, true);
    if (!journey.is_read()) return;
    check_conversion(journey, uppaal::write_xta(journey.document()));
    check_conversion(journey, uppaal::write_xml(journey.document()));
}

}  // namespace crowfly::fuzz
