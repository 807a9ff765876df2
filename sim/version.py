"""The version of the package, read here by the build and by `mazarbul --version`."""

VERSION = "0.1.0"
