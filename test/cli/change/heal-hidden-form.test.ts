import { cpSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { call } from '../call.ts';
import { emptyHome } from '../demo-home.ts';
import { worldOf } from './person.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url));

const NULS = Buffer.alloc(512);
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

test.each([
  ['pi', 'PI002', (bytes: Buffer) => Buffer.concat([bytes, NULS])],
  ['pi', 'PI005', (bytes: Buffer) => Buffer.concat([MARK, bytes])],
  ['copilot', 'CP002', (bytes: Buffer) => Buffer.concat([bytes, NULS])],
] as const)('%s: one heal mends %s, which other bytes hide, and those', async (kind, code, hide) => {
  const name = readdirSync(join(fixtures, kind)).find((each) => each.startsWith(`${code}-`)) ?? code;
  const root = join(emptyHome(), kind);
  cpSync(join(fixtures, kind, name, 'before'), root, { recursive: true });
  const path = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((each) => each.endsWith('.jsonl')) ?? '';
  const file = join(root, path);
  writeFileSync(file, hide(readFileSync(file)));
  utimesSync(file, 1_790_000_000, 1_790_000_000);
  const { exit, stdout } = await call(['--root', root, 'heal', '--yes'], worldOf());
  expect([exit, stdout]).toEqual([0, expect.stringContaining(code)]);
  expect(readFileSync(file)).toEqual(readFileSync(join(fixtures, kind, name, 'after', path)));
});
