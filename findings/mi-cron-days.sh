#!/usr/bin/env bash
# @cheap-glitch/mi-cron 1.0.1 reads a line of cron and says when it runs next. A day that a month lacks it takes for one of the next month:
# `0 9 31 * *` runs on 3 and 31 March, 1 and 31 May, 1 and 31 July. cron runs it in the months that have a 31st. 29 February is 1 March in
# years without one. And where a line names days of the month and days of the week, it runs where both are true, cron where either is:
# "the 13th, and each Friday" is one or two days of a year. Its README calls these standard cron expressions, and says nothing of either.
# Seen: "31st 03-03 03-31 05-01 05-31 07-01 07-31; 29 February 2026-03-01 2027-03-01; 13th or Friday 02-13 03-13 11-13, 13th alone 02-13 03-13 04-13".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @cheap-glitch/mi-cron@1.0.1 >/dev/null
cat >try.cjs <<'JS'
const { parseCron } = require('@cheap-glitch/mi-cron');

function days(line, runs, begin = 5) {
  let at = new Date('2026-01-31T12:00:00Z');
  const found = [];
  while (found.length < runs) {
    at = parseCron.nextDate(line, at);
    found.push(at.toISOString().slice(begin, 10));
  }
  return found.join(' ');
}

console.log(
  `31st ${days('0 9 31 * *', 6)}; 29 February ${days('0 9 29 2 *', 2, 0)}; ` +
    `13th or Friday ${days('0 9 13 * 5', 3)}, 13th alone ${days('0 9 13 * *', 3)}`,
);
JS
seen=$(TZ=UTC node try.cjs)
echo "$seen"
[ "$seen" = '31st 03-03 03-31 05-01 05-31 07-01 07-31; 29 February 2026-03-01 2027-03-01; 13th or Friday 02-13 03-13 11-13, 13th alone 02-13 03-13 04-13' ]
