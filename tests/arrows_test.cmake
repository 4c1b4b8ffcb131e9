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

expect_refused(engine/attention/score.cpp "\"app/document/edits/document.h\"")
expect_refused(engine/attention/score.cpp "<nlohmann/json.hpp>")
expect_refused(app/document/edits/document.cpp "\"app/figure/files/figure.h\"")
expect_refused(app/document/edits/document.cpp "\"app/ui/window/window.h\"")
expect_refused(app/figure/files/figure.cpp "\"app/gl/heatmap/heatmap.h\"")
expect_refused(app/figure/files/figure.cpp "\"app/ui/window/window.h\"")
expect_refused(app/gl/heatmap/heatmap.cpp "\"app/document/edits/document.h\"")
expect_refused(app/gl/heatmap/heatmap.cpp "<imgui.h>")
expect_refused(app/session/workspace/workspace.cpp "\"app/ui/toolkit/ui.h\"")
expect_refused(app/session/workspace/workspace.cpp "<imgui.h>")
expect_refused(app/ui/window/window.cpp "<nlohmann/json.hpp>")
expect_refused(app/ui/window/window.cpp "\"tests/support/picture.h\"")
# What can be left out.
expect_refused(app/command_line.cpp "\"app/gl/compute/compute_device.h\"")
expect_refused(app/session/evaluation/backends.cpp "\"app/gl/compute/compute_device.h\"")
# Within a room.
expect_refused(engine/base/matrix.h "\"engine/attention/scene.h\"")
expect_refused(engine/attention/score.cpp "\"engine/fast/evaluate.h\"")
expect_refused(app/document/files/files.cpp "\"app/document/lessons/lesson.h\"")
expect_refused(app/figure/text/text.cpp "\"app/figure/views/diagram_kinds.h\"")
expect_refused(app/gl/base/program.cpp "\"app/gl/compute/fence.h\"")
expect_refused(app/ui/toolkit/widgets.cpp "\"app/ui/window/window.h\"")

# What is handed the whole workspace where only the window may be.
file(REMOVE_RECURSE ${FOLDER})
file(WRITE ${FOLDER}/app/ui/views/plane_view.h "#include <vector>\nvoid a(const Workspace&);\nvoid b(Ui&, Workspace&);\n")
execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${FOLDER} -P ${SCRIPT}
                RESULT_VARIABLE status ERROR_VARIABLE words OUTPUT_QUIET)
if(status EQUAL 0 OR NOT words MATCHES "app/ui/views/plane_view.h: .*void b")
  message(FATAL_ERROR "a view could command the workspace: ${words}")
endif()

file(REMOVE_RECURSE ${FOLDER})
file(WRITE ${FOLDER}/app/ui/window/window.cpp "#include <GLFW/glfw3.h>\n#include \"engine/attention/scene.h\"\n")
file(WRITE ${FOLDER}/app/glsl.cpp "#include \"app/gl/compute/compute_device.h\"\n")
execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${FOLDER} -P ${SCRIPT} RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "includes along the arrows were refused")
endif()
