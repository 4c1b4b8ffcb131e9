#include "app/document/scene_file.h"
