# Debian packages, by 'cpack': command line, window and SDK. tools/build-packages runs it in a clean system.
set(SORTSCOPE_MAINTAINER "SortScope maintainers <maintainers@sortscope.invalid>" CACHE STRING "Who answers for built packages: NAME <MAIL>")
set(CPACK_GENERATOR DEB)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PACKAGE_NAME sortscope)
set(CPACK_PACKAGE_CONTACT "${SORTSCOPE_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "profiler of GPU sorting kernels, stage by stage")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL cli sdk)
if(SORTSCOPE_HAVE_GUI)
    list(APPEND CPACK_COMPONENTS_ALL gui)
endif()

# Makes a release such as 1~deb12, so that packages for a newer Debian count as newer.
set(_release 1)
if(EXISTS /etc/os-release)
    file(STRINGS /etc/os-release _id REGEX "^(ID|VERSION_ID)=")
    string(REGEX REPLACE "[^;]*=\"?([a-z0-9.]*)\"?" "\\1" _id "${_id}")
    list(SORT _id ORDER DESCENDING)  # debian;12
    list(JOIN _id "" _id)
    string(REPLACE "debian" "deb" _id "${_id}")
    set(_release "1~${_id}")
endif()
set(CPACK_DEBIAN_PACKAGE_RELEASE ${_release})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_CLI_PACKAGE_NAME sortscope)
set(CPACK_DEBIAN_CLI_PACKAGE_RECOMMENDS librsvg2-2)
set(CPACK_DEBIAN_CLI_PACKAGE_SUGGESTS sortscope-gui)
set(CPACK_COMPONENT_CLI_DESCRIPTION "SortScope runs a sort on a GPU, or in an interpreter without one, and records
each kernel launch: its time, memory transactions, divergence and occupancy.
One SQLite file holds them. This package has the command line, which records,
reports, compares and exports.")
set(CPACK_DEBIAN_SDK_PACKAGE_NAME sortscope-dev)
set(CPACK_DEBIAN_SDK_PACKAGE_DEPENDS "sortscope (= ${PROJECT_VERSION}-${_release}), cmake (>= 3.25), g++")
set(CPACK_COMPONENT_SDK_DESCRIPTION "SortScope runs a sort on a GPU, or in an interpreter without one, and records
each kernel launch. This package has the headers and the CMake package that
make a plug-in of your own sort.")
set(CPACK_DEBIAN_GUI_PACKAGE_NAME sortscope-gui)
set(CPACK_DEBIAN_GUI_PACKAGE_DEPENDS "sortscope (= ${PROJECT_VERSION}-${_release})")
set(CPACK_DEBIAN_GUI_PACKAGE_RECOMMENDS fonts-dejavu-core)
set(CPACK_COMPONENT_GUI_DESCRIPTION "SortScope runs a sort on a GPU, or in an interpreter without one, and records
each kernel launch: its time, memory transactions, divergence and occupancy.
This package has the window, which shows a recorded file as charts and tables.")

# cmake/debian_files.cmake adds the files that only Debian packages need.
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian_files.cmake)
set(CPACK_SORTSCOPE_SOURCE_DIR ${PROJECT_SOURCE_DIR})
set(CPACK_SORTSCOPE_VERSION ${PROJECT_VERSION}-${_release})
include(CPack)
