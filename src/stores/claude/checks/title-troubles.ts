import type { Finding } from '../../../model/finding.ts';
import { LIST_WINDOW } from '../list/windows.ts';
import { lastText } from '../read/last-value.ts';
import { CLASS } from '../read/record-classes.ts';
import type { SessionFile } from '../read/session-file.ts';

const RECORDS = [
  { type: 'custom-title', key: 'customTitle', listed: 'customTitle' },
  { type: 'tag', key: 'tag', listed: 'tag' },
] as const;

/** Where the last title and the last tag of a session are, when the list does not see them. */
export interface OutOfSight {
  readonly n: number;
  readonly key: 'customTitle' | 'tag';
}

/** The title and the tag that were given to a session and that are between its two windows. */
export function outOfSight(file: SessionFile): OutOfSight[] {
  if (file.part.size <= LIST_WINDOW) return [];
  return RECORDS.flatMap(({ type, key, listed }) => {
    const last = lastOf(file, type, key);
    return last === null || last.text === '' || last.text === file.listing()[listed] ? [] : [{ n: last.n, key }];
  });
}

function lastOf(file: SessionFile, type: string, key: string): { readonly n: number; readonly text: string } | null {
  const records = file.records();
  const { kind, at, count } = records;
  for (let n = count - 1; n >= 0; n--) {
    const record = kind[n] === CLASS.other ? file.scan(n)?.record : null;
    if (lastText(record, 'type') !== type) continue;
    const text = lastText(record, key);
    // One that the window cuts is seen by its end, now and then.
    const isBefore = (at[n] ?? 0) + records.lengthOf(n) <= file.part.size - LIST_WINDOW;
    return text !== null && isBefore ? { n, text } : null;
  }
  return null;
}

/** One finding for each of them. */
export function* titleTroubles(id: string, file: SessionFile): Generator<Finding> {
  for (const { n, key } of outOfSight(file)) {
    const what = key === 'tag' ? 'the tag' : 'the title';
    const detail = `holds ${what} of the session, further than 64 KiB from its end`;
    yield {
      code: 'CL304',
      id,
      path: file.part.path,
      at: `/${n}/${key}`,
      offset: file.records().at[n] ?? 0,
      detail,
    };
  }
}
