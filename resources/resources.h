// resources/resources.h - makes the compiled-in files visible; call once per program or test.
#pragma once

void grashofInitResources();
