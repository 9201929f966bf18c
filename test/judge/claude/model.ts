import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { History } from '../cases.ts';
import { type Block, blocksOf, refusalOf, type Said } from './refusal.ts';

/** A stand-in for the API of the model, on the loopback. */
export interface Model {
  readonly url: string;
  /** The histories that it was sent with the tools of a talk, in order, the refused ones among them. */
  readonly histories: readonly History[];
  readonly refused: readonly string[];
  /** Bodies of the requests of a talk, in order. */
  readonly requests: readonly string[];
  close(): void;
}

interface Request {
  readonly model?: string;
  readonly stream?: boolean;
  readonly tools?: readonly { readonly name?: string }[];
  readonly messages: readonly Said[];
}

/** A call of the stand-in. */
export interface ToolUse {
  readonly name: string;
  readonly input: object;
}

/**
 * Starts a stand-in that makes these calls, one an answer, and then answers every question with `answer`. It refuses what the API is
 * reported to refuse.
 */
export async function startModel(answer: string, uses: readonly ToolUse[] = []): Promise<Model> {
  const histories: History[] = [];
  const refused: string[] = [];
  const requests: string[] = [];
  const waiting = [...uses];
  const server = createServer(async (request, response) => {
    const asked = await bodyOf(request);
    const path = request.url ?? '';
    if (path.includes('count_tokens')) return sendJson(response, 200, { input_tokens: 100 });
    if (request.method !== 'POST' || !path.startsWith('/v1/messages') || asked === null)
      return sendJson(response, 200, {});
    const isTalk = (asked.tools?.length ?? 0) > 0;
    if (isTalk) {
      histories.push(historyOf(asked.messages));
      requests.push(JSON.stringify(asked));
    }
    const why = refusalOf(asked.messages);
    if (why !== null) {
      refused.push(why);
      return sendJson(response, 400, { type: 'error', error: { type: 'invalid_request_error', message: why } });
    }
    const use = isTalk ? waiting.shift() : undefined;
    if (use !== undefined) {
      const id = `toolu_stand_in_${waiting.length}`;
      return send(response, asked, { type: 'tool_use', id, ...use }, 'tool_use');
    }
    send(response, asked, { type: 'text', text: isTalk ? answer : TITLE });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, histories, refused, requests, close };
}

/** What the program asks for beside the talk. */
const TITLE = '{"title":"A short title","isNewTopic":true}';

async function bodyOf(request: IncomingMessage): Promise<Request | null> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  try {
    const body = JSON.parse(Buffer.concat(parts).toString());
    return Array.isArray(body?.messages) ? body : null;
  } catch {
    return null;
  }
}

/** Who said what; what the program says itself (system turns, reminders) is left out. */
function historyOf(messages: readonly Said[]): History {
  const said = messages.filter(({ role }) => role !== 'system');
  return said.map((message) => {
    const { content } = message;
    const all = typeof content === 'string' ? [{ type: 'text', text: content }] : blocksOf(message);
    const blocks = all.filter(({ text }) => !text?.startsWith('<system-reminder'));
    return [message.role, blocks.map((block) => [String(block.type), nameOf(block)] as const)];
  });
}

function nameOf({ id, tool_use_id, text, thinking }: Block): string {
  return id || tool_use_id || [...(text || thinking || '').slice(0, 80)].slice(0, 40).join('');
}

const USAGE = { input_tokens: 10, output_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

type Content =
  | { readonly type: 'text'; readonly text: string }
  | ({ readonly type: 'tool_use'; readonly id: string } & ToolUse);

function send(response: ServerResponse, { model = 'm', stream }: Request, block: Content, reason = 'end_turn'): void {
  const message = { id: 'msg_stand_in', type: 'message', role: 'assistant', model, usage: USAGE };
  const stop = { stop_reason: reason, stop_sequence: null };
  if (stream === true) sendEvents(response, message, block, stop);
  else sendJson(response, 200, { ...message, content: [block], ...stop });
}

function sendEvents(response: ServerResponse, message: object, block: Content, stop: object): void {
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
  const events = [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null, stop_sequence: null } },
    { type: 'content_block_start', index: 0, content_block: empty },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: stop, usage: { output_tokens: USAGE.output_tokens } },
    { type: 'message_stop' },
  ];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
