"""``python -m normbook`` is the command ``normbook``."""

import sys

from normbook.grader.cli import main

if __name__ == "__main__":
    sys.exit(main())
