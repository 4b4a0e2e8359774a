// After mistakes of syntax the rest of a model is checked as well, so that one run shows the mistakes of all its parts.
// A message may only be a consequence of text that was not parsed, such as that of a missing declaration; it is left
// out.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"
#include "model/uppaal/parse/syntax.hpp"

namespace crowfly::uppaal {

class Unparsed {
public:
    // `mistakes`: those of reading the document.
    Unparsed(const Document& document, const Sources& sources, const Diagnostics& mistakes);

    // Whether the rest was read well enough to be checked. Damaged XML, for example, may lack anything.
    bool leaves_rest() const { return !is_damaged_; }

    bool may_cause(const Diagnostic& diagnostic) const;

private:
    bool mentions(Span span) const;  // a word of this text

    const Sources& sources_;
    std::vector<Span> spans_;
    std::unordered_set<std::string> words_;  // in the spans
    bool is_damaged_ = false;
    bool lacks_element_ = false;  // an element of the XML was misspelt
};

}  // namespace crowfly::uppaal
