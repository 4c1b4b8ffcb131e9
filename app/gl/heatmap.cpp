#include "app/gl/heatmap.h"
