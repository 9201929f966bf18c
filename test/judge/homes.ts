import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the published program made of a home, run offline: docs/formats/codex.md. */
export interface RecordedHome extends HomeAnswer {
  /** The file that it is recorded in, without its ending. */
  readonly from: string;
  readonly name: string;
  readonly side: 'input' | 'healed' | 'migrated';
  readonly what: string;
  readonly files: Readonly<Record<string, string | { readonly base64: string }>>;
}

/** What the program lists and reads of a home. */
export interface HomeAnswer {
  /** Ids in its default list, all providers. */
  readonly list: readonly string[];
  /** What it shows of them: the preview and the name. */
  readonly shown: Readonly<Record<string, readonly [preview: string | null, name: string | null]>>;
  readonly threads: Readonly<Record<string, ThreadAnswer>>;
}

/** What the program makes of one thread. */
export interface ThreadAnswer {
  /** Null where it cannot be read. */
  readonly mode: string | null;
  readonly turns?: readonly ShownTurn[];
  readonly error?: string;
  /** Where there are no turns: can it be read, without being gone on with. */
  readonly read?: boolean;
  /** How it begins to say why it cannot go on with the thread. */
  readonly stuck?: string;
}

/** The id of a turn where it is not drawn anew, its state, and its items with their texts. */
export type ShownTurn = readonly [id: string | null, status: string, items: readonly (readonly string[])[]];

const FOLDER = fileURLToPath(new URL('../../fixtures/codex/recorded', import.meta.url));

/** All recorded homes. */
export function recordedHomes(): RecordedHome[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) =>
      (JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Omit<RecordedHome, 'from'>[]).map((each) => ({
        ...each,
        from: basename(name, '.json'),
      })),
    );
}

/** The version of the program whose answers are recorded. */
export function recordedHomesVersion(): string {
  return readFileSync(join(FOLDER, 'VERSION'), 'utf8').trim();
}

/** The text of a file of recorded homes: one home a line. */
export function homesText(homes: readonly RecordedHome[]): string {
  return `[\n${homes.map(({ from: _, ...home }) => JSON.stringify(home)).join(',\n')}\n]\n`;
}

/** Takes what this version makes of all homes for the recorded answers. */
export function recordHomes(version: string, homes: readonly RecordedHome[]): void {
  writeFileSync(join(FOLDER, 'VERSION'), `${version}\n`);
  for (const from of new Set(homes.map((home) => home.from)))
    writeFileSync(join(FOLDER, `${from}.json`), homesText(homes.filter((home) => home.from === from)));
}
