import type { Part } from '../../../src/model/part.ts';
import { openFile, type SessionFile } from '../../../src/stores/claude/session-file.ts';

/** Can the program go on with a session of these records, each of which follows the one before it. */
export function isGoingOn(...records: readonly object[]): boolean {
  const lines = records.map((each, n) =>
    JSON.stringify({ uuid: `u${n}`, parentUuid: n === 0 ? null : `u${n - 1}`, sessionId: 's', ...each }),
  );
  return fileOf(`${lines.join('\n')}\n`).goesOn();
}

export function fileOf(text: string): SessionFile {
  const bytes = Buffer.from(text);
  const source = { size: bytes.length, slice: (at: number, length: number) => bytes.subarray(at, at + length) };
  const part: Part = {
    path: 'projects/-a/s.jsonl',
    role: 'session',
    type: 'file',
    size: bytes.length,
    mtime: 1,
    mtimeMs: 1000,
    mode: 0o600,
    source,
    bytes: null,
    digest: () => '',
  };
  return openFile(part, { id: 's', role: 'session' });
}
