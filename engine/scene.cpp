#include "engine/scene.h"
