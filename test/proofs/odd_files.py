"""Writes what a lake meets: a table of an older version that lacks a column, and one without a row.

    python odd_files.py TABLE.parquet OLDER.parquet EMPTY.parquet
"""

import sys

import pyarrow.parquet


def main(source: str, older: str, empty: str) -> None:
    table = pyarrow.parquet.ParquetFile(source).read()
    pyarrow.parquet.write_table(table.drop_columns(["branch"]), older)
    pyarrow.parquet.write_table(table.slice(0, 0), empty)


if __name__ == "__main__":
    main(*sys.argv[1:])
