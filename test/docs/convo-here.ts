import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { call } from '../cli/call.ts';

/** What a shell came to. */
export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Writes a program `path` for shells, which is `convo` as this process carries it out: to start one for each line of a page takes
 * ten times as long. It sends the number of its words, its folder, its words and its environment; the exit code and both outputs come
 * back. All of that ends with NUL bytes.
 */
export async function convoHere(path: string): Promise<{ close(): void }> {
  const server = createServer((socket) => {
    let said = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.endsWith('\0\0\n')) void answer(socket, said.split('\0').slice(0, -2));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const lines = [
    '#!/bin/bash',
    `exec 3<>/dev/tcp/127.0.0.1/${address.port}`,
    `{ printf '%s\\0' "$#" "$PWD" "$@"; env -0; printf '\\0\\n'; } >&3`,
    `IFS= read -r -d '' code <&3; IFS= read -r -d '' out <&3; IFS= read -r -d '' err <&3`,
    `printf %s "$err" >&2; printf %s "$out"; exit "$code"`,
  ];
  writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o755 });
  return { close: () => void server.close() };
}

async function answer(socket: Socket, [count = '', cwd = '', ...rest]: readonly string[]): Promise<void> {
  const pairs = rest
    .slice(Number(count))
    .map((pair) => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)]);
  const vars: Record<string, string> = Object.fromEntries(pairs);
  const world = { home: vars['HOME'] ?? '', cwd, vars, over: { now: () => Date.now() } };
  const { exit, stdout, stderr } = await call(rest.slice(0, Number(count)), world);
  socket.end(`${exit}\0${stdout}\0${stderr}\0`);
}

/** Runs a program to its end; this process goes on meanwhile. */
export function ran(program: string, words: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ran> {
  return new Promise((done, fail) => {
    const child = spawn(program, words, { cwd, env });
    const [out, err]: [string[], string[]] = [[], []];
    child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => err.push(text));
    child.on('error', fail).on('close', (status) => done({ status, stdout: out.join(''), stderr: err.join('') }));
  });
}
