import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: object };

/** An answer of the model: its blocks, why it stopped, or a refusal of the API. */
export type ModelAnswer =
  | readonly Block[]
  | { readonly blocks: readonly Block[]; readonly stop: string }
  | { readonly status: number; readonly message: string };

/** The first answer whose text is in the last message is given, once. */
export type Script = readonly (readonly [asked: string, answer: ModelAnswer])[];

/** A stand-in for the API of the model, on the loopback. */
export interface ScriptedModel {
  readonly url: string;
  /** The last messages of requests of which no answer was known. */
  readonly unknown: readonly string[];
  close(): void;
}

interface Request {
  readonly model?: string;
  readonly stream?: boolean;
  readonly tools?: readonly unknown[];
  readonly messages?: readonly { readonly role: string; readonly content: unknown }[];
}

/** Starts a stand-in that answers by a script. */
export async function startScripted(script: Script): Promise<ScriptedModel> {
  const waiting = [...script];
  const unknown: string[] = [];
  let count = 0;
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const body = await bodyOf(request);
    if (path.includes('count_tokens')) return sendJson(response, 200, { input_tokens: 100 });
    if (request.method !== 'POST' || !path.startsWith('/v1/messages')) return sendJson(response, 200, {});
    // Titles and the like are asked for without tools.
    if ((body.tools?.length ?? 0) === 0)
      return send(response, body, { answer: [text('{"title":"A title"}')], n: ++count });
    const last = lastOf(body);
    const at = waiting.findIndex(([asked]) => last.includes(asked));
    if (at < 0) unknown.push(last.slice(-2000));
    const [answer = [text('Yes.')]] = waiting.splice(at, at < 0 ? 0 : 1).map(([, given]) => given);
    send(response, body, { answer, n: ++count });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, unknown, close };
}

const text = (words: string): Block => ({ type: 'text', text: words });

/** What came after the last words of the model. */
function lastOf({ messages = [] }: Request): string {
  return JSON.stringify(messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1));
}

async function bodyOf(request: IncomingMessage): Promise<Request> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  try {
    return JSON.parse(Buffer.concat(parts).toString());
  } catch {
    return {};
  }
}

const USAGE = { input_tokens: 10, output_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

function send(
  response: ServerResponse,
  { model = 'm', stream }: Request,
  { answer, n }: { readonly answer: ModelAnswer; readonly n: number },
): void {
  if ('status' in answer) {
    const error = { type: 'invalid_request_error', message: answer.message };
    sendJson(response, answer.status, { type: 'error', error });
    return;
  }
  const blocks = 'blocks' in answer ? answer.blocks : answer;
  const called = blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn';
  const stop = { stop_reason: 'blocks' in answer ? answer.stop : called, stop_sequence: null };
  const message = { id: `msg_${n}`, type: 'message', role: 'assistant', model, usage: USAGE };
  if (stream !== true) {
    sendJson(response, 200, { ...message, content: blocks, ...stop });
    return;
  }
  const events = [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null, stop_sequence: null } },
    ...blocks.flatMap(blockEvents),
    { type: 'message_delta', delta: stop, usage: { output_tokens: USAGE.output_tokens } },
    { type: 'message_stop' },
  ];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
}

function blockEvents(block: Block, index: number) {
  const [empty, delta] =
    block.type === 'text'
      ? [
          { ...block, text: '' },
          { type: 'text_delta', text: block.text },
        ]
      : [
          { ...block, input: {} },
          { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
        ];
  return [
    { type: 'content_block_start', index, content_block: empty },
    { type: 'content_block_delta', index, delta },
    { type: 'content_block_stop', index },
  ];
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
