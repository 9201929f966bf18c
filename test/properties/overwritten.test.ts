import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Finding, ruleOf, withConsequencesApart } from '../../src/model/finding.ts';
import { isDamage } from '../../src/model/rules/row.ts';
import { KINDS } from '../kinds.ts';
import { ask } from '../stores/ask.ts';
import { applySteps } from '../stores/fnord/change/tree.ts';
import { openSite } from '../stores/open-site.ts';
import { NO_LIMIT, points } from '../support/sampling.ts';

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));

const FIXTURES = {
  pi: 'PI115-stray-bytes',
  gemini: 'GM110-stray-bytes',
  qwen: 'QW111-stray-bytes',
  copilot: 'CP113-stray-bytes',
  codex: 'CX024-a-stray-byte-is-beside-a-whole-record',
} as const;

/** Places tried in each run, beside the sample: there a record lost its beginning, or the key of what it says. */
const TOLD: Readonly<Partial<Record<keyof typeof FIXTURES, readonly number[]>>> = {
  pi: [447, 1776],
  qwen: [2373],
  copilot: [1941, 2028],
};

/** What stands in place of `length` bytes. */
const HARMS = [
  { length: 12, by: '\0'.repeat(12) },
  { length: 3, by: '\0'.repeat(3) },
  { length: 12, by: '\xff\xfe garbage \x80' },
  { length: 10, by: '' },
] as const;

function isToldBy({ code }: Pick<Finding, 'code'>): boolean {
  const row = ruleOf(code);
  return isDamage(row) || row.hides !== undefined;
}

/** What is said in a store, and whether anything of it is called damaged. */
function read(kind: (typeof KINDS)[number], root: string) {
  const { documents, sessions, findings } = openSite(kind, root);
  const said = [...documents.values()]
    .flat()
    .flatMap((document) =>
      document.conversations.flatMap(({ path }) => [...document.transcript(path, { everything: true }).messages]),
    );
  const outcomes = [...documents].flatMap(([scope, mine]) =>
    mine.map((document) => sessions.get(scope)?.decide(document, ask('heal'), []).outcome),
  );
  const all = findings.flatMap(withConsequencesApart);
  const isLoud = all.some(({ code }) => isDamage(ruleOf(code)));
  return { outcomes, said: JSON.stringify(said), isDamaged: all.some(isToldBy), isLoud };
}

test.each(Object.entries(FIXTURES))(
  '%s: after a heal without a loss each word that could be read is said, or the damage is named',
  NO_LIMIT,
  (name, fixture) => {
    const kind = KINDS.find((each) => each.name === name);
    if (kind === undefined) throw new Error(`there is no kind ${name}`);
    const root = mkdtempSync(join(tmpdir(), 'overwritten-'));
    cpSync(join(fixtures, name, fixture, 'after'), root, { recursive: true });
    const path = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((each) => each.endsWith('.jsonl')) ?? '';
    const whole = readFileSync(join(root, path));
    const written = whole.toString();
    const words = new Set(
      read(kind, root)
        .said.match(/\p{L}{4,}/gu)
        ?.filter((word) => written.split(word).length === 2),
    );
    expect(words.size).toBeGreaterThan(3);
    const quiet: string[] = [];
    const told = TOLD[name as keyof typeof FIXTURES] ?? [];
    for (const at of new Set([...points(whole.length - 12, 120), ...told]))
      for (const { length, by } of HARMS) {
        const damaged = Buffer.concat([whole.subarray(0, at), Buffer.from(by, 'latin1'), whole.subarray(at + length)]);
        writeFileSync(join(root, path), damaged);
        const before = read(kind, root);
        for (const outcome of before.outcomes) {
          if (outcome?.state !== 'changed') continue;
          const healed = applySteps(new Map([[path, damaged]]), outcome.steps).get(path) ?? damaged;
          writeFileSync(join(root, path), healed);
          const after = read(kind, root);
          const gone = [...words].filter((word) => damaged.includes(word) && !after.said.includes(word));
          if (gone.length > 0 && !after.isDamaged) quiet.push(`${at}: ${JSON.stringify(by)} hides ${gone.join(', ')}`);
          if (gone.length > 0 && before.isLoud && !after.isLoud)
            quiet.push(`${at}: ${JSON.stringify(by)} makes the loss of ${gone.join(', ')} an info`);
        }
      }
    expect(quiet).toEqual([]);
  },
);
