"""Settings that every test shares, and the kernels that nbval starts inherit."""

import os

# Two BLAS threads on a busy machine of two cores make small products several times slower than one.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Tests draw without a screen. A kernel sets its own backend.
os.environ.setdefault("MPLBACKEND", "agg")
