#!/usr/bin/env bash
# parse-prometheus-text-format 1.1.1: a histogram or summary with a label of its own loses its series. Those of all labels become one
# whose buckets are the last ones met; the labels, the sums and the counts are gone. Without such a label, all are there.
# Histograms by path or by host are of that form.
# Seen: one entry, {"buckets":{"1":"4","+Inf":"5"}}, for the hosts "a" (1 and 2, sum 3) and "b" (4 and 5, sum 6); without labels
# {"buckets":{"1":"1","+Inf":"2"},"count":"2","sum":"3"}.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund parse-prometheus-text-format@1.1.1 >/dev/null
cat >try.mjs <<'JS'
import parse from 'parse-prometheus-text-format';

const series = (label, [low, all, sum]) => {
  const of = (more) => ([label, more].filter(Boolean).length === 0 ? '' : `{${[label, more].filter(Boolean).join(',')}}`);
  return [
    `h_bucket${of('le="1"')} ${low}`,
    `h_bucket${of('le="+Inf"')} ${all}`,
    `h_sum${of('')} ${sum}`,
    `h_count${of('')} ${all}`,
  ];
};
const read = (lines) => {
  const [{ metrics }] = parse(['# TYPE h histogram', ...lines, ''].join('\n'));
  return JSON.stringify(metrics);
};
console.log(read([...series('host="a"', [1, 2, 3]), ...series('host="b"', [4, 5, 6])]));
console.log(read(series('', [1, 2, 3])));
JS
seen=$(node try.mjs)
echo "$seen"
[ "$seen" = '[{"buckets":{"1":"4","+Inf":"5"}}]
[{"buckets":{"1":"1","+Inf":"2"},"count":"2","sum":"3"}]' ]
