#include "app/command/compute_line.h"

int main(int argc, char** argv) { return attn::run_compute_line(argc, argv); }
