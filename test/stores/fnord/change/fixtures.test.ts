import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { fnord } from '../../../../src/model/findings/fnord.ts';
import { row } from '../../../../src/model/findings.ts';
import { type Disk, openSite } from '../open-site.ts';
import { ask } from './asking.ts';
import { applySteps, treeOf } from './tree.ts';

const FIXTURES = fileURLToPath(new URL('../../../../fixtures/fnord', import.meta.url));
const codes = Object.keys(fnord).filter((code): code is keyof typeof fnord => code in fnord);
const healable = codes.filter((code) => row(code).healing !== 'manual');
const folders = readdirSync(FIXTURES);

describe.each(healable)('%s', (code) => {
  const folder = join(FIXTURES, folders.find((name) => name.startsWith(`${code}-`)) ?? code);
  const { open, disk = {} }: { open: string; disk?: Disk } = JSON.parse(
    readFileSync(join(folder, 'findings.json'), 'utf8'),
  );
  const lossy = row(code).healing === 'lossy';

  test('is healed as the fixture shows', () => {
    expect(treeOf(join(folder, 'before')).size).toBeGreaterThan(0);
    expect(healed('before')).toEqual(treeOf(join(folder, 'after')));
  });

  test('is gone afterwards, and heals no further', () => {
    const after = pathOf('after');
    if (after !== null) expect(openSite(after, disk).findings.map((finding) => finding.code)).not.toContain(code);
    expect(healed('after')).toEqual(treeOf(join(folder, 'after')));
  });

  /** What was opened in `before`; null where a heal leaves nothing of it. */
  function pathOf(side: 'before' | 'after'): string | null {
    const path = join(folder, side, open);
    return treeOf(join(folder, side)).size === 0 || !readdirSync(dirname(path)).includes(basename(path)) ? null : path;
  }

  function healed(side: 'before' | 'after') {
    const path = pathOf(side);
    const tree = treeOf(join(folder, side));
    if (path === null) return tree;
    const { site, documents } = openSite(path, disk);
    const prefix = site.root.slice(join(folder, side).length + 1);
    const steps = [...documents.values()].flat().flatMap((document) => {
      const outcome = document.change(ask('heal', { lossy }));
      return outcome.state === 'changed' ? outcome.change.steps : [];
    });
    const below = new Map([...tree].map(([each, bytes]) => [each.slice(prefix === '' ? 0 : prefix.length + 1), bytes]));
    const result = applySteps(below, steps);
    return new Map([...result].map(([each, bytes]) => [prefix === '' ? each : `${prefix}/${each}`, bytes]));
  }
});
