# Embeds text files in the program, as a generated C++ source:
#
#   sortscope_embed(OUTPUT a.cpp HEADER db/a.hpp NAMESPACE sortscope::db FUNCTION embedded_a FILES b.sql c.sql)
#     std::span<const EmbeddedFile> embedded_a(): the files in order, by name, or by path below ROOT /a/b
#   sortscope_embed(OUTPUT a.cpp HEADER html/a.hpp NAMESPACE sortscope::html PIECES style=b.css script=c.js)
#     std::span<const std::string_view> style(), script(): one file each, of any length; empty if no path
#
# Paths are absolute, and the files are ASCII. HEADER declares the functions.
set(SORTSCOPE_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/embed_text.cmake)

function(sortscope_embed)
    cmake_parse_arguments(ARG "" "OUTPUT;HEADER;NAMESPACE;FUNCTION;ROOT" "FILES;PIECES" ${ARGN})
    set(read ${ARG_FILES} ${ARG_PIECES})
    list(TRANSFORM read REPLACE "^[a-z_]+=" "")
    list(FILTER read EXCLUDE REGEX "^$")
    cmake_path(RELATIVE_PATH ARG_OUTPUT BASE_DIRECTORY ${PROJECT_BINARY_DIR} OUTPUT_VARIABLE name)
    add_custom_command(OUTPUT ${ARG_OUTPUT}
        COMMAND ${CMAKE_COMMAND} -DOUTPUT=${ARG_OUTPUT} -DHEADER=${ARG_HEADER} -DNAMESPACE=${ARG_NAMESPACE} -DFUNCTION=${ARG_FUNCTION} -DROOT=${ARG_ROOT}
                "-DFILES=${ARG_FILES}" "-DPIECES=${ARG_PIECES}" -P ${SORTSCOPE_EMBED_SCRIPT}
        DEPENDS ${read} ${SORTSCOPE_EMBED_SCRIPT}
        COMMENT "Embedding texts: ${name}" VERBATIM)
endfunction()
