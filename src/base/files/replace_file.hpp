// Files are replaced as a whole: the new text is written beside the old file and takes its place once it is safe on the
// disk. Whatever goes wrong before, a full disk or a power cut, leaves the old file as it was.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace crowfly {

// Hands text to the sink it is given, in pieces.
using WriteText = std::function<void(const std::function<void(std::string_view)>& sink)>;

struct ReplaceOptions {
    bool syncs = true;                    // without it a power cut may lose both texts
    std::string temporary = ".crowfly-";  // how the name of the new file begins before it takes the old one's place
};

// All answer 0, or the errno that says what is in the way. Permissions are kept and symbolic links followed. What is
// no regular file (a pipe, /dev/null, /dev/stdout) has nothing to lose and is written to directly.
int replace_file(const std::string& path, std::string_view text, const ReplaceOptions& options = {});
// By text too long to have at once.
int replace_file(const std::string& path, const WriteText& write, const ReplaceOptions& options = {});
int try_replacing(const std::string& path);  // without changing anything

// The file that would be replaced; "" if there is none, or none that is a regular file.
std::string replaced_file(const std::string& path);

}  // namespace crowfly
