import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { bodyOf } from '../http.ts';

type Body = Readonly<Record<string, unknown>>;

export interface StoreModel {
  readonly port: number;
  /** Bodies of the requests that offered tools, in order; others ask for titles and the like. */
  readonly requests: readonly Body[];
  close(): void;
}

/**
 * A stand-in for the model on the loopback, as Google's REST and as OpenAI's chat: it answers everything with one text, after `wait`
 * milliseconds. `call` names a part for Google that takes the place of the text in one answer.
 */
export async function startStoreModel(
  text: string,
  wait = 0,
  call: (request: Body) => object | null = () => null,
): Promise<StoreModel> {
  const requests: Body[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf<Body>(request);
    const [path = ''] = (request.url ?? '').split('?');
    if (hasTools(body)) {
      requests.push(body);
      await sleep(wait);
    }
    if (path.endsWith(':countTokens')) sendJson(response, { totalTokens: 100 });
    else if (path.endsWith(':streamGenerateContent')) sendEvents(response, [google(call(body) ?? { text })]);
    else if (path.endsWith(':generateContent')) sendJson(response, google({ text }));
    else if (!path.endsWith('/chat/completions')) sendJson(response, { object: 'list', data: [] });
    else if (body['stream'] === true) sendEvents(response, chatEvents(text));
    else sendJson(response, chat({ message: { role: 'assistant', content: text }, finish_reason: 'stop' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port, requests, close };
}

function hasTools({ tools }: Body): boolean {
  return Array.isArray(tools) && tools.length > 0;
}

function google(part: object): object {
  return {
    candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 5, totalTokenCount: 105 },
    modelVersion: 'stand-in',
  };
}

function chat(choice: object, more: object = {}): object {
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  return {
    id: 'chat-1',
    object: 'chat.completion',
    created: 1,
    model: 'stand-in',
    choices: [{ index: 0, ...choice }],
    usage,
    ...more,
  };
}

function chatEvents(text: string): (object | '[DONE]')[] {
  const chunk = { object: 'chat.completion.chunk' };
  return [
    chat({ delta: { role: 'assistant', content: text }, finish_reason: null }, chunk),
    chat({ delta: {}, finish_reason: 'stop' }, chunk),
    '[DONE]',
  ];
}

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sendEvents(response: ServerResponse, events: readonly (object | '[DONE]')[]): void {
  const lines = events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\r\n\r\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(lines.join(''));
}
