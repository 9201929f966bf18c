"""Prints the files of which a table of Delta Lake is made, as deltalake sees them, as one JSON list.

    python merged.py TABLE
"""

import json
import sys

from deltalake import DeltaTable

table = DeltaTable(sys.argv[1])
# A later version may delete rows without a new file.
if table.protocol().min_reader_version != 1:
    sys.exit("the table needs more than its files to be read")
print(json.dumps(table.file_uris()))
