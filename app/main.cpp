#include "app/command/command_line.h"

int main(int argc, char** argv) { return attn::run_command_line(argc, argv); }
