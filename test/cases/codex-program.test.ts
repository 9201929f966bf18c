import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeDisk } from '../../src/io/disk.ts';
import type { View } from '../../src/model/conversation.ts';
import { baseName } from '../../src/model/path.ts';
import { daysOf, UTC } from '../../src/model/time.ts';
import { survey } from '../../src/ops/survey/survey.ts';
import { everythingAt } from '../../src/ops/survey/survey-options.ts';
import { LargestSizes, StatsTally, tallyUnit, transcriptOf } from '../../src/ops/survey/unit-tally.ts';
import type { CodexDocument } from '../../src/stores/codex/document.ts';
import { byFolderAndName } from '../../src/stores/codex/list/listing.ts';
import { entriesOf } from '../../src/stores/codex/read/record.ts';
import type { RolloutFile } from '../../src/stores/codex/read/rollout-file.ts';
import { turnReader } from '../../src/stores/codex/read/turn-reader.ts';
import type { Document } from '../../src/stores/kind.ts';
import { type RecordedHome, recordedHomes, type ShownTurn } from '../judge/homes.ts';
import { KINDS } from '../kinds.ts';
import { tree } from '../support/real-tree.ts';
import { oneIn } from '../support/sampling.ts';

describe.each(recordedHomes())('$from: $name, $side', (home) => {
  test('is listed as the program lists it', async () => {
    const listed = (await rollouts(laid(home)))
      .filter(({ view }) => view.state === 'active' && view.hidden === null)
      .sort((a, b) => byFolderAndName(a.view, b.view));
    expect(listed.map(({ file }) => file.head().meta?.id)).toEqual(home.list);
    for (const { file, view } of listed) {
      const [preview, name] = home.shown[file.head().meta?.id ?? ''] ?? [null, null];
      if (preview !== null) expect(file.head().preview).toBe(preview);
      // The name of a paginated thread is in a database alone.
      if (preview !== null && file.head().meta?.mode !== 'paginated') expect(view.title).toBe(name ?? preview);
    }
  });

  test('is read as the program reads it', async () => {
    const all = await rollouts(laid(home));
    for (const [id, answer] of Object.entries(home.threads)) {
      const named = all.filter(({ document, file }) => [document.id, file.head().meta?.id].includes(id.toLowerCase()));
      const [one] = named.sort((a, b) => newestFirst(a.file, b.file));
      if (one === undefined) {
        expect(answer.error).toMatch(/not loaded|no rollout|invalid thread id|error/);
        continue;
      }
      // Archived threads, and those of a provider that is gone, are read and not gone on with.
      if (answer.turns === undefined)
        expect([id, one.view.readable && answer.error?.includes('UTF-8')]).toEqual([id, false]);
      else expect([id, ...alike(turnsOf(one.file), answer.turns)]).toEqual([id, ...answer.turns]);
    }
  });
});

/** How the program says that the first line does not name the thread. */
const NOT_FIRST = /^failed to parse first rollout record|does not start with|^rollout at /;

const halfTaken = recordedHomes().filter(({ threads }) =>
  Object.values(threads).some(({ turns, stuck = '' }) => turns !== undefined && NOT_FIRST.test(stuck)),
);

test.each(halfTaken)('$from: $name, $side has a thread that is read, and not gone on with', async (home) => {
  for (const { document, view } of await rollouts(laid(home)))
    expect([view.readable, view.resumes]).toEqual([true, !NOT_FIRST.test(home.threads[document.id]?.stuck ?? '')]);
});

test('every thread that the program goes on with is said to be gone on with', async () => {
  for (const home of oneIn(3, recordedHomes()))
    for (const { document, view } of await rollouts(laid(home))) {
      const { turns, stuck } = home.threads[document.id] ?? {};
      if (turns !== undefined && stuck === undefined) expect([home.name, view.resumes]).toEqual([home.name, true]);
    }
});

describe.each(oneIn(3, recordedHomes()))('$from: $name, $side', (home) => {
  test('is counted, in the pass that judges it, as it is shown', async () => {
    for await (const met of survey(
      { disk: nodeDisk(), kinds: KINDS, sites: [siteAt(laid(home))] },
      everythingAt(NOW),
    )) {
      if (met.type !== 'document') continue;
      const shown = new StatsTally();
      for (const view of withoutCopies(met.document.conversations))
        for (const message of transcriptOf(met.document, view)?.messages ?? [])
          if (!message.hidden && message.inherited !== true) shown.said(message);
      for (const answer of met.document.answers?.() ?? []) shown.answered(answer);
      const [{ by, answers }, wanted] = [
        tallyUnit(met.document, met.parts, {
          ...{ byBranch: false, dayOf: daysOf(UTC), severities: new Map() },
          largest: new LargestSizes(),
        }),
        shown.plain(),
      ];
      expect([by.roles, by.types, by.tools, answers]).toEqual([
        wanted.by.roles,
        wanted.by.types,
        wanted.by.tools,
        wanted.answers,
      ]);
    }
  });
});

const NOW = 1_800_000_000;

function siteAt(root: string) {
  return { kind: 'codex', root, shape: 'home', scope: null, file: null } as const;
}

/** The home on disk. */
function laid({ files }: RecordedHome): string {
  const root = tree();
  for (const [path, held] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof held === 'string' ? held : Buffer.from(held.base64, 'base64'));
  }
  return root;
}

async function rollouts(root: string) {
  const documents: CodexDocument[] = [];
  for await (const met of survey({ disk: nodeDisk(), kinds: KINDS, sites: [siteAt(root)] }, everythingAt(NOW)))
    if (met.type === 'document') documents.push(met.document as Document & CodexDocument);
  return documents.flatMap((document) =>
    document.conversations.map((view) => {
      const file = document.files.find(({ part }) => part.path === view.path);
      if (file === undefined) throw new Error(`there is no file ${view.path}`);
      return { document, view, file };
    }),
  );
}

/** Of a thread that is compressed beside itself, or active and archived, one file counts. */
function withoutCopies(views: readonly View[]): readonly View[] {
  const nameOf = ({ path }: View) => baseName(path).replace(/\.zst$/, '');
  return views.filter((view, n) => !views.slice(0, n).some((newer) => nameOf(newer) === nameOf(view)));
}

/** The active ones first, and of them the newest by its name, as the program takes it. */
function newestFirst(a: RolloutFile, b: RolloutFile): number {
  const key = ({ name, where }: RolloutFile) =>
    `${where === 'archived' ? 0 : 1} ${name?.time} ${name?.window ?? ''} ${name?.isCompressed ? 0 : 1}`;
  return key(a) < key(b) ? 1 : -1;
}

/** Shown by convo, and no items of turns to that version of the program. */
const BEYOND: ReadonlySet<string> = new Set(['goal', 'turnFailed', 'turnInterrupted', 'hologram']);

function turnsOf(file: RolloutFile): ShownTurn[] {
  const mode = file.head().meta?.mode ?? null;
  const reader = turnReader(mode);
  const { turns } = reader;
  const ids: string[] = [];
  const items = new Map<number, [type: string, text: string][]>();
  for (const entry of file.source === null ? [] : entriesOf(file.source)) {
    const item = reader.take(entry);
    if (turns.begun > 0) ids[turns.begun - 1] = turns.id;
    if (item === null || BEYOND.has(item.type)) continue;
    const own = items.get(item.turn) ?? [];
    const last = own.at(-1);
    // The program joins what is thought in a row, but not in a paginated thread.
    const isMore = mode !== 'paginated' && item.type === 'reasoning' && last?.[0] === 'reasoning';
    if (isMore && last !== undefined) last[1] += `\n${item.text()}`;
    else own.push([item.type, item.text()]);
    items.set(item.turn, own);
  }
  reader.end();
  return turns.shown().map((n) => [ids[n] ?? '', turns.status(n), items.get(n) ?? []]);
}

/** Without what was not recorded: ids that are drawn anew, and texts that are long or not texts. */
function alike(turns: readonly ShownTurn[], wanted: readonly ShownTurn[]): ShownTurn[] {
  return turns.map(([id, status, items], n) => [
    wanted[n]?.[0] === null ? null : id,
    status,
    items.map(([type = '', text = ''], i) => (wanted[n]?.[2][i]?.length === 1 ? [type] : [type, text])),
  ]);
}
