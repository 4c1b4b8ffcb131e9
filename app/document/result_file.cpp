#include "app/document/result_file.h"
