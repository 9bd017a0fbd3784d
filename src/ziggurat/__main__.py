"""`python -m ziggurat`."""

from ziggurat.cli import main

main()
