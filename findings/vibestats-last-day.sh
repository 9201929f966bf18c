#!/usr/bin/env bash
# vibestats 1.5.1: `vibestats --activity` puts each answer on its day where the person is, and ends the graph with the last day that has one. It
# takes that day for midnight in Greenwich, which west of there is still the evening before: in New York the window
# ends a day early. The last day, often today, is in none of "active days", the streaks and the last 30 days; the tokens of all days, in
# the same report, have it.
# Seen, of 1,000 tokens on 24 November, 2,000 on the 25th and 4,000 on the 26th, each at 16:00 UTC:
# "UTC to 2026-11-26, 3 days, streak 3, 7000; America/New_York to 2026-11-25, 2 days, streak 2, 3000".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund vibestats@1.5.1 >/dev/null
cat >make.py <<'PY'
import json
import os

STORE = 'home/.claude/projects/-srv-app'
os.makedirs(STORE)
for number, (day, tokens) in enumerate((('24', 1000), ('25', 2000), ('26', 4000)), 1):
    session = f'{number}1111111-1111-4111-8111-111111111111'
    question, answer = (f'{number}0000000-0000-4000-8000-00000000000{place}' for place in (1, 2))
    records = [
        (question, None, 'user', {'role': 'user', 'content': 'Which fruit?'}),
        (answer, question, 'assistant', {
            'id': f'msg_{number}', 'type': 'message', 'role': 'assistant', 'model': 'claude-sonnet-4-5-20250929',
            'content': [{'type': 'text', 'text': 'Pears.'}], 'stop_reason': 'end_turn', 'stop_sequence': None,
            'usage': {'input_tokens': tokens, 'cache_creation_input_tokens': 0, 'cache_read_input_tokens': 0, 'output_tokens': 0}}),
    ]
    with open(f'{STORE}/{session}.jsonl', 'w') as file:
        for second, (uuid, parent, kind, message) in enumerate(records):
            more = {'requestId': f'req_{number}'} if kind == 'assistant' else {}
            file.write(json.dumps({
                'parentUuid': parent, 'isSidechain': False, 'userType': 'external', 'cwd': '/srv/app', 'sessionId': session,
                'version': '2.1.332', 'type': kind, 'message': message, **more, 'uuid': uuid,
                'timestamp': f'2026-11-{day}T16:00:0{second}.000Z'}, separators=(',', ':')) + '\n')
PY
cat >summary.py <<'PY'
import json
import sys

text = sys.stdin.read()
report = json.loads(text[text.index('{'):])


def member(value, name):
    if isinstance(value, dict) and name in value:
        return value[name]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return next((found for found in (member(one, name) for one in inner) if found is not None), None)


end, days, streak, recent = (member(report, name) for name in ('endDate', 'activeDays', 'longestStreak', 'recent30DayTotal'))
print(f'to {end}, {days} days, streak {streak}, {recent}')
PY
python3 make.py
seen=''
for zone in UTC America/New_York; do
  HOME="$PWD/home" TZ=$zone node_modules/.bin/vibestats --activity --json --no-cache >activity.json 2>/dev/null
  seen="$seen$zone $(python3 summary.py <activity.json); "
done
echo "$seen"
[ "$seen" = 'UTC to 2026-11-26, 3 days, streak 3, 7000; America/New_York to 2026-11-25, 2 days, streak 2, 3000; ' ]
