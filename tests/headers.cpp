// Exists only so that the build makes the precompiled headers of all tests.
