# The kernels, one source compiled for each set of vector instructions; kernel_choice.cpp knows them.
# attn_kernels(NAME options…)
function(attn_kernels name)
  add_library(kernels_${name} OBJECT kernels/kernel_variant.cpp)
  target_include_directories(kernels_${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(kernels_${name} PRIVATE attn_warnings attn_hardening)
  target_compile_definitions(kernels_${name} PRIVATE
    ATTN_KERNELS=kernels_${name} ATTN_KERNELS_NAME="${name}")
  target_compile_options(kernels_${name} PRIVATE -ffp-contract=fast -fno-trapping-math
    -fno-math-errno ${ARGN})
  if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT ATTN_SANITIZE)
    # From GCC 14 on, sums that are computed one after another would else not be fused for most CPUs:
    # equal rows would differ in bits.
    target_compile_options(kernels_${name} PRIVATE -O3
      $<$<CXX_COMPILER_ID:GNU>:--param=avoid-fma-max-bits=0>)
  else()
    # With less optimisation only some sums of products are fused: equal rows would differ in bits.
    target_compile_options(kernels_${name} PRIVATE -ffp-contract=off)
  endif()
  target_sources(engine PRIVATE $<TARGET_OBJECTS:kernels_${name}>)
endfunction()

attn_kernels(plain)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  attn_kernels(avx2 -mavx2 -mfma)
  attn_kernels(avx512 -mavx2 -mfma -mavx512f -mavx512bw -mavx512dq -mavx512vl)
  target_compile_definitions(engine PRIVATE ATTN_KERNELS_OF_X86)
endif()
if(EMSCRIPTEN)
  target_compile_options(engine PRIVATE -msimd128)
  attn_kernels(wasm -msimd128)
  target_compile_definitions(engine PRIVATE ATTN_KERNELS_OF_WASM)
  if(ATTN_WASM_RELAXED)
    attn_kernels(wasm_relaxed -msimd128 -mrelaxed-simd)
    target_compile_definitions(engine PRIVATE ATTN_KERNELS_OF_RELAXED_WASM)
  endif()
endif()
