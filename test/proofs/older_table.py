"""Writes a table as an older version did, which lacks a column.

    python older_table.py TABLE.parquet OLDER.parquet
"""

import sys

import pyarrow.parquet


def main(source: str, older: str) -> None:
    table = pyarrow.parquet.ParquetFile(source).read()
    pyarrow.parquet.write_table(table.drop_columns(["branch"]), older)


if __name__ == "__main__":
    main(*sys.argv[1:])
