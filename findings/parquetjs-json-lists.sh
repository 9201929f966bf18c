#!/usr/bin/env bash
# @dsnp/parquetjs 1.8.8: a column of type JSON takes any value for a JSON text, but a list for so many values of a repeated column. A list of
# one element is written as that element, an empty list as null (where the column is optional), and a list of two is refused. Most messages
# of the APIs have a list of one block for their content: it comes back as an object, and what looks for `content[0]` finds nothing.
# A list inside an object stays one.
# Seen: "one {"type":"text"}; empty null; two refused; inside {"content":[{"type":"text"}]}", and the same from pyarrow 26.0.1 for "one".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @dsnp/parquetjs@1.8.8 >/dev/null
python3 -m venv venv
venv/bin/pip install --quiet pyarrow==26.0.1
cat >try.cjs <<'JS'
const { ParquetReader, ParquetSchema, ParquetWriter } = require('@dsnp/parquetjs');

async function written(content, file) {
  const writer = await ParquetWriter.openFile(new ParquetSchema({ content: { type: 'JSON', optional: true } }), file);
  try {
    await writer.appendRow({ content });
  } catch {
    return 'refused';
  } finally {
    await writer.close().catch(() => {});
  }
  const reader = await ParquetReader.openFile(file);
  const row = await reader.getCursor().next();
  await reader.close();
  return JSON.stringify(row.content);
}

async function main() {
  const block = { type: 'text' };
  const one = await written([block], 'one.parquet');
  const empty = await written([], 'empty.parquet');
  const two = await written([block, block], 'two.parquet');
  const inside = await written({ content: [block] }, 'inside.parquet');
  console.log(`one ${one}; empty ${empty}; two ${two}; inside ${inside}`);
}
main();
JS
seen=$(node try.cjs)
python=$(venv/bin/python -c 'import pyarrow.parquet; print(pyarrow.parquet.read_table("one.parquet")["content"][0].as_py())')
echo "$seen; python $python"
[ "$seen; python $python" = 'one {"type":"text"}; empty null; two refused; inside {"content":[{"type":"text"}]}; python {"type":"text"}' ]
