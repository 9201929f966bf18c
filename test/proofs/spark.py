"""Runs docs/ci/fleet-spark.py on a lake, inside one Spark. Prints one JSON object.

    python spark.py JOB LAKE PACKED DAY HOST
"""

import importlib.util
import json
import sys

from pyspark.sql import SparkSession


def load(path: str):
    """The job as a module."""
    spec = importlib.util.spec_from_file_location("fleet_spark", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def files_read(frame) -> int:
    """Files that the scans of an executed query opened."""
    frame.collect()
    plan = frame._jdf.queryExecution().executedPlan()
    text = plan.toString()
    leaves = plan.collectLeaves()
    counts = [leaves.apply(n).metrics().get("numFiles") for n in range(leaves.size())]
    return sum(found.get().value() for found in counts if found.isDefined()) if "PartitionFilters" in text else -1


def main(job_path: str, lake: str, packed: str, day: str, host: str) -> None:
    job = load(job_path)
    # An adaptive plan hides its scans.
    settings = {"spark.sql.adaptive.enabled": "false", "spark.sql.shuffle.partitions": "2"}
    spark = SparkSession.builder.master("local[2]").config(map=settings).getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    job.open_lake(spark, lake)
    answers = {name: [row.asDict() for row in spark.sql(sql).collect()] for name, sql in job.QUERIES.items()}
    one = spark.sql(f"SELECT count(*) FROM messages WHERE host = '{host}' AND date = DATE '{day}'")
    answers["files"] = files_read(one)
    for _ in range(2):
        job.pack(spark, day, packed)
    print(json.dumps(answers, default=str))


if __name__ == "__main__":
    main(*sys.argv[1:])
