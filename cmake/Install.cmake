# Installs licences, documents and examples with the programs.
include(GNUInstallDirs)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/NOTICE ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
    DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT cli)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT cli
    PATTERN __pycache__ EXCLUDE)

# Installs a tree that needs only glibc and the graphics driver, for the tarball of tools/build-packages.
option(SORTSCOPE_BUNDLE "Install the shared libraries that the programs need, too" OFF)
if(SORTSCOPE_BUNDLE)
    # Use the old tag DT_RPATH: unlike DT_RUNPATH, it also applies to libraries that the libraries load.
    foreach(_program sortscope_cli sortscope-gui)
        if(TARGET ${_program})
            set_target_properties(${_program} PROPERTIES INSTALL_RPATH "$ORIGIN/../lib/sortscope")
            target_link_options(${_program} PRIVATE -Wl,--disable-new-dtags)
        endif()
    endforeach()
    set(_plugins "")
    if(SORTSCOPE_HAVE_GUI)
        get_target_property(_core Qt6::Core LOCATION)
        cmake_path(GET _core PARENT_PATH _plugins)
        string(APPEND _plugins "/qt6/plugins")
    endif()
    find_library(SORTSCOPE_RSVG_LIBRARY NAMES librsvg-2.so.2)  # loaded at run time: no program links it
    configure_file(${CMAKE_CURRENT_LIST_DIR}/bundle.cmake.in ${PROJECT_BINARY_DIR}/bundle.cmake @ONLY)
    install(SCRIPT ${PROJECT_BINARY_DIR}/bundle.cmake)
endif()
