import { expect, test } from 'vitest';
import type { Part } from '../../../../src/model/part.ts';
import { claudeFileFindings } from '../../../../src/stores/claude/checks/file-findings.ts';
import { openFile } from '../../../../src/stores/claude/session-file.ts';
import { recordedCases } from '../../../judge/cases.ts';

const written = recordedCases('claude').find(({ name }) => name === 'written/2.1.330/twice');
const lines = written?.bytes.toString().trimEnd().split('\n') ?? [];
/** Attachments to the first question, before two programs go on from its answer. */
const attached = lines.flatMap((line, n) => {
  const { type, attachment } = JSON.parse(line);
  return type === 'attachment' && attachment.type !== 'prompt_snapshot' && n < lines.length / 2 ? [n] : [];
});

function codesOf(some: readonly string[]): readonly string[] {
  const bytes = Buffer.from(`${some.join('\n')}\n`);
  const source = { size: bytes.length, slice: (at: number, length: number) => bytes.subarray(at, at + length) };
  const part = {
    path: 'session.jsonl',
    role: 'session',
    type: 'file',
    size: bytes.length,
    mtime: 1,
    source,
    bytes: null,
  };
  const file = openFile({ ...part, digest: () => '' } as unknown as Part, {
    id: written?.session ?? '',
    role: 'session',
  });
  return [...claudeFileFindings(file, null)].map(({ code }) => code);
}

// Claude Code 2.1.332 was asked about one of each: it sends what it sends of the sound session.
test('two programs on one session are no changed parent where a record above is lost or out of order', () => {
  expect(attached.length).toBeGreaterThan(5);
  expect(codesOf(lines)).toEqual(['CL217']);
  for (const n of attached) {
    const lost = codesOf(lines.filter((_, i) => i !== n));
    const next = n + 1;
    const moved = codesOf([...lines.slice(0, n), lines[next] as string, lines[n] as string, ...lines.slice(next + 1)]);
    for (const codes of [lost, moved]) {
      expect(codes).toContain('CL217');
      expect(codes).not.toContain('CL224');
    }
  }
});
