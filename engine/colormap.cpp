#include "engine/colormap.h"
