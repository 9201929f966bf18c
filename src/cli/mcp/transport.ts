import { type JSONRPCMessage, ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/server';
import type { Env } from '../env.ts';

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
  const buffer = new ReadBuffer();
  const next = (): JSONRPCMessage | Error | null => {
    try {
      return buffer.readMessage();
    } catch (cause) {
      return new Error('a line of the client is no message of the protocol', { cause });
    }
  };
  try {
    for await (const chunk of stdin) {
      buffer.append(Buffer.from(chunk));
      for (let message = next(); message !== null; message = next()) {
        if (message instanceof Error) transport.onerror?.(message);
        else transport.onmessage?.(message);
      }
    }
  } catch (error) {
    transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
  }
}
