#!/usr/bin/env bash
# fableforge-trajectory-distiller 0.1.0 turns conversations with calls of tools into training data. As ShareGPT, a message of the role `tool` is
# from "human": what a command printed is what the person said, and a model learns that people answer its calls. As Alpaca, results are left
# out, all questions are the instruction and all answers the output; with a system prompt the questions stand in `input` as well, so each is
# asked twice. As OpenAI's chat, each call has a new id and the result none, though both had theirs. "Records: 1", exit code 0, for each.
# Seen, of a system prompt, two questions, a call that gives "twelve", and answers: "sharegpt: twelve said by human; alpaca: How many pears? 2
# times, twelve 0 times; openai_chat: id of the call kept no, of the result kept no".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet fableforge-trajectory-distiller==0.1.0
cat >make.py <<'PY'
import json

call = {'id': 'call_1', 'type': 'function', 'function': {'name': 'count', 'arguments': '{"of": "pears"}'}}
print(json.dumps({'id': 'one', 'conversation': [
    {'role': 'system', 'content': 'Speak of fruit.'},
    {'role': 'user', 'content': 'How many pears?'},
    {'role': 'assistant', 'content': 'I count.', 'tool_calls': [call]},
    {'role': 'tool', 'tool_call_id': 'call_1', 'content': 'twelve'},
    {'role': 'assistant', 'content': 'A dozen.'},
    {'role': 'user', 'content': 'And plums?'},
    {'role': 'assistant', 'content': 'None.'},
]}))
PY
python3 make.py >in.jsonl
for form in sharegpt alpaca openai_chat; do
  venv/bin/distill distill in.jsonl --format $form --output "$form.jsonl" >said.txt
  grep -q 'Records: 1' said.txt
done
cat >read.py <<'PY'
import json


def load(form):
    with open(f'{form}.jsonl') as file:
        return json.loads(file.readline())


said_by = [turn['from'] for turn in load('sharegpt')['conversations'] if turn['value'] == 'twelve']
alpaca = ' '.join(load('alpaca')[member] for member in ('instruction', 'input', 'output'))
messages = load('openai_chat')['messages']
call = next(message['tool_calls'][0] for message in messages if 'tool_calls' in message)
result = next(message for message in messages if message['role'] == 'tool')
print(f"sharegpt: twelve said by {', '.join(said_by)}; alpaca: How many pears? {alpaca.count('How many pears?')} times,"
      f" twelve {alpaca.count('twelve')} times; openai_chat: id of the call kept {'yes' if call['id'] == 'call_1' else 'no'},"
      f" of the result kept {'yes' if 'tool_call_id' in result else 'no'}")
PY
seen=$(python3 read.py)
echo "$seen"
[ "$seen" = 'sharegpt: twelve said by human; alpaca: How many pears? 2 times, twelve 0 times; openai_chat: id of the call kept no, of the result kept no' ]
