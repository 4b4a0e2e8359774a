# Run by CPack on the files of the Debian package: compresses manual pages and change logs as Debian wants them.
set(data "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share")
set(documentation "${data}/doc/crowfly")

file(RENAME "${documentation}/CHANGELOG.md" "${documentation}/changelog")
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)  # of SOURCE_DATE_EPOCH, if that is set
file(WRITE "${documentation}/changelog.Debian"
"crowfly (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * Built from the sources of this version; changelog.gz lists the changes.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
file(GLOB texts "${data}/man/man1/*.1" "${documentation}/changelog*")
execute_process(COMMAND gzip -9nf ${texts} COMMAND_ERROR_IS_FATAL ANY)
