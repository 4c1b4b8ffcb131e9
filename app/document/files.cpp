#include "app/document/files.h"
