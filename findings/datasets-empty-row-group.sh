#!/usr/bin/env bash
# Hugging Face datasets 5.2.0: load_dataset('parquet') cannot read a file that begins with a row group of no rows, which is how
# pyarrow 26.0.1 writes an empty table. It takes the rows of the first group for the size of a batch, and pyarrow
# refuses a size of 0. One such file among many ends the load of all. Empty files without any row group are read.
# Seen: "one group: 1, DatasetGenerationError" and "no group: 0, 3 rows" (each beside a file of 3 rows).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet datasets==5.2.0 pyarrow==26.0.1
cat >try.py <<'PY'
import os

import pyarrow
import pyarrow.parquet

os.environ["HF_HOME"] = os.path.join(os.getcwd(), "cache")
import datasets

datasets.disable_progress_bars()
rows = pyarrow.table({"number": [1, 2, 3]})
for name in ("one group", "no group"):
    os.mkdir(name)
    pyarrow.parquet.write_table(rows, f"{name}/rows.parquet")
    empty = f"{name}/empty.parquet"
    if name == "one group":
        pyarrow.parquet.write_table(rows.slice(0, 0), empty)
    else:
        pyarrow.parquet.ParquetWriter(empty, rows.schema).close()
    try:
        seen = f"{len(datasets.load_dataset('parquet', data_files=f'{name}/*.parquet', split='train'))} rows"
    except Exception as error:
        seen = type(error).__name__
    print(f"{name}: {pyarrow.parquet.ParquetFile(empty).num_row_groups}, {seen}")
PY
seen=$(venv/bin/python try.py 2>/dev/null)
echo "$seen"
[ "$seen" = "one group: 1, DatasetGenerationError
no group: 0, 3 rows" ]
