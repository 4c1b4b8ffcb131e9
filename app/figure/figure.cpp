#include "app/figure/figure.h"
