import type { Stream } from './env.ts';

/** Whoever read our output has gone (`| head`): nothing is wrong, and nothing more is to be said. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}

/** A stream that is written in large pieces, each awaited, so that a slow reader slows us and nothing piles up. */
export interface Output {
  readonly stream: Stream;
  /** Throws ReaderGone when the other end was closed. */
  write(chunk: string | Uint8Array): Promise<void>;
  line(text: string): Promise<void>;
  flush(): Promise<void>;
  /** Has anything been written. */
  started(): boolean;
}

/** Characters held back before they are written. */
const HELD = 1 << 16;

/** Buffered output to a stream. */
export function output(stream: Stream): Output {
  let held: string[] = [];
  let size = 0;
  let begun = false;
  // Without a listener a closed pipe would end the process with a stack trace; `write` hears of it as well.
  stream.on('error', () => {});

  async function flush(): Promise<void> {
    if (size === 0) return;
    const text = held.join('');
    held = [];
    size = 0;
    await send(stream, text);
  }

  async function write(chunk: string | Uint8Array): Promise<void> {
    begun = true;
    if (typeof chunk !== 'string') {
      await flush();
      return send(stream, chunk);
    }
    held.push(chunk);
    size += chunk.length;
    if (size >= HELD) await flush();
  }

  return { stream, write, line: (text) => write(`${text}\n`), flush, started: () => begun };
}

function send(stream: Stream, chunk: string | Uint8Array): Promise<void> {
  return new Promise((done, fail) => {
    stream.write(chunk, (error) => {
      if (error === null || error === undefined) return done();
      fail('code' in error && error.code === 'EPIPE' ? new ReaderGone('the reader has gone', { cause: error }) : error);
    });
  });
}
