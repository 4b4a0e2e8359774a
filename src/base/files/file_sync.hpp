// Writing to files so that the bytes are on the disk afterwards. Errors are those of errno; 0: there is none.
#pragma once

#include <string>
#include <string_view>

namespace crowfly {

int write_whole(int descriptor, std::string_view bytes);

// The bytes of an open file. Some file systems cannot be told to write at once, which is no error.
int sync_file(int descriptor);

// The names of a folder: after it a file that was renamed has its new name for good. Where that cannot be had nothing
// is lost.
void sync_folder(const std::string& path);

}  // namespace crowfly
