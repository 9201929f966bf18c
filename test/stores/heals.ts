import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Code, type Finding, ruleOf, withConsequencesApart } from '../../src/model/finding.ts';
import type { KindName } from '../../src/model/kinds.ts';
import type { UnitDecision } from '../../src/stores/decision.ts';
import type { Kind } from '../../src/stores/kind.ts';
import { KINDS } from '../kinds.ts';
import { bytesBelow } from '../support/folders.ts';
import { ask } from './ask.ts';
import { closings, outcomeOf } from './asked.ts';
import { applySteps, type Tree } from './fnord/change/tree.ts';
import { type Disk, type Opened, openSite } from './open-site.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url));

/** What a fixture of a finding says of itself. */
interface About {
  /** What is opened, below `before` and `after`. */
  readonly open?: string;
  readonly disk?: Disk;
}

/** A fixture before and after it is healed. */
export interface Healing {
  readonly folder: string;
  /** The tree that a side becomes. */
  healed(side: 'before' | 'after'): Tree;
  /** What was before, where the code is named and no loss allowed. */
  named(): Tree;
  /** Codes that are found in what was opened; none where a heal leaves nothing of it. */
  codes(side: 'before' | 'after'): Finding['code'][];
}

/** The fixture of a code that can be healed. */
export function healingOf(name: KindName, code: Code): Healing {
  const kind = KINDS.find((each) => each.name === name);
  const all = join(FIXTURES, name);
  const folder = join(all, readdirSync(all).find((each) => each.startsWith(`${code}-`)) ?? code);
  if (kind === undefined) throw new Error(`there is no kind ${name}`);
  const told: About = JSON.parse(readFileSync(join(folder, 'findings.json'), 'utf8'));
  // Rao notes where images are, and a checkout may be anywhere.
  const about: About = name === 'rao' ? { ...told, disk: { ...told.disk, root: '/base' } } : told;
  const lossy = ruleOf(code).healing === 'lossy';
  // What does no harm is healed by name.
  const only = name === 'claude' && ruleOf(code).severity === 'info' ? [code] : null;
  const pathOf = (side: string): string | null => {
    const path = join(folder, side, about.open ?? '');
    return bytesBelow(join(folder, side)).size === 0 || !readdirSync(dirname(path)).includes(basename(path))
      ? null
      : path;
  };
  const opened = new Map<string, Opened | null>();
  /** A side as it was read once; null where nothing is to be opened. */
  const openedOf = (side: string): Opened | null => {
    const known = opened.get(side);
    if (known !== undefined) return known;
    const path = pathOf(side);
    const read = path === null ? null : openSite(kind, path, about.disk);
    opened.set(side, read);
    return read;
  };
  const treeOf = (side: string, options: Pick<Side, 'lossy' | 'only'>) => {
    const read = openedOf(side);
    const tree = bytesBelow(join(folder, side));
    return read === null ? tree : healTree(kind, tree, read, { top: join(folder, side), ...options });
  };
  return {
    folder,
    healed: (side) => treeOf(side, { lossy, only }),
    named: () => treeOf('before', { lossy: false, only: [code] }),
    codes: (side) =>
      openedOf(side)
        ?.findings.flatMap(withConsequencesApart)
        .map(({ code }) => code) ?? [],
  };
}

interface Side {
  readonly top: string;
  readonly lossy: boolean;
  readonly only: readonly Code[] | null;
}

function healTree(kind: Kind, tree: Tree, { site, documents, sessions }: Opened, { top, lossy, only }: Side): Tree {
  const options = ask('heal', { lossy, only });
  const steps = [...documents].flatMap(([scope, mine]) => {
    const session = sessions.get(scope);
    if (session === undefined) return [];
    const decided: UnitDecision[] = mine.map((document) => session.decide(document, options, []));
    const closed = closings(session, kind.name, options, decided, true);
    return [...decided.map((each) => outcomeOf(each, kind.name)), ...closed].flatMap((each) =>
      each.state === 'changed' ? each.change.steps : [],
    );
  });
  const prefix = site.root.slice(top.length + 1);
  const below = new Map([...tree].map(([each, bytes]) => [each.slice(prefix === '' ? 0 : prefix.length + 1), bytes]));
  const result = applySteps(below, steps);
  return new Map([...result].map(([each, bytes]) => [prefix === '' ? each : `${prefix}/${each}`, bytes]));
}
