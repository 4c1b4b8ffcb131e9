#pragma once

#include "engine/evaluation.h"
