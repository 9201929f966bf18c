"""Reads a lake with each reader of Python. Prints one JSON object: reader -> table -> rows and the sum of one column."""

import json
import pathlib
import sys

import datasets
import pandas
import polars
import pyarrow.dataset
import pyarrow.compute

# A column of numbers in each table.
SUMMED = {"conversations": "bytes", "messages": "index", "findings": "count", "tokens": "output"}


def by_pyarrow(folder: str, column: str) -> list[int]:
    table = pyarrow.dataset.dataset(folder, partitioning="hive", exclude_invalid_files=False).to_table(columns=[column])
    return [table.num_rows, pyarrow.compute.sum(table[column]).as_py()]


def by_pandas(folder: str, column: str) -> list[int]:
    frame = pandas.read_parquet(folder, columns=[column])
    return [len(frame), int(frame[column].sum())]


def by_polars(folder: str, column: str) -> list[int]:
    frame = polars.scan_parquet(f"{folder}/**/*.parquet", hive_partitioning=True, missing_columns="insert")
    return list(frame.select(polars.len(), polars.col(column).sum()).collect().row(0))


def by_datasets(folder: str, column: str) -> list[int]:
    rows = datasets.load_dataset("parquet", data_files=f"{folder}/**/*.parquet", split="train", columns=[column])
    return [len(rows), sum(rows[column])]


READERS = {"pyarrow": by_pyarrow, "pandas": by_pandas, "polars": by_polars, "datasets": by_datasets}


def main(lake: str) -> None:
    answers = {}
    for name, read in READERS.items():
        answers[name] = {table: read(str(pathlib.Path(lake, table)), column) for table, column in SUMMED.items()}
    print(json.dumps(answers))


if __name__ == "__main__":
    main(sys.argv[1])
