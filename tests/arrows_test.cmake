# The test of the test: arrows.cmake must refuse each of these includes, and only for them.
# cmake -DSCRIPT=arrows.cmake -DFOLDER=scratch -P arrows_test.cmake
cmake_minimum_required(VERSION 3.25)

function(expect_refused file included)
  file(REMOVE_RECURSE ${FOLDER})
  file(WRITE ${FOLDER}/engine/attention/scene.h "#include <vector>\n")
  file(WRITE ${FOLDER}/${file} "#include ${included}\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${FOLDER} -P ${SCRIPT}
                  RESULT_VARIABLE status ERROR_VARIABLE words OUTPUT_QUIET)
  string(REGEX REPLACE "[<>\"]" "" name "${included}")
  if(status EQUAL 0 OR NOT words MATCHES "${file}: [a-z/]+ may not include ${name}")
    message(FATAL_ERROR "${file} could include ${included}: ${words}")
  endif()
endfunction()

expect_refused(engine/attention/score.cpp "\"app/document/history/document.h\"")
expect_refused(engine/attention/score.cpp "<nlohmann/json.hpp>")
expect_refused(app/document/history/document.cpp "\"app/figure/files/figure.h\"")
expect_refused(app/document/history/document.cpp "\"app/ui/window/window.h\"")
expect_refused(app/figure/files/figure.cpp "\"app/gl/heatmap/heatmap.h\"")
expect_refused(app/figure/files/figure.cpp "\"app/ui/window/window.h\"")
expect_refused(app/figure/files/figure.cpp "\"app/paint/cairo_canvas.h\"")
expect_refused(app/figure/files/figure.cpp "<cairo.h>")
expect_refused(app/figure/math/math_font.h "<hb.h>")
expect_refused(app/gl/heatmap/heatmap.cpp "\"app/document/history/document.h\"")
expect_refused(app/gl/heatmap/heatmap.cpp "<imgui.h>")
expect_refused(app/session/workspace/workspace.cpp "\"app/ui/toolkit/ui.h\"")
expect_refused(app/session/workspace/workspace.cpp "<imgui.h>")
expect_refused(app/ui/window/window.cpp "<nlohmann/json.hpp>")
expect_refused(app/ui/window/window.cpp "\"tests/support/picture.h\"")
expect_refused(app/command/command_line.cpp "\"app/ui/toolkit/ui.h\"")
# Optional parts (-DATTN_GLSL=OFF).
expect_refused(app/command/command_line.cpp "\"app/gl/compute/compute_device.h\"")
expect_refused(app/session/evaluation/backends.cpp "\"app/gl/compute/compute_device.h\"")
# Within a room.
expect_refused(engine/base/matrix.h "\"engine/attention/scene.h\"")
expect_refused(engine/attention/score.cpp "\"engine/fast/evaluate.h\"")
expect_refused(app/document/files/files.cpp "\"app/document/lessons/lesson.h\"")
expect_refused(app/figure/text/text_lines.cpp "\"app/figure/views/diagram_kinds.h\"")
expect_refused(app/gl/base/program.cpp "\"app/gl/compute/fence.h\"")
expect_refused(app/ui/toolkit/widgets.cpp "\"app/ui/window/window.h\"")

# Functions that take the whole workspace outside the window.
foreach(inner IN ITEMS numbers heatmap views panels files lessons window)
  file(REMOVE_RECURSE ${FOLDER})
  file(WRITE ${FOLDER}/app/ui/${inner}/some.h "#include <vector>\nvoid a(const Workspace&);\nvoid b(Ui&, Workspace&);\nvoid c(Session&);\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${FOLDER} -P ${SCRIPT}
                  RESULT_VARIABLE status ERROR_VARIABLE words OUTPUT_QUIET)
  if(inner STREQUAL window AND words MATCHES "is handed the workspace")
    message(FATAL_ERROR "the window could not command the workspace: ${words}")
  elseif(NOT inner STREQUAL window AND (status EQUAL 0 OR NOT words MATCHES "app/ui/${inner}/some.h: .*void b.*void c"))
    message(FATAL_ERROR "${inner} could command the workspace: ${words}")
  endif()
endforeach()

# A test in a folder that its room does not have, or below one.
foreach(test IN ITEMS document/attention/scene_test.cpp engine/scene/scene_test.cpp app/ui/window_test.cpp
        engine/attention/old/scene_test.cpp)
  file(REMOVE_RECURSE ${FOLDER})
  file(WRITE ${FOLDER}/engine/attention/scene.h "#include <vector>\n")
  file(WRITE ${FOLDER}/tests/${test} "#include <gtest/gtest.h>\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${FOLDER} -P ${SCRIPT}
                  RESULT_VARIABLE status ERROR_VARIABLE words OUTPUT_QUIET)
  if(status EQUAL 0 OR NOT words MATCHES "tests/${test}: there is no")
    message(FATAL_ERROR "tests/${test} could lie there: ${words}")
  endif()
endforeach()

# A folder of more files than are found at a glance.
foreach(inner IN ITEMS engine/attention tests/engine tests/engine/attention)
  file(REMOVE_RECURSE ${FOLDER})
  foreach(n RANGE 40)
    file(WRITE ${FOLDER}/${inner}/file_${n}.cpp "#include <vector>\n")
  endforeach()
  file(WRITE ${FOLDER}/engine/attention/scene.h "#include <vector>\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${FOLDER} -P ${SCRIPT}
                  RESULT_VARIABLE status ERROR_VARIABLE words OUTPUT_QUIET)
  if(status EQUAL 0 OR NOT words MATCHES "${inner}: 4[12] files")
    message(FATAL_ERROR "${inner} could have 41 files: ${words}")
  endif()
endforeach()

# The rooms within a room, as the script has them, with `between` between two.
function(order_of key between result)
  file(READ ${SCRIPT} text)
  if(NOT text MATCHES "set\\(within_${key} ([a-z_ \n]+)\\)")
    message(FATAL_ERROR "no order of the rooms within ${key}")
  endif()
  string(REGEX REPLACE "[ \n]+" "${between}" order "${CMAKE_MATCH_1}")
  set(${result} "${order}" PARENT_SCOPE)
endfunction()

# A house in which all is well.
function(write_house)
  file(REMOVE_RECURSE ${FOLDER})
  file(WRITE ${FOLDER}/tests/engine/attention/scene_test.cpp "#include <gtest/gtest.h>\n")
  file(WRITE ${FOLDER}/tests/engine/scenes.h "#include <gtest/gtest.h>\n")
  file(WRITE ${FOLDER}/tests/document/lesson_acts/act.txt "")
  file(WRITE ${FOLDER}/CONTRIBUTING.md "Begin with `engine/attention/scene.h`, then `app/ui`.\n\n")
  foreach(room IN ITEMS engine app/document app/model app/figure app/gl app/session app/ui)
    string(REPLACE "/" "_" key ${room})
    order_of(${key} " " order)
    file(APPEND ${FOLDER}/CONTRIBUTING.md "${room}/   ${order}\n")
    order_of(${key} "`,\n`" order_${key})
  endforeach()
  file(WRITE ${FOLDER}/engine/README.md "# engine: mathematics\n
May include: Eigen.\n
Its rooms, in order: `${order_engine}`.\n")
  file(WRITE ${FOLDER}/engine/attention/README.md "# engine/attention: attention\n
May include: `base`,\nEigen.\n\nBegin with `scene.h`.\n")
  file(WRITE ${FOLDER}/engine/attention/scene.h "#include <Eigen/Core>\n#include <vector>\n"
    "#include \"engine/attention/scene.h\"\n#include \"engine/base/matrix.h\"\n")
  file(WRITE ${FOLDER}/engine/base/README.md "# engine/base: base\n\nMay include: the standard library.\n")
  file(WRITE ${FOLDER}/engine/base/matrix.h "#include <vector>\n")
  file(WRITE ${FOLDER}/app/command/README.md "# app/command: commands\n\nMay include: `app/gl`.\n")
  file(WRITE ${FOLDER}/app/command/glsl.cpp "#include \"app/gl/compute/compute_device.h\"\n")
  file(WRITE ${FOLDER}/app/gl/README.md "# app/gl: OpenGL\n
May include: libepoxy.\n\nIts rooms, in order: `${order_app_gl}`.\n")
  file(WRITE ${FOLDER}/app/gl/compute/README.md "# app/gl/compute: shaders\n\nMay include: `base`.\n")
  file(WRITE ${FOLDER}/app/gl/compute/compute_device.h "#include <vector>\n")
  file(WRITE ${FOLDER}/app/ui/README.md "# app/ui: the window\n
May include: GLFW, Dear ImGui, `engine`.\n
Its rooms, in order: `${order_app_ui}`.\n")
  file(WRITE ${FOLDER}/app/ui/window/README.md "# app/ui/window: frames\n\nMay include: GLFW, `engine/attention`.\n")
  file(WRITE ${FOLDER}/app/ui/window/window.cpp "#include <GLFW/glfw3.h>\n#include \"engine/attention/scene.h\"\n")
endfunction()

function(run_script status words)
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${FOLDER} -P ${SCRIPT}
                  RESULT_VARIABLE found ERROR_VARIABLE said OUTPUT_QUIET)
  set(${status} ${found} PARENT_SCOPE)
  set(${words} "${said}" PARENT_SCOPE)
endfunction()

write_house()
run_script(status words)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "a house in which all is well was refused: ${words}")
endif()

# Puts `to` in place of `from` in a paper of that house, which is all that may be found wrong.
function(expect_told paper from to expected)
  write_house()
  file(READ ${FOLDER}/${paper} text)
  string(REPLACE "${from}" "${to}" changed "${text}")
  if(changed STREQUAL text)
    message(FATAL_ERROR "${paper} has no ${from}")
  endif()
  file(WRITE ${FOLDER}/${paper} "${changed}")
  run_script(status words)
  string(REGEX REPLACE "\n.*" "" first "${words}")
  if(status EQUAL 0 OR NOT first STREQUAL "${paper}: ${expected}")
    message(FATAL_ERROR "${paper} could have \"${to}\" in place of \"${from}\": ${words}")
  endif()
endfunction()

# Included folders are named by the READMEs of the folder and of its room.
expect_told(engine/attention/README.md "`base`,\n" ""
  "does not name engine/base/matrix.h, of engine/attention/scene.h")
expect_told(engine/attention/README.md ",\nEigen" "" "does not name Eigen/Core, of engine/attention/scene.h")
expect_told(engine/README.md "Eigen" "the standard library" "does not name Eigen/Core, of engine/attention/scene.h")
expect_told(app/ui/window/README.md "engine/attention" "engine/base"
  "does not name engine/attention/scene.h, of app/ui/window/window.cpp")
expect_told(app/command/README.md "`app/gl`" "CLI11" "does not name app/gl/compute/compute_device.h, of app/command/glsl.cpp")
# Folders named in a README may be included: it comes before, belongs to the room, and is there.
expect_told(engine/base/README.md "the standard library" "`attention`" "names `attention`, which may not be included")
expect_told(engine/base/README.md "the standard library" "`engine/attention`"
  "names `engine/attention`, which may not be included")
expect_told(engine/base/README.md "the standard library" "`app/ui`" "names `app/ui`, which may not be included")
expect_told(engine/base/README.md "the standard library" "Cairo" "names Cairo, which may not be included")
expect_told(app/ui/window/README.md "GLFW" "GLFW, OpenCV" "names OpenCV, which may not be included")
expect_told(app/ui/window/README.md "GLFW" "GLFW, `toolbox`" "names `toolbox`, which may not be included")
# Its form.
expect_told(engine/base/README.md "May include" "It includes" "lacks \"May include: ….\"")
expect_told(engine/base/README.md "# engine/base" "# base" "begins otherwise than \"# engine/base: \"")
expect_told(app/gl/README.md "`base`,\n`heatmap`" "`heatmap`, `base`"
  "lacks \"Its rooms, in order: `base`, `heatmap`, `compute`.\"")
expect_told(CONTRIBUTING.md "heatmap compute" "compute heatmap" "lacks \"app/gl/ base heatmap compute\"")
# Files that it names.
expect_told(engine/attention/README.md "`scene.h`" "`scenes.h`" "names scenes.h, which is not there")
expect_told(CONTRIBUTING.md "`app/ui`" "`app/desktop`" "names app/desktop, which is not there")

# A folder without a README, and a room without one.
foreach(folder IN ITEMS engine/attention app/ui)
  write_house()
  file(REMOVE ${FOLDER}/${folder}/README.md)
  run_script(status words)
  if(status EQUAL 0 OR NOT words MATCHES "${folder}/README.md: there is none")
    message(FATAL_ERROR "${folder} could have no README: ${words}")
  endif()
endforeach()

# A file at the top level that does not belong there.
file(REMOVE_RECURSE ${FOLDER})
file(WRITE ${FOLDER}/engine/attention/scene.h "#include <vector>\n")
file(WRITE ${FOLDER}/actual-all-heads.png "")
execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${FOLDER} -P ${SCRIPT}
                RESULT_VARIABLE status ERROR_VARIABLE words OUTPUT_QUIET)
if(status EQUAL 0 OR NOT words MATCHES "actual-all-heads.png: does not belong")
  message(FATAL_ERROR "a picture could lie at the top level: ${words}")
endif()
