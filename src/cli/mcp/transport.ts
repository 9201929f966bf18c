import {
  deserializeMessage,
  type JSONRPCMessage,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import type { Env } from '../env.ts';

/** Characters of one message that a client may send. */
const MOST = 10_000_000;

/** Messages as lines on the input and output of a command; `ended` resolves when the client has gone. */
export function lineTransport({ stdin, stdout }: Pick<Env, 'stdin' | 'stdout'>): Transport & { ended: Promise<void> } {
  let end: () => void = () => {};
  const ended = new Promise<void>((done) => {
    end = done;
  });
  const transport: Transport & { ended: Promise<void> } = {
    ended,
    start: async () => {
      void read(stdin, transport).then(end, end);
    },
    send: (message: JSONRPCMessage) =>
      new Promise((done) => {
        stdout.write(serializeMessage(message), (error) => {
          // The reader has gone: there is nobody left to tell.
          if (error != null) end();
          done();
        });
      }),
    close: async () => {
      stdin.destroy?.();
      end();
      transport.onclose?.();
    },
  };
  return transport;
}

async function read(stdin: Env['stdin'], transport: Transport): Promise<void> {
  const decoder = new TextDecoder();
  let held = '';
  for await (const chunk of stdin) {
    held += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const lines = held.split('\n');
    held = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') take(line, transport);
    if (held.length > MOST) throw new Error('a message of the client is too long');
  }
}

function take(line: string, transport: Transport): void {
  try {
    transport.onmessage?.(deserializeMessage(line));
  } catch (error) {
    transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
  }
}
