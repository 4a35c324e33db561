// Only here to have the precompiled headers of all tests made.
