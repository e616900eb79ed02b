"""The data of the exercises, one module `notebook_NN` per notebook, each with a list `EXERCISES`."""
