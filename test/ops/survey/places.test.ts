import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decompress } from 'fzstd';
import { expect, test } from 'vitest';
import { nodeDisk } from '../../../src/io/disk.ts';
import { type PlacedFinding, withConsequencesApart } from '../../../src/model/finding.ts';
import { KIND_NAMES } from '../../../src/model/kinds.ts';
import { siteAt } from '../../../src/ops/sites/find-sites.ts';
import { everythingAt } from '../../../src/ops/survey/survey-options.ts';
import { verify } from '../../../src/ops/verify.ts';
import { KINDS } from '../../kinds.ts';
import { compressed } from '../../stores/codex/compressed.ts';
import { homeWith } from '../../stores/codex/home.ts';
import { isThorough, oneIn } from '../../support/sampling.ts';

const FIXTURES = new URL('../../../fixtures/', import.meta.url);

/** As `verify` reports them, consequences too. */
async function foundAt(root: string, longest?: number): Promise<PlacedFinding[]> {
  const disk = longest === undefined ? nodeDisk() : { ...nodeDisk(), longest };
  const found: PlacedFinding[] = [];
  const report = async (finding: PlacedFinding) => void found.push(...withConsequencesApart(finding));
  const reading = { disk, kinds: KINDS, sites: [siteAt(disk, KINDS, root)] };
  await verify(reading, { ...everythingAt(2_000_000_000), admits: () => true, report });
  return found;
}

/** Counted byte by byte: line feeds, and UTF-16 units behind the last of them. */
function lineColumnAt(path: string, offset: number) {
  const file = readFileSync(path);
  const bytes = path.endsWith('.zst') ? decompress(file) : file;
  let [line, column] = [1, 1];
  for (const byte of bytes.subarray(0, offset)) {
    if (byte === 0x0a) [line, column] = [line + 1, 1];
    else if ((byte & 0xc0) !== 0x80) column += byte >= 0xf0 ? 2 : 1;
  }
  return { line, column };
}

function wantedPlaces(found: readonly PlacedFinding[]) {
  return found.map(({ code, path, offset }) => ({
    code,
    ...(offset === null ? { line: null, column: null } : lineColumnAt(path, offset)),
  }));
}

function placesOf(found: readonly PlacedFinding[]) {
  return found.map(({ code, line, column }) => ({ code, line, column }));
}

test.each(KIND_NAMES)('findings of the fixtures of %s are at the line and column of their offset', async (kind) => {
  const home = new URL(`${kind}/`, FIXTURES);
  let placed = 0;
  const fixtures = readdirSync(home).filter((name) => /^[A-Z]{2}\d+-/.test(name));
  for (const folder of oneIn(5, fixtures)) {
    const { open = '.', longest } = JSON.parse(readFileSync(new URL(`${folder}/findings.json`, home), 'utf8'));
    const found = await foundAt(fileURLToPath(new URL(`${folder}/before/${open}`, home)), longest);
    expect([folder, ...placesOf(found)]).toEqual([folder, ...wantedPlaces(found)]);
    placed += found.filter(({ offset }) => offset !== null).length;
  }
  expect(placed).toBeGreaterThan(isThorough ? 10 : 0);
});

const AT = 'sessions/2025/11/04/rollout-2025-11-04T09-30-15-019a4e33-e458-7f1c-82c1-376475f65d8b.jsonl';

/** A rollout whose ninth line and whose last one are torn. */
function tornRollout(): Buffer {
  const folder = new URL('codex/CX007-the-last-line-is-torn/before/', FIXTURES);
  const lines = readFileSync(new URL(AT, folder), 'utf8').split('\n');
  return Buffer.from(lines.map((line, n) => (n === 8 ? line.slice(0, line.length / 2) : line)).join('\n'));
}

test('findings in a compressed rollout are at the line and column of its text, and keep their fingerprints when it is compressed anew', async () => {
  const text = tornRollout();
  const two = [text.subarray(0, 3000), text.subarray(3000)].map((each) => compressed(each));
  const inOne = await foundAt(homeWith({ [`${AT}.zst`]: compressed(text) }));
  const inTwo = await foundAt(homeWith({ [`${AT}.zst`]: Buffer.concat(two) }));
  const inPlain = await foundAt(homeWith({ [AT]: text }));
  const wanted = [
    { code: 'CX008', line: 9, column: 1 },
    { code: 'CX007', line: 21, column: 1 },
  ];
  for (const found of [inOne, inTwo, inPlain]) expect(placesOf(found)).toEqual(wanted);
  for (const found of [inOne, inTwo]) {
    expect(found.map(({ offset, actual }) => ({ offset, actual }))).toEqual(
      inPlain.map(({ offset, actual }) => ({ offset, actual })),
    );
    expect(found.map(({ fingerprint }) => fingerprint)).toEqual(inOne.map(({ fingerprint }) => fingerprint));
  }
});
