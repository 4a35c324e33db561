# Adds to the packages' folders what Debian's policy asks for: changelogs, copyright, compressed pages. cpack runs it before it
# packs. Times come from SOURCE_DATE_EPOCH, so two builds of one commit are equal.
set(_source ${CPACK_SORTSCOPE_SOURCE_DIR})
set(_epoch $ENV{SOURCE_DATE_EPOCH})
if(NOT _epoch)
    string(TIMESTAMP _epoch "%s" UTC)
endif()
function(run)
    execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY OUTPUT_VARIABLE out OUTPUT_STRIP_TRAILING_WHITESPACE)
    set(out "${out}" PARENT_SCOPE)
endfunction()

run(env LC_ALL=C date -u -R -d @${_epoch})
set(_entry "sortscope (${CPACK_SORTSCOPE_VERSION}) unstable; urgency=medium\n\n  * Build of version ${CPACK_PACKAGE_VERSION}; changelog.gz lists what changed.\n\n"
           " -- ${CPACK_PACKAGE_CONTACT}  ${out}\n")
list(JOIN _entry "" _entry)
file(READ ${_source}/NOTICE _notice)
set(_copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: SortScope\nUpstream-Contact: ${CPACK_PACKAGE_CONTACT}\n\n"
               "Files: *\nCopyright: SortScope maintainers\nLicense: Apache-2.0\n"
               " On Debian systems, /usr/share/common-licenses/Apache-2.0 has the licence.\n"
               " A built sortscope-gui is under the GPL, version 3 or later:\n"
               " /usr/share/common-licenses/GPL-3. NOTICE in this folder lists the libraries\n"
               " inside the programs; 'licenses' has their licences.\n")
list(JOIN _copyright "" _copyright)

foreach(_pair cli=sortscope gui=sortscope-gui)
    string(REGEX MATCH "^[a-z]+" _component ${_pair})
    string(REGEX REPLACE "^[a-z]+=" "" _package ${_pair})
    set(_root ${CPACK_TEMPORARY_DIRECTORY}/${_component})
    if(NOT EXISTS ${_root})
        continue()
    endif()
    set(_doc ${_root}/usr/share/doc/${_package})
    file(WRITE ${_doc}/changelog.Debian "${_entry}")
    file(COPY_FILE ${_source}/CHANGELOG.md ${_doc}/changelog)
    file(WRITE ${_doc}/copyright "${_copyright}")
    file(COPY ${_source}/NOTICE DESTINATION ${_doc})
    # The licences of the libraries that are linked into both programs.
    foreach(_library libfmt-dev libcli11-dev nlohmann-json3-dev libsqlite3-dev libsqlitecpp-dev libboost-dev libjs-chart.js)
        if(EXISTS /usr/share/doc/${_library}/copyright)
            configure_file(/usr/share/doc/${_library}/copyright ${_doc}/licenses/${_library} COPYONLY)
        endif()
    endforeach()
    file(REMOVE ${_doc}/LICENSE ${_doc}/CHANGELOG.md)
    file(GLOB _pages ${_root}/usr/share/man/man1/*.1)
    run(gzip -9n ${_pages} ${_doc}/changelog ${_doc}/changelog.Debian)
    run(chmod -R u=rwX,go=rX ${_root}/usr/share)
    run(find ${_root} -exec touch -h -d @${_epoch} {} +)
endforeach()
