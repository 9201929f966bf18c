"""Runs a command. The last line of stderr has its exit code, processor seconds and peak megabytes, of its children too, as JSON."""

import json
import resource
import subprocess
import sys

status = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
spent = {"status": status, "cpu": used.ru_utime + used.ru_stime, "megabytes": used.ru_maxrss / 1024}
print("\n" + json.dumps(spent), file=sys.stderr)
