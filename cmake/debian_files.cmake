# Adds the files of Debian's policy to the packages' folders: changelogs, copyright, compressed pages. cpack
# runs this script before packing. Times come from SOURCE_DATE_EPOCH, so two builds of one commit are equal.
set(_source ${CPACK_SORTSCOPE_SOURCE_DIR})
set(_epoch $ENV{SOURCE_DATE_EPOCH})
if(NOT _epoch)
    string(TIMESTAMP _epoch "%s" UTC)
endif()
function(run)
    execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY OUTPUT_VARIABLE out OUTPUT_STRIP_TRAILING_WHITESPACE)
    set(out "${out}" PARENT_SCOPE)
endfunction()

run(date -u -d @${_epoch} +%Y)
set(_year ${out})
run(env LC_ALL=C date -u -R -d @${_epoch})
string(CONCAT _entry "sortscope (${CPACK_SORTSCOPE_VERSION}) unstable; urgency=medium\n\n  * Build of version ${CPACK_PACKAGE_VERSION}; changelog.gz lists what changed.\n\n"
           " -- ${CPACK_PACKAGE_CONTACT}  ${out}\n")
file(READ ${_source}/NOTICE _notice)
string(CONCAT _copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: SortScope\nUpstream-Contact: ${CPACK_PACKAGE_CONTACT}\n\n"
               "Files: *\nCopyright: ${_year} SortScope maintainers\nLicense: Apache-2.0\n"
               " On Debian systems, /usr/share/common-licenses/Apache-2.0 has the licence.\n"
               " A built sortscope-gui is under the GPL, version 3 or later:\n"
               " /usr/share/common-licenses/GPL-3. NOTICE in this folder lists the libraries\n"
               " inside the programs; 'licenses' has their licences.\n")

foreach(_pair cli=sortscope gui=sortscope-gui sdk=sortscope-dev)
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
    # Add the licences of the libraries that are linked into both programs.
    file(GLOB _licenses /usr/share/doc/libfmt-dev /usr/share/doc/libcli11-dev /usr/share/doc/nlohmann-json3-dev /usr/share/doc/libsqlite3-dev
        /usr/share/doc/libsqlitecpp-dev /usr/share/doc/libboost1.[0-9]*-dev /usr/share/doc/libjs-chart.js)
    foreach(_library IN LISTS _licenses)
        cmake_path(GET _library FILENAME _name)
        configure_file(${_library}/copyright ${_doc}/licenses/${_name} COPYONLY)
    endforeach()
    file(REMOVE ${_doc}/LICENSE ${_doc}/CHANGELOG.md)
    file(GLOB _pages ${_root}/usr/share/man/man1/*.1)
    run(gzip -9n ${_pages} ${_doc}/changelog ${_doc}/changelog.Debian)
    run(chmod -R u=rwX,go=rX ${_root}/usr/share)
    run(find ${_root} -exec touch -h -d @${_epoch} {} +)
endforeach()
