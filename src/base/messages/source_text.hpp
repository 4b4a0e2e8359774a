// A piece of the model's text, on one line.
#pragma once

#include <string>

#include "base/messages/source.hpp"

namespace crowfly {

// Blanks and line breaks become single blanks, entities of XML files the characters they stand for. "" for an empty
// span.
std::string source_text(const Sources& sources, Span span);

}  // namespace crowfly
