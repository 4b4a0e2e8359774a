// The elements, attributes and kinds of labels that UPPAAL's XML has. What is none of them is not read, and a guard
// that is not read is a guard that is not there: so it is told, as an error where a word of the format was meant.
#pragma once

#include <string>
#include <string_view>

#include <pugixml.hpp>

#include "base/diagnostic.hpp"
#include "model/uppaal/xml_text.hpp"

namespace crowfly::uppaal {

// The kind of a label; some generators spell them their own way.
std::string label_kind(pugi::xml_node label);
bool is_location_kind(std::string_view kind);
bool is_edge_kind(std::string_view kind);

// Reports unknown words below `<nta>`, except inside elements that are not read at all.
void check_vocabulary(pugi::xml_node root, const XmlText& xml, Diagnostics& diagnostics);

}  // namespace crowfly::uppaal
