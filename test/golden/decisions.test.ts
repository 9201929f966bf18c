import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Document, isScalar, visit } from 'yaml';
import type { KindName } from '../../src/model/kinds.ts';
import { type AllDecided, decideAll, type Wish } from './decide-all.ts';

/**
 * Whole decisions over chosen fixtures: each Change as a plan has it, with its bytes as text, and the report. A change of behaviour is
 * read in the difference of these files. `npm run compare` looks at every verb over every fixture.
 */
const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));

const here = fileURLToPath(new URL('.', import.meta.url));

const HEAL: Wish = { verb: 'heal' };
const LOSSY: Wish = { verb: 'heal', lossy: true };
const MIGRATE: Wish = { verb: 'migrate' };
const FORK: Wish = { verb: 'fork' };
const ARCHIVE: Wish = { verb: 'archive' };
const RESTORE: Wish = { verb: 'restore' };
const DELETE: Wish = { verb: 'delete' };

/** Fixtures by the beginning of their name, with the verbs that are asked. */
const CASES: Readonly<Record<KindName, readonly (readonly [string, ...Wish[]])[]>> = {
  claude: [
    ['CL003', LOSSY],
    ['CL005', HEAL, FORK],
    ['CL006', HEAL],
    ['CL013', LOSSY],
    ['CL107', ARCHIVE, DELETE],
    ['CL215', FORK],
    ['CL305', FORK],
    ['CL309', HEAL],
    ['CL401', DELETE],
    ['CL426', HEAL],
    ['store', RESTORE],
  ],
  codex: [
    ['CX007', LOSSY],
    ['CX017', HEAL],
    ['CX105', LOSSY],
    ['CX108', MIGRATE],
    ['CX109', { ...MIGRATE, cwd: '/home/ada/pots' }],
    ['CX201', HEAL],
    ['CX205', DELETE, FORK],
    ['CX208', HEAL],
    ['CX302', DELETE],
    ['CX303', RESTORE],
    ['CX306', HEAL],
    ['CX307', DELETE],
  ],
  fnord: [
    ['FN006', LOSSY],
    ['FN112', HEAL, { verb: 'migrate', to: 'v0', lossy: true }],
    ['FN171', MIGRATE],
    ['FN174', HEAL],
    ['FN203', ARCHIVE],
    ['FN301', DELETE],
    ['FN303', HEAL],
    ['FN409', RESTORE],
    ['FN410', FORK],
    ['store', RESTORE],
  ],
  gemini: [
    ['GM002', HEAL],
    ['GM009', HEAL, FORK, ARCHIVE],
    ['GM102', LOSSY],
    ['GM302', HEAL],
    ['store', RESTORE],
  ],
  qwen: [
    ['QW102', LOSSY],
    ['QW104', HEAL],
    ['QW201', HEAL, FORK],
    ['QW302', HEAL],
    ['store', ARCHIVE, RESTORE],
  ],
  pi: [
    ['PI101', LOSSY],
    ['PI201', HEAL, FORK],
    ['PI301', HEAL],
    ['store', ARCHIVE, RESTORE],
  ],
  copilot: [
    ['CP001', HEAL],
    ['CP103', HEAL, FORK],
    ['CP102', LOSSY],
    ['CP301', HEAL],
    ['store', ARCHIVE, RESTORE],
  ],
  rao: [
    ['RA001', LOSSY, ARCHIVE],
    ['RA014', HEAL],
    ['RA107', LOSSY],
    ['RA130', MIGRATE],
    ['RA250', FORK],
    ['RA301', HEAL],
    ['RA303', DELETE],
    ['RA310', ARCHIVE],
    ['RA313', RESTORE],
    ['RA401', HEAL],
    ['store', { ...HEAL, id: '2' }, { ...ARCHIVE, id: '2' }],
  ],
  tenex: [
    ['TX012', FORK, { verb: 'migrate', to: 'tenex-e12', lossy: true, output: true }],
    ['TX101', MIGRATE],
    ['TX103', MIGRATE],
    ['TX114', FORK],
    ['TX120', HEAL],
    ['TX206', ARCHIVE],
    ['TX301', HEAL],
    ['TX303', HEAL, { ...LOSSY, only: ['TX303'] }],
    ['TX307', RESTORE],
    ['TX309', DELETE],
    ['TX310', HEAL],
  ],
};

const cases = (Object.keys(CASES) as KindName[]).flatMap((kind) => {
  const folders = readdirSync(join(fixtures, kind)).sort();
  return CASES[kind].flatMap(([start, ...wishes]) => {
    const folder = folders.find((name) => name.startsWith(start)) ?? start;
    return wishes.map((wish) => ({ kind, folder, wish, file: `${kind}/${folder}.${nameOf(wish)}.yaml` }));
  });
});

test.each(cases)('decides $file', async ({ kind, folder, wish, file }) => {
  const { path, disk } = storeIn(kind, folder);
  const decided = await decideAll(kind, `/fixtures/${path}`, disk, wish);
  await expect(asText(decided)).toMatchFileSnapshot(file);
});

test('no decision is kept that is no longer asked for', () => {
  const asked = new Set(cases.map(({ file }) => file));
  const kept = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'));
  expect(kept.filter((name) => !asked.has(name))).toEqual([]);
});

function nameOf({ verb, cwd: _, ...more }: Wish): string {
  return [verb, ...Object.entries(more).map(([name, value]) => (value === true ? name : `${value}`))].join('-');
}

function storeIn(kind: KindName, folder: string) {
  if (folder === 'store') return { path: `${kind}/${folder}`, disk: {} };
  const { open = '', disk = {} } = JSON.parse(readFileSync(join(fixtures, kind, folder, 'findings.json'), 'utf8'));
  return { path: join(kind, folder, 'before', open), disk };
}

/** YAML, with bytes as text and each table of numbers on one line. */
function asText(decided: AllDecided): string {
  const document = new Document(decided, withText);
  visit(document, {
    Map: (_, map) => {
      if (map.items.every(({ value }) => isScalar(value) && typeof value.value === 'number')) map.flow = true;
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** Decodes the members of a plan that are base64. */
function withText(key: unknown, value: unknown): unknown {
  return (key === 'insert' || key === 'bytes') && typeof value === 'string'
    ? Buffer.from(value, 'base64').toString()
    : value;
}
