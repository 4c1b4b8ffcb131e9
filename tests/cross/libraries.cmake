# The libraries of engine and documents for another system (-DATTN_LIBRARIES of this file): headers of
# this one, and zlib and md4c from the sources in ATTN_CROSS_SOURCES, as `./dev cross` puts them there.

# The folders of headers alone, as /usr/include also has those of this system's C library.
set(headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(folder eigen3/Eigen nlohmann CLI)
  get_filename_component(name ${folder} NAME)
  file(CREATE_LINK /usr/include/${folder} ${headers}/${name} SYMBOLIC)
endforeach()
foreach(name Eigen3::Eigen nlohmann_json::nlohmann_json CLI11::CLI11)
  add_library(${name} INTERFACE IMPORTED)
  target_include_directories(${name} SYSTEM INTERFACE ${headers})
endforeach()

# attn_from_source(NAME FOLDER sources…)
function(attn_from_source name folder)
  file(GLOB folder ${ATTN_CROSS_SOURCES}/${folder})
  list(TRANSFORM ARGN PREPEND ${folder}/)
  add_library(${name} STATIC ${ARGN})
  target_include_directories(${name} SYSTEM PUBLIC ${folder})
  set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
endfunction()
attn_from_source(zlib zlib-* adler32.c crc32.c inffast.c inflate.c inftrees.c zutil.c deflate.c trees.c
  compress.c uncompr.c)
attn_from_source(md4c md4c-*/src md4c.c)
add_library(ZLIB::ZLIB ALIAS zlib)
add_library(PkgConfig::md4c ALIAS md4c)
