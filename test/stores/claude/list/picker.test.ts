import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { nodeDisk } from '../../../../src/io/disk.ts';
import type { Conversation } from '../../../../src/model/conversation.ts';
import { list } from '../../../../src/ops/list.ts';
import { everythingAt } from '../../../../src/ops/survey/survey-options.ts';
import { claude } from '../../../../src/stores/claude/index.ts';
import { listingOf } from '../../../../src/stores/claude/list/listing.ts';

/** One session, as fixtures/claude/picker/README.md says. */
interface Recorded {
  readonly what: string | null;
  readonly shown: string | null;
  readonly branch: string | null;
  readonly tag: string | null;
  readonly last: string | null;
  readonly file: string;
  readonly mtime: number;
  readonly place: number | null;
  readonly bytes: readonly (string | readonly [string, number] | { readonly base64: string })[];
}

test.each(recorded('asked'))('the picker shows: $what', ({ bytes, shown, branch, tag }) => {
  const listing = listed(bytes);
  expect(listing.hidden === null).toBe(shown !== null);
  if (shown === null) return;
  const title = plain(listing.title);
  expect({ branch: listing.branch, tag: plain(listing.tag), title }).toEqual({ branch, tag, title: titleOf(shown) });
});

/** Without half surrogate pairs, of which the screen shows nothing, and without blanks at its ends. */
function plain(text: string | null): string | null {
  return text?.replace(/\p{Surrogate}/gu, '').trim() ?? null;
}

/** What the screen shows where nothing is left of a title. */
function titleOf(shown: string): string | null {
  return /^(?:|\(session\)|[0-9a-f]{8})$/.test(shown) ? null : shown;
}

const DAY = 86_400_000;

test.each(recorded('aged'))('the picker takes the time of, within a day: $what', ({ bytes, last }) => {
  const { lastAt } = listed(bytes);
  const isLater = (time: number) => time > Date.UTC(2026, 10, 25);
  if (last === null) expect(lastAt === null || isLater(lastAt)).toBe(true);
  else expect(Math.abs((lastAt ?? 0) - Date.parse(last))).toBeLessThan(DAY);
});

test('a home is listed in the order of the picker, under its titles, without what it hides', async () => {
  const sessions = recorded('home');
  const root = join(mkdtempSync(join(tmpdir(), 'convostore-picker-')), '.claude');
  const folder = join(root, 'projects/-home-ada-app');
  mkdirSync(folder, { recursive: true });
  for (const { file, bytes, mtime } of sessions) {
    writeFileSync(join(folder, file), bytesOf(bytes));
    utimesSync(join(folder, file), mtime, mtime);
  }
  const site = { kind: 'claude', root, shape: 'home', scope: null, file: null } as const;
  const found: Conversation[] = [];
  await list(
    { disk: nodeDisk(), kinds: [claude], sites: [site] },
    {
      ...everythingAt(1_795_447_000),
      wanted: () => true,
      sharing: false,
      report: async (some) => {
        found.push(...some);
      },
    },
  );
  rmSync(join(root, '..'), { recursive: true });
  const shown = found.filter(({ hidden }) => hidden === null).map(({ id, title }) => [id, title]);
  const expected = sessions
    .filter(({ place }) => place !== null)
    .sort((a, b) => (a.place ?? 0) - (b.place ?? 0))
    .map(({ file, shown }) => [file.replace('.jsonl', ''), titleOf(shown ?? '')]);
  expect(shown.map(([id, title]) => [id, title?.slice(0, 11)])).toEqual(
    expected.map(([id, title]) => [id, title?.slice(0, 11)]),
  );
  expect(found.length).toBe(29);
});

function recorded(name: string): Recorded[] {
  const path = fileURLToPath(new URL(`../../../../fixtures/claude/picker/${name}.jsonl`, import.meta.url));
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line) => (line === '' ? [] : JSON.parse(line)));
}

function listed(pieces: Recorded['bytes']) {
  const bytes = bytesOf(pieces);
  return listingOf({ size: bytes.length, slice: (at, length) => bytes.subarray(at, at + length) });
}

function bytesOf(pieces: Recorded['bytes']): Buffer {
  return Buffer.concat(
    pieces.map((piece) => {
      if (typeof piece === 'string') return Buffer.from(piece);
      return 'base64' in piece ? Buffer.from(piece.base64, 'base64') : Buffer.from(piece[0].repeat(piece[1]));
    }),
  );
}
