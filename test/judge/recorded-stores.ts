import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What a program did with a store, as far as it tells. */
export interface StoreAnswer {
  /** The session is in its list. Null where the program has no list without a terminal. */
  readonly listed: boolean | null;
  /** What it sent when it went on: each text, call and result cut to be compared. Null where it sent nothing. */
  readonly sent: readonly string[] | null;
  /** Files that are gone after a start. */
  readonly deleted: readonly string[];
}

/** A store with the recorded answer. */
export interface RecordedStore {
  readonly name: string;
  /** The session to go on with. */
  readonly id: string;
  /** By their paths below the store. `@DAY@` is the day of the run. */
  readonly files: Readonly<Record<string, Buffer>>;
  readonly answer: StoreAnswer;
}

export interface RecordedFile {
  readonly id?: string;
  readonly listed?: boolean;
  readonly deleted?: readonly string[];
  readonly sent: readonly (readonly unknown[])[] | null;
  /** Each character is a byte. Where a store is one file, `file` alone. */
  readonly files?: Readonly<Record<string, string>>;
  readonly file?: string;
}

/** The recorded stores of a kind, in the order of their names. */
export function recordedStores(
  kind: string,
  read: (file: RecordedFile) => Pick<RecordedStore, 'id' | 'answer'>,
  place: (path: string) => string = String,
): RecordedStore[] {
  const folder = fileURLToPath(new URL(`../../fixtures/${kind}/recorded/`, import.meta.url));
  return readdirSync(folder).map((file) => {
    const recorded: RecordedFile = JSON.parse(readFileSync(`${folder}${file}`, 'utf8'));
    const files = Object.entries(recorded.files ?? { '': recorded.file ?? '' }).map(([path, text]) => [
      place(path),
      Buffer.from(text, 'latin1'),
    ]);
    return { name: file.replace(/\.json$/, ''), files: Object.fromEntries(files), ...read(recorded) };
  });
}
