#!/usr/bin/env bash
# agent-trajectory 0.4.3 (Letta's; for Python) normalizes transcripts of agents as records "for training, evaluation, analysis, and inference". The
# arguments of a call are a string of JSON there. Codex writes them as one, and that is kept to the letter. Claude Code and ATIF have an object,
# and the numbers in it go through JavaScript, which the package brings along: of an id of 20 digits the last ones become zeros, though
# Python and JSON know whole numbers of any length, and 1.0 becomes 1. So the record says that another thing was asked for than the
# result is about. No diagnostic ("empty when the transcript required no recoverable cleanup").
# Seen, of the id 12345678901234567890: "claude-code 12345678901234567000 with 1, atif 12345678901234567000 with 1, codex kept; 0 diagnostics".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet agent-trajectory==0.4.3
cat >try.py <<'PY'
import json

from trajectory import normalize_transcript

SESSION, TIME = '11111111-1111-4111-8111-111111111111', '2026-11-01T10:00:00.000Z'
asked = {'id': 12345678901234567890, 'share': 1.0}
uuid = '00000000-0000-4000-8000-{:012d}'.format
call = {'type': 'tool_use', 'id': 'c', 'name': 'mcp__orchard__tree', 'input': asked}
result = {'type': 'tool_result', 'tool_use_id': 'c', 'content': 'a pear tree'}
answer = {'id': 'msg_1', 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'content': [call], 'stop_reason': 'tool_use',
          'stop_sequence': None, 'usage': {'input_tokens': 10, 'output_tokens': 5}}
claude = [
    {'parentUuid': uuid(number - 1) if number > 1 else None, 'isSidechain': False, 'type': message['role'], 'message': message,
     'uuid': uuid(number), 'timestamp': TIME, 'userType': 'external', 'cwd': '/srv/app', 'sessionId': SESSION, 'version': '2.1.332'}
    for number, message in enumerate((
        {'role': 'user', 'content': 'Which tree?'}, answer, {'role': 'user', 'content': [result]}), 1)]
codex = [{'timestamp': TIME, 'type': kind, 'payload': payload} for kind, payload in (
    ('session_meta', {'id': SESSION, 'timestamp': TIME, 'cwd': '/srv/app', 'originator': 'codex_cli_rs', 'cli_version': '0.171.0', 'source': 'cli'}),
    ('response_item', {'type': 'message', 'role': 'user', 'content': [{'type': 'input_text', 'text': 'Which tree?'}]}),
    ('response_item', {'type': 'function_call', 'name': 'tree', 'arguments': json.dumps(asked), 'call_id': 'c'}),
    ('response_item', {'type': 'function_call_output', 'call_id': 'c', 'output': 'a pear tree'}))]
atif = {'schema_version': 'ATIF-v1.7', 'session_id': SESSION, 'agent': {'name': 'a', 'version': '1', 'model_name': 'm'}, 'steps': [
    {'step_id': 1, 'timestamp': TIME, 'source': 'user', 'message': 'Which tree?'},
    {'step_id': 2, 'timestamp': '2026-11-01T10:00:01.000Z', 'source': 'agent', 'message': '',
     'tool_calls': [{'tool_call_id': 'c', 'function_name': 'tree', 'arguments': asked}],
     'observation': {'results': [{'source_call_id': 'c', 'content': 'a pear tree'}]}}]}
seen, diagnostics = [], []
for source, transcript in (('claude-code', '\n'.join(map(json.dumps, claude))), ('atif', json.dumps(atif)),
                           ('codex', '\n'.join(map(json.dumps, codex)))):
    normal = normalize_transcript(source=source, transcript=transcript)
    diagnostics += normal['diagnostics']
    ((text,),) = [[one['args'] for one in record['tool_calls']] for record in normal['records'] if record.get('tool_calls')]
    args = json.loads(text)
    seen.append(f'{source} ' + ('kept' if text == json.dumps(asked) else f'{args["id"]} with {args["share"]!r}'))
print(f'{", ".join(seen)}; {len(diagnostics)} diagnostics')
PY
seen=$(venv/bin/python try.py)
echo "$seen"
[ "$seen" = 'claude-code 12345678901234567000 with 1, atif 12345678901234567000 with 1, codex kept; 0 diagnostics' ]
