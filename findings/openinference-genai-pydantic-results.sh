#!/usr/bin/env bash
# @arizeai/openinference-genai 0.3.10 turns OpenTelemetry's GenAI attributes into OpenInference's, which viewers of traces show. It gives each
# result of a tool a message of its own where the role is `tool`. Pydantic AI (2.68.0) sends the results of one turn as parts of one message of
# the role `user`: those become one message, whose id is that of the last call, so all others have none. And it has the text of a result in
# `result`, the converter looks for it in `response` alone: the text that is shown is the word "undefined". The calls are all there.
# Under the role `tool` and with `response`, all is kept; a text beside the results of such a message is not.
# Seen, of two calls of one turn, from a run of Pydantic AI, and as the converter wants it with a text beside: "from the run: 2 calls, 1 ids of
# results, texts undefined; role tool, response: 2 calls, 2 ids of results, texts sound rotten".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet pydantic-ai-slim==2.68.0 opentelemetry-sdk==1.45.2
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @arizeai/openinference-genai@0.3.10 @opentelemetry/api@1.9.0 >/dev/null
cat >make.py <<'PY'
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from pydantic_ai import Agent
from pydantic_ai.models.instrumented import InstrumentationSettings
from pydantic_ai.models.test import TestModel

spans = InMemorySpanExporter()
provider = TracerProvider()
provider.add_span_processor(SimpleSpanProcessor(spans))
Agent.instrument_all(InstrumentationSettings(tracer_provider=provider))
agent = Agent(TestModel())


@agent.tool_plain
def pears() -> str:
    return 'sound'


@agent.tool_plain
def plums() -> str:
    return 'rotten'


agent.run_sync('Which fruit is sound?')
calls = [span for span in spans.get_finished_spans() if span.attributes.get('gen_ai.operation.name') == 'chat']
print(calls[-1].attributes['gen_ai.input.messages'])
PY
cat >convert.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { convertGenAISpanAttributesToOpenInferenceSpanAttributes as convert } from '@arizeai/openinference-genai';

const run = JSON.parse(readFileSync('messages.json', 'utf8'));
const results = run.at(-1).parts.map(({ type, id, result }) => ({ type, id, response: result }));
const wanted = [...run.slice(0, -1), { role: 'tool', parts: [...results, { type: 'text', content: 'look again' }] }];
const seen = [['from the run', run], ['role tool, response', wanted]].map(([name, messages]) => {
  const attributes = convert({ 'gen_ai.operation.name': 'chat', 'gen_ai.input.messages': JSON.stringify(messages) });
  const values = (pattern) => Object.entries(attributes).filter(([key]) => pattern.test(key)).map(([, value]) => value);
  const texts = values(/^llm\.input_messages\.[2-9].*(content|text)$/).join(' ') || 'none';
  return `${name}: ${values(/tool_call\.id$/).length} calls, ${values(/message\.tool_call_id$/).length} ids of results, texts ${texts}`;
});
console.log(seen.join('; '));
JS
venv/bin/python make.py >messages.json
seen=$(node convert.mjs)
echo "$seen"
[ "$seen" = 'from the run: 2 calls, 1 ids of results, texts undefined; role tool, response: 2 calls, 2 ids of results, texts sound rotten' ]
