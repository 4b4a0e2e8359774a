// The text of web/viewer.html, embedded by the build.
#pragma once

#include <string_view>

namespace crowfly {

std::string_view viewer_page();

}  // namespace crowfly
