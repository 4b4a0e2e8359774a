// An XML file and the positions of its parts. pugixml parses and decodes; this class finds the bytes that each decoded
// character comes from, so that a message about `x < 5` can point into `x &lt; 5`.
#pragma once

#include <string>
#include <string_view>

#include <pugixml.hpp>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"

namespace crowfly::uppaal {

class XmlText {
public:
    // Reports damage and keeps the tree up to there, so that further mistakes can be reported.
    XmlText(FileId file, const Sources& sources, Diagnostics& diagnostics);

    pugi::xml_node root() const;  // <nta> or <project>; null if there is none

    // The text directly inside an element (CDATA included, comments not), and its trimmed form.
    Fragment content(pugi::xml_node element) const;
    static Fragment trimmed(const Fragment& fragment);

    Span extent(pugi::xml_node element) const;  // from `<name` to `</name>`
    Span start_tag(pugi::xml_node element) const;
    std::string_view source(Span span) const;

private:
    void load();
    void report(const pugi::xml_parse_result& result);
    std::size_t start_tag_end(pugi::xml_node element) const;
    void append_text(Fragment& fragment, pugi::xml_node text) const;
    Span span(std::size_t begin, std::size_t end) const;

    FileId file_;
    const std::string& raw_;
    Diagnostics& diagnostics_;
    pugi::xml_document document_;
};

}  // namespace crowfly::uppaal
