// The terminal: standard streams that may be closed, pipes that may end early, colours that may be unwelcome.
#pragma once

#include <string>
#include <string_view>

namespace crowfly {

enum class Stream { out, err };

// Before anything is opened: a closed standard stream must not become the number of some other file, and a reader that
// goes away (`| head`) must not kill us.
void prepare_streams();

// False if the text could not be written although somebody is there to read it (a full disk).
bool write(Stream stream, std::string_view text);

// Nothing is written to standard output after this. Why some of what was written is lost; "" if nothing is.
std::string finish_output();

bool is_terminal(Stream stream);            // that can rewrite a line
std::size_t terminal_width(Stream stream);  // in columns; a guess where nobody knows

// `mode` is auto, always or never; auto obeys NO_COLOR and asks whether the stream is a terminal.
bool wants_color(Stream stream, std::string_view mode);

}  // namespace crowfly
