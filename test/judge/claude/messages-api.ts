import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendJson } from '../http.ts';
import type { Said } from './refusal.ts';

export interface ApiRequest {
  readonly model?: string;
  readonly stream?: boolean;
  /** Titles and the like are asked for without tools. */
  readonly tools?: readonly unknown[];
  readonly messages: readonly Said[];
}

export type AnswerBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: object };

/** An answer of the model: its blocks, why it stopped, or a refusal of the API. */
export type ModelAnswer =
  | readonly AnswerBlock[]
  | { readonly blocks: readonly AnswerBlock[]; readonly stop: string }
  | { readonly status: number; readonly message: string };

export interface Api {
  readonly url: string;
  close(): void;
}

/** Starts a stand-in for the API of the model, on the loopback. */
export async function startApi(answer: (asked: ApiRequest) => ModelAnswer): Promise<Api> {
  let count = 0;
  const server = createServer(async (request, response) => {
    const asked = await bodyOf(request);
    const path = request.url ?? '';
    if (path.includes('count_tokens')) sendJson(response, 200, { input_tokens: 100 });
    else if (request.method !== 'POST' || !path.startsWith('/v1/messages') || asked === null)
      sendJson(response, 200, {});
    else send(response, asked, { answer: answer(asked), id: `msg_${++count}` });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

async function bodyOf(request: IncomingMessage): Promise<ApiRequest | null> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  try {
    const body = JSON.parse(Buffer.concat(parts).toString());
    return Array.isArray(body?.messages) ? body : null;
  } catch {
    return null;
  }
}

const USAGE = { input_tokens: 10, output_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

function send(
  response: ServerResponse,
  { model = 'm', stream }: ApiRequest,
  { answer, id }: { readonly answer: ModelAnswer; readonly id: string },
): void {
  if ('status' in answer) {
    const error = { type: 'invalid_request_error', message: answer.message };
    sendJson(response, answer.status, { type: 'error', error });
    return;
  }
  const blocks = 'blocks' in answer ? answer.blocks : answer;
  const called = blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn';
  const stop = { stop_reason: 'blocks' in answer ? answer.stop : called, stop_sequence: null };
  const message = { id, type: 'message', role: 'assistant', model, usage: USAGE };
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

function blockEvents(block: AnswerBlock, index: number) {
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
