"""Asks a lake that `convo export --to parquet LAKE` wrote, with Spark.

    spark-submit fleet-spark.py LAKE                     every query, one JSON object a row
    spark-submit fleet-spark.py LAKE --query NAME        one of them
    spark-submit fleet-spark.py LAKE --pack DAY DIR      one file a kind of the messages of a day
    spark-submit fleet-spark.py LAKE --merge DAY DIR     the conversations of a day into a table of Delta Lake

The queries are those of docs/fleets.md for DuckDB, and have the same answers.
"""

import argparse
import json
import sys
from datetime import date

from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, SparkSession, functions as F

TABLES = ("conversations", "messages", "findings", "tokens")

QUERIES = {
    "conversations": """
        SELECT host, kind, date, count(*) AS conversations, sum(bytes) AS bytes
        FROM conversations GROUP BY host, kind, date ORDER BY host, kind, date""",
    "messages": """
        SELECT latest.kind, latest.project, count(*) AS messages, count(*) FILTER (WHERE role = 'user') AS questions
        FROM latest JOIN messages USING (host, kind, date, path)
        GROUP BY latest.kind, latest.project ORDER BY messages DESC, kind, project""",
    "tools": """
        SELECT call.name, count(*) AS calls, count(*) FILTER (WHERE output.failed) AS failed
        FROM messages AS call JOIN messages AS output USING (host, kind, date, path, call_id)
        WHERE call.type = 'tool_call' AND output.type = 'tool_output'
        GROUP BY call.name ORDER BY calls DESC, name""",
    "findings": """
        SELECT code, severity, sum(count) AS findings, count(DISTINCT host) AS machines
        FROM findings WHERE date = (SELECT max(date) FROM findings)
        GROUP BY code, severity ORDER BY findings DESC, code""",
    "tokens": """
        SELECT model, month, count(*) AS answers, sum(input) AS input, sum(output) AS output, sum(cache_read) AS cache_read
        FROM (SELECT kind, answer, model, month, max(input) AS input, max(output) AS output, max(cache_read) AS cache_read
              FROM tokens GROUP BY kind, answer, model, month)
        GROUP BY model, month ORDER BY model, month""",
    "late": """
        SELECT host, max(date) AS last FROM conversations
        GROUP BY host HAVING max(date) < (SELECT max(date) FROM conversations) ORDER BY last, host""",
}


def open_lake(spark: SparkSession, lake: str) -> None:
    """Makes a view of each table, and `latest`: each conversation as it was seen last."""
    # Else a host that is called 007 would be a number.
    spark.conf.set("spark.sql.sources.partitionColumnTypeInference.enabled", "false")
    for table in TABLES:
        # An older convo may lack a column.
        rows = spark.read.option("mergeSchema", "true").parquet(f"{lake}/{table}")
        rows.withColumn("date", F.to_date("date")).createOrReplaceTempView(table)
    spark.sql("""
        CREATE OR REPLACE TEMPORARY VIEW latest AS SELECT * FROM (
          SELECT *, row_number() OVER (PARTITION BY host, kind, path ORDER BY date DESC) AS nth FROM conversations
        ) WHERE nth = 1""")


def pack(spark: SparkSession, day: str, into: str) -> None:
    """Writes one file a kind with the messages of a day. A second run replaces the files of that day alone."""
    spark.conf.set("spark.sql.sources.partitionOverwriteMode", "dynamic")
    rows: DataFrame = spark.table("messages").where(F.col("date") == F.to_date(F.lit(day)))
    rows.repartition("kind").write.partitionBy("kind", "date").mode("overwrite").option("compression", "zstd").parquet(into)


def merge(spark: SparkSession, day: str, into: str) -> None:
    """Merges the conversations of a day into a table of Delta Lake: one row for a host, kind and path, as it was seen last.

    Days may come in any order, and again. A run that was killed has changed nothing.
    """
    rows = spark.table("conversations").where(F.col("date") == F.to_date(F.lit(day)))
    # As one statement that does nothing where the table is there, it may be killed and run again.
    rows.limit(0).write.format("delta").partitionBy("kind").mode("ignore").save(into)
    rows.createOrReplaceTempView("of_day")
    target = "delta.`" + into.replace("`", "``") + "`"
    spark.sql(f"""
        MERGE WITH SCHEMA EVOLUTION INTO {target} AS kept USING of_day AS seen
        ON kept.host = seen.host AND kept.kind = seen.kind AND kept.path = seen.path
        WHEN MATCHED AND kept.date <= seen.date THEN UPDATE SET *
        WHEN NOT MATCHED THEN INSERT *""")


def main() -> int:
    parser = argparse.ArgumentParser(description="Asks a lake of convo's exports.")
    parser.add_argument("lake")
    parser.add_argument("--query", choices=QUERIES)
    parser.add_argument("--pack", nargs=2, metavar=("DAY", "DIR"))
    parser.add_argument("--merge", nargs=2, metavar=("DAY", "DIR"))
    options = parser.parse_args()
    for day, _ in filter(None, (options.pack, options.merge)):
        try:
            date.fromisoformat(day)
        except ValueError:
            parser.error(f"{day} is no day such as 2026-11-21")
    spark = SparkSession.builder.appName("convo").getOrCreate()
    try:
        open_lake(spark, options.lake)
    except AnalysisException as error:
        print(f"{options.lake} is no lake that can be asked: {error}", file=sys.stderr)
        return 4
    if options.pack or options.merge:
        if options.pack:
            pack(spark, *options.pack)
        if options.merge:
            merge(spark, *options.merge)
        return 0
    for name in [options.query] if options.query else QUERIES:
        for row in spark.sql(QUERIES[name]).collect():
            print(json.dumps({"query": name, **row.asDict()}, default=str))
    return 0


if __name__ == "__main__":
    sys.exit(main())
