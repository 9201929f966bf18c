#!/usr/bin/env bash
# agentpile 0.3.1 reads trajectories of ATIF, and `to_chat` writes them as rows for training. In ATIF a result needs no call: what the
# environment says to an action that is no tool call has no `source_call_id`. Such a result becomes a message of the user, so a model
# learns that a person typed it. A picture, in a question or a result, becomes text too: its JSON, with the path, behind the words.
# The models of ATIF's authors (atif 1.8.0) take the trajectory; that it happened is in the report alone, for which one has to ask.
# Seen, of a question with a picture, a result of a call, and one of none: user, assistant, tool, user, assistant; JSON in the question.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet agentpile==0.3.1 atif==1.8.0
cat >try.py <<'PY'
import agentpile
import atif

picture = {'type': 'image', 'source': {'media_type': 'image/png', 'path': 'pear.png'}}
trajectory = {
    'schema_version': 'ATIF-v1.7', 'session_id': 's', 'agent': {'name': 'a', 'version': '1', 'model_name': 'm'},
    'steps': [
        {'step_id': 1, 'source': 'user', 'message': [{'type': 'text', 'text': 'Which fruit?'}, picture]},
        {'step_id': 2, 'source': 'agent', 'message': 'I look.',
         'tool_calls': [{'tool_call_id': 'c', 'function_name': 'read', 'arguments': {}}],
         'observation': {'results': [{'source_call_id': 'c', 'content': 'one'}, {'content': '2 files changed'}]}},
        {'step_id': 3, 'source': 'agent', 'message': 'A pear.'},
    ],
}
atif.Trajectory.model_validate(trajectory)
(run,) = agentpile.load(trajectory)
assert agentpile.validate(run) == []
(row,) = agentpile.to_chat(run)
question, _, _, said, _ = row['messages']
print(' '.join(message['role'] for message in row['messages']), '|', question['content'].split('\n')[1], '|', said['content'])
PY
seen=$(venv/bin/python try.py)
echo "$seen"
[ "$seen" = 'user assistant tool user assistant | {"type": "image", "source": {"media_type": "image/png", "path": "pear.png"}} | 2 files changed' ]
