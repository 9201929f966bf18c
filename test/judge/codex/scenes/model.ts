import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bodyOf, sendJson } from '../../http.ts';

/** An answer of the model: its items, or a refusal of the API. */
export type ModelAnswer = readonly object[] | { readonly status: number; readonly error: object };

/** The first answer whose text is in what came last is given, once. */
export type Script = readonly (readonly [asked: string, answer: ModelAnswer])[];

/** A stand-in for the API of the model, on the loopback. */
export interface ScriptedModel {
  readonly url: string;
  /** The last items of each request, of which no answer was known. */
  readonly unknown: readonly string[];
  /** Bodies of all requests, in order. */
  readonly requests: readonly string[];
  close(): void;
}

/** Starts a stand-in that answers by a script. */
export async function startScripted(script: Script): Promise<ScriptedModel> {
  const waiting = [...script];
  const unknown: string[] = [];
  const requests: string[] = [];
  let count = 0;
  const server = createServer(async (request, response) => {
    const body = await bodyOf<{ readonly input: readonly object[] }>(request);
    const { input = [] } = body;
    if (input.length > 0) requests.push(JSON.stringify(body));
    // So that it asks without a socket.
    if (request.headers.upgrade !== undefined) return sendJson(response, 426, {});
    if (request.method !== 'POST' || !request.url?.includes('/responses')) return sendJson(response, 200, EMPTY);
    const last = JSON.stringify(input.slice(lastOfModel(input)));
    const at = waiting.findIndex(([asked]) => new RegExp(asked).test(last));
    if (at < 0) unknown.push(last);
    const [answer = ANSWER] = waiting.splice(at, at < 0 ? 0 : 1).map(([, given]) => given);
    if ('status' in answer) return sendJson(response, answer.status, { error: answer.error });
    sendEvents(response, withFound(answer, last), ++count);
  });
  server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 426 Upgrade Required\r\nContent-Length: 0\r\n\r\n'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    unknown,
    requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** `FOUND` in an answer is the agent, or the session of a command, that the program named last. */
function withFound(answer: readonly object[], last: string): readonly object[] {
  const [, agent, session] = /agent_id[^\da-f]+([\da-f-]{36})|session ID (\d+)/.exec(last) ?? [];
  const text = JSON.stringify(answer).replaceAll('\\"FOUND\\"', session ?? `\\"${agent}\\"`);
  return JSON.parse(text);
}

const EMPTY = { object: 'list', data: [], models: [] };
const ANSWER: ModelAnswer = [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes.' }] }];

/** Where what came after the last words of the model begins. */
function lastOfModel(input: readonly { readonly type?: string; readonly role?: string }[]): number {
  return input.findLastIndex(({ type = '', role }) => role === 'assistant' || /_call$|^reasoning$/.test(type)) + 1;
}

const USAGE = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 10 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 5 },
  total_tokens: 120,
};

function sendEvents(response: ServerResponse, items: readonly object[], n: number): void {
  const id = `resp_${n}`;
  const events = [
    { type: 'response.created', response: { id } },
    ...items.map((item, i) => ({ type: 'response.output_item.done', item: { id: `item_${n}_${i}`, ...item } })),
    { type: 'response.completed', response: { id, usage: USAGE } },
  ];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
}
