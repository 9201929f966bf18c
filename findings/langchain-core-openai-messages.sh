#!/usr/bin/env bash
# langchain-core 1.8.3: convert_to_openai_messages takes messages of LangChain and of Anthropic's API. There a person's words stand in one
# message with the results of the calls before, behind them. The words come out as a message of the user between the calls and their
# results, where the API of OpenAI asks for results alone; that a result was an error (`is_error`) is gone. And a
# call whose arguments are no JSON (`invalid_tool_calls`) is left out, its result is not: it answers a call that nobody made.
# langchain-openai (1.7.4), which sends such messages itself, has that call.
# Seen: "calls a b, user, result a, result b, without a word of the error"; "no call, result c; langchain-openai: calls c".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet langchain-core==1.8.3 langchain-openai==1.7.4
cat >try.py <<'PY'
import json

from langchain_core.messages import AIMessage, HumanMessage, ToolMessage, convert_to_openai_messages
from langchain_openai import ChatOpenAI


def forms(messages):
    for message in messages:
        calls = [call['id'] for call in message.get('tool_calls') or ()]
        if message['role'] == 'assistant':
            yield f'calls {" ".join(calls)}' if calls else 'no call'
        else:
            yield f'result {message["tool_call_id"]}' if message['role'] == 'tool' else message['role']


results = [
    {'type': 'tool_result', 'tool_use_id': 'a', 'content': 'no basket', 'is_error': True},
    {'type': 'tool_result', 'tool_use_id': 'b', 'content': 'two'},
]
anthropic = [
    {'role': 'user', 'content': 'How many pears?'},
    {'role': 'assistant', 'content': [{'type': 'tool_use', 'id': name, 'name': 'count', 'input': {}} for name in 'ab']},
    {'role': 'user', 'content': [*results, {'type': 'text', 'text': 'Count the green ones too.'}]},
]
broken = {'name': 'count', 'args': '{"of": ', 'id': 'c', 'error': None, 'type': 'invalid_tool_call'}
langchain = [HumanMessage('How many pears?'), AIMessage('', invalid_tool_calls=[broken]), ToolMessage('no JSON', tool_call_id='c')]
converted = convert_to_openai_messages(anthropic)
error = 'with' if 'error' in json.dumps(converted) else 'without'
sent = ChatOpenAI(model='m', api_key='none')._get_request_payload(langchain)['messages']
print(f'{", ".join(list(forms(converted))[1:])}, {error} a word of the error')
print(f'{", ".join(list(forms(convert_to_openai_messages(langchain)))[1:])}; langchain-openai: {list(forms(sent))[1]}')
PY
seen=$(venv/bin/python try.py)
echo "$seen"
[ "$seen" = 'calls a b, user, result a, result b, without a word of the error
no call, result c; langchain-openai: calls c' ]
