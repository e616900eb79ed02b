"""What the wings import that the core does not: found when needed, or an error that says what to install."""

import importlib


def need(module, extra):
    """Import and return `module`, or raise ImportError that names the extra of ragkit which brings it."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise ImportError(f"{error.name} is not installed: run `pip install 'ragkit[{extra}]'`") from error
