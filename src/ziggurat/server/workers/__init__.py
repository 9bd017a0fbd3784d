"""Workers: processes of their own, on any machine, in which bots think and hints are made."""
