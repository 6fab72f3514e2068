# Compiler settings that every target of ours shares. Third-party headers are SYSTEM.
add_library(grashof_options INTERFACE)
target_compile_features(grashof_options INTERFACE cxx_std_20)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
target_include_directories(grashof_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_definitions(grashof_options INTERFACE
  GRASHOF_VERSION="${PROJECT_VERSION}" QT_NO_KEYWORDS QT_NO_CAST_TO_ASCII
  $<$<CONFIG:Debug>:EIGEN_INITIALIZE_MATRICES_BY_NAN>)
# -ffp-contract=off: the same numbers with and without FMA hardware, bit for bit.
target_compile_options(grashof_options INTERFACE
  -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wold-style-cast -Wnon-virtual-dtor
  -ffp-contract=off
  # GCC 12 warns of overruns inside std::string's own concatenation at -O2 (GCC bug 105651); seen, not fatal.
  $<$<BOOL:${GRASHOF_WERROR}>:-Werror -Wno-error=array-bounds -Wno-error=restrict -Wno-error=stringop-overflow
    -Wno-error=maybe-uninitialized>)

if(GRASHOF_SANITIZE)
  target_compile_options(grashof_options INTERFACE -fsanitize=${GRASHOF_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(grashof_options INTERFACE -fsanitize=${GRASHOF_SANITIZE})
endif()

find_program(GRASHOF_CCACHE ccache)
if(GRASHOF_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${GRASHOF_CCACHE})
  target_compile_options(grashof_options INTERFACE -fpch-preprocess)
endif()
find_program(GRASHOF_MOLD mold)
if(GRASHOF_MOLD)
  target_link_options(grashof_options INTERFACE -fuse-ld=mold)
endif()
