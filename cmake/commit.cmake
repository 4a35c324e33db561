# Writes the header OUTPUT with the commit of SOURCE, from git or from an archive that 'git archive' made.
execute_process(COMMAND git -C ${SOURCE} rev-parse --show-prefix HEAD
    OUTPUT_VARIABLE _found RESULT_VARIABLE _failed ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
string(STRIP "${_found}" _commit)
# If git prints a prefix, SOURCE lies in a repository of another project.
if(_failed OR NOT _commit MATCHES "^[0-9a-f]+$")
    file(STRINGS ${SOURCE}/cmake/archive_commit.txt _commit LIMIT_COUNT 1)
    if(NOT _commit MATCHES "^[0-9a-f]+$")
        set(_commit "unknown")
    endif()
else()
    execute_process(COMMAND git -C ${SOURCE} status --porcelain --untracked-files=no OUTPUT_VARIABLE _changes ERROR_QUIET)
    if(_changes)
        string(APPEND _commit ", with changes")
    endif()
endif()
set(_header "#pragma once\n\nnamespace sortscope::cli {\ninline constexpr const char* program_commit = \"${_commit}\";\n}\n")
# Do not rewrite an equal header: its new time would make sources compile again.
if(EXISTS ${OUTPUT})
    file(READ ${OUTPUT} _old)
endif()
if(NOT _old STREQUAL _header)
    file(WRITE ${OUTPUT} "${_header}")
endif()
