#include "engine/check.h"
