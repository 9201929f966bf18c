import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../src/codecs/edit.ts';
import { decideClaude } from '../../src/stores/claude/change/decide.ts';
import type { ClaudeDocument } from '../../src/stores/claude/document.ts';
import type { UnitChange } from '../../src/stores/decision.ts';
import { ask } from '../stores/ask.ts';
import { CASES, openCase } from '../stores/claude/open-case.ts';

process.env['TZ'] = 'UTC';

const forks = readdirSync(CASES).flatMap((name) => {
  const { ops = [] } = JSON.parse(readFileSync(join(CASES, name, 'expected.json'), 'utf8'));
  // biome-ignore lint/suspicious/noExplicitAny: recorded answers
  return (ops ?? []).flatMap((op: any, n: number) =>
    op.op === 'fork' && op.ok && op.title === undefined && op.created != null && isWhole(op.created)
      ? [{ name, n, op }]
      : [],
  );
});

/** Long files were recorded without their lines. */
function isWhole(created: Readonly<Record<string, { readonly lines: unknown }>>): boolean {
  return Object.values(created).every(({ lines }) => lines !== null);
}

/** Records that the SDK loses, or numbers that it writes anew in a way of its own; facts in docs/formats/claude.md. */
const TRAPS = ['line-separators-in-text', 'bom'];
/** Lines that hide records: a fork is refused. */
const HIDING = ['lone-cr', 'numbers'];

describe.each(forks.filter(({ name }) => !HIDING.includes(name)))('fork $n of $name', ({ name, op }) => {
  test('is that of the SDK, byte for byte', async () => {
    const { documents, root, done } = await openCase(name);
    const found = documents.find(({ document }) => document.id === op.id && (document.active?.part.size ?? 0) > 0)
      ?.document as ClaudeDocument;
    let drawn = 0;
    const newId = () => `f0f0f0f0-0000-4000-8000-${String(++drawn).padStart(12, '0')}`;
    const { outcome } = decideClaude(found, ask('fork', { newId, now: 1_795_262_400, at: op.up_to ?? null }));
    const { steps } = outcome as UnitChange;
    const [step] = steps;
    if (step?.do !== 'put' || step.content.from !== 'copy') throw new Error(JSON.stringify(outcome));
    const copy = applyEdits(readFileSync(join(root, step.content.path)), step.content.edits);
    done();
    const lines = Buffer.from(copy).toString().trimEnd().split('\n');
    const [[path, created]] = Object.entries(op.created) as [[string, { lines: string[] }]];
    const now = new Date(1_795_262_400_000).toISOString();
    const recorded = created.lines.map((line) => line.replaceAll('2026-11-21T12:00:00.123456Z', now));
    if (!TRAPS.includes(name)) expect([step.path, lines]).toEqual([path, recorded]);
    else expect(lines.length).toBeGreaterThan(recorded.length);
  });
});

const appends = readdirSync(CASES).flatMap((name) => {
  const { ops } = JSON.parse(readFileSync(join(CASES, name, 'expected.json'), 'utf8'));
  // biome-ignore lint/suspicious/noExplicitAny: recorded answers
  return (ops ?? []).flatMap((op: any, n: number) => (['rename', 'tag'].includes(op.op) ? [{ name, n, op }] : []));
});

describe.each(appends)('$op.op $n of $name', ({ name, op }) => {
  test('appends what the SDK appends, behind a line end, or is refused as there', async () => {
    const { documents, root, done } = await openCase(name);
    const found = documents.filter(({ document }) => document.id === op.id);
    const { document } = found.find(({ document }) => (document.active?.part.size ?? 0) > 0) ?? found[0] ?? {};
    const options = op.op === 'rename' ? ask('rename', { title: op.title }) : ask('tag', { tag: op.tag });
    const outcome = document && decideClaude(document as ClaudeDocument, options).outcome;
    if (!op.ok) {
      done();
      // What no file has cannot even be asked for.
      return expect(outcome?.state ?? 'refused').toBe('refused');
    }
    const [step] = (outcome as UnitChange).steps;
    if (step?.do !== 'put' || step.content.from !== 'edits') throw new Error(JSON.stringify(outcome));
    const before = readFileSync(join(root, step.path));
    const bytes = Buffer.from(applyEdits(before, step.content.edits));
    done();
    const end = before.at(-1) === 0x0a ? '' : '\n';
    const [appended] = Object.values(op.appended as Record<string, string>);
    expect(bytes.subarray(before.length).toString()).toBe(`${end}${appended}`);
  });
});
