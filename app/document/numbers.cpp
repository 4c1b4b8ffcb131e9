#include "app/document/numbers.h"
