#!/usr/bin/env bash
# junit-cli-report-viewer 3.0.0: a test that could not be run (`<error>`) has the mark and the colour of one that passed, its message is left
# out, and the number of failed tests is 0. Only `<failure>` counts. Whoever reads the report of a CI run where a tool broke sees that
# all went well; only the word FAIL before the suite says otherwise, and the exit code is 0 either way.
# Seen: "failed tests: 0, ✔ ok, ✔ cannot tell, exit code 0" for a suite of errors="1".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund junit-cli-report-viewer@3.0.0 >/dev/null
cat >report.xml <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="2" failures="0" errors="1">
  <testsuite name="store" tests="2" failures="0" errors="1" time="0.5">
    <testcase name="ok" classname="store" time="0.25"/>
    <testcase name="cannot tell" classname="store" time="0.25"><error message="the file cannot be read"/></testcase>
  </testsuite>
</testsuites>
XML
code=0
NO_COLOR=1 FORCE_COLOR=0 node_modules/.bin/junit-cli-report-viewer report.xml >said.txt || code=$?
seen="failed tests: $(grep -o 'failed tests: *[0-9]*' said.txt | grep -o '[0-9]*$'), $(grep -o '✔ ok' said.txt), $(grep -o '✔ cannot tell' said.txt), exit code $code"
echo "$seen"
grep -q 'the file cannot be read' said.txt && exit 1
[ "$seen" = 'failed tests: 0, ✔ ok, ✔ cannot tell, exit code 0' ]
