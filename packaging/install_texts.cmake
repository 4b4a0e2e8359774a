# Writes the manual pages and the completions that the tool prints where man(1) and the shells look for them.
# In: tool, man_folder, data_folder. Run by `cmake --install`.

function(write_output file)
    cmake_path(GET file PARENT_PATH folder)
    file(MAKE_DIRECTORY "${folder}")
    execute_process(COMMAND "${tool}" ${ARGN} OUTPUT_FILE "${file}" COMMAND_ERROR_IS_FATAL ANY)
    message(STATUS "Installing: ${file}")
endfunction()

write_output("${man_folder}/crowfly.1" man)
execute_process(COMMAND "${tool}" man OUTPUT_VARIABLE page COMMAND_ERROR_IS_FATAL ANY)
# The page of the tool refers to those of all commands: "crowfly\-check".
string(REGEX MATCHALL "BR crowfly[^ ]*-[a-z]+" commands "${page}")
foreach(command IN LISTS commands)
    string(REGEX REPLACE ".*-" "" command "${command}")
    write_output("${man_folder}/crowfly-${command}.1" man ${command})
endforeach()
write_output("${data_folder}/bash-completion/completions/crowfly" completions bash)
write_output("${data_folder}/zsh/site-functions/_crowfly" completions zsh)
write_output("${data_folder}/fish/vendor_completions.d/crowfly.fish" completions fish)
