#include "engine/attention.h"
