import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chat } from './chat.ts';

/**
 * A fnord home of this many conversations of about 40 KB, in four projects; with `v0`, all of them in the old format with
 * what fnord would heal in every third. The same numbers give the same bytes.
 */
export function makeHome(home: string, files: number, format: 'v0' | 'v1'): number {
  let bytes = 0;
  for (let p = 0; p < 4; p++) mkdirSync(join(home, 'projects', `bench-${p}`, 'conversations'), { recursive: true });
  writeFileSync(join(home, 'settings.json'), '{"version":"0.8.30","approvals":{},"projects":{}}');
  for (let n = 0; n < files; n++) {
    const document = format === 'v1' ? chat(n, 40_000, 'mixed') : asV0(n);
    bytes += document.length;
    writeFileSync(join(home, 'projects', `bench-${n % 4}`, 'conversations', `${idOf(n)}.json`), document);
  }
  return bytes;
}

function idOf(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

function asV0(n: number): Buffer {
  const text = chat(n, 40_000, 'mixed').toString('utf8');
  const body = text.replace(/^\{"version":1,"timestamp":\d+,/, '{');
  const tasks = n % 3 === 0 ? '"tasks":{"tasks-1":{"description":"x","tasks":[]}}' : '"tasks":{}';
  return Buffer.from(`${1_700_000_000 + n}:${body.replace('"tasks":{}', tasks)}`);
}
