// The elements, attributes and kinds of labels of UPPAAL's XML. Others are not read, and a guard that is not read would
// change the model: so unknown words are reported, as errors if a word of the format was probably meant.
#pragma once

#include <string>
#include <string_view>

#include <pugixml.hpp>

#include "base/messages/diagnostic.hpp"
#include "model/uppaal/xml/xml_text.hpp"

namespace crowfly::uppaal {

// The kind of a label; some generators use other spellings.
std::string label_kind(pugi::xml_node label);
bool is_location_kind(std::string_view kind);
bool is_edge_kind(std::string_view kind);

// Whether a `<project>` has elements, and none of a model: a file of another tool.
bool is_foreign(pugi::xml_node root);

// Reports unknown words below `<nta>`, except inside elements that are not read at all.
void check_vocabulary(pugi::xml_node root, const XmlText& xml, Diagnostics& diagnostics);

}  // namespace crowfly::uppaal
