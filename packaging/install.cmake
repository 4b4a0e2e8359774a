# What `cmake --install` copies, and the Debian package that CPack makes of it. Included by CMakeLists.txt.
#   bin/crowfly                 the tool
#   lib/crowfly/                its modules; ./package tarball puts the libraries there, too
#   share/man, share/*/*compl*  manual pages and completions, which the tool itself prints
#   share/crowfly/models        the project's models
#   share/doc/crowfly           documentation, licences
include(GNUInstallDirs)
set(module_folder lib/crowfly)
install(TARGETS crowfly RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
foreach(module IN LISTS modules)
    install(TARGETS ${module} LIBRARY DESTINATION ${module_folder})
endforeach()
install(CODE "set(tool \"$<TARGET_FILE:crowfly>\")
set(man_folder \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_MANDIR}/man1\")
set(data_folder \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}\")")
install(SCRIPT packaging/install_texts.cmake)
install(DIRECTORY models DESTINATION "${CMAKE_INSTALL_DATADIR}/crowfly")
install(DIRECTORY docs/ DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/crowfly/docs")
install(FILES README.md CHANGELOG.md packaging/copyright DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/crowfly")

set(CPACK_PACKAGE_NAME crowfly)
set(CPACK_PACKAGE_VENDOR "The Crowfly authors")
set(CPACK_PACKAGE_CONTACT "The Crowfly authors <crowfly@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "directed model checker for timed automata")
set(CPACK_PACKAGE_DESCRIPTION "Crowfly decides queries about networks of timed automata and finds short
traces. It reads models of UPPAAL and TChecker, planning tasks (SAS+) and
circuits (AIGER).")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_SOURCE_DIR}/build/packages")
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
    WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# Dependencies and compressed texts, when CPack runs.
set(CPACK_PROJECT_CONFIG_FILE "${PROJECT_SOURCE_DIR}/packaging/debian.cmake")
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/packaging/debian_texts.cmake")
set(CPACK_CROWFLY_BUILD "${PROJECT_BINARY_DIR}")
set(CPACK_CROWFLY_SOURCE "${PROJECT_SOURCE_DIR}")
include(CPack)
