import { count } from '../../words.ts';
import { sidechainAtEnd } from '../read/ends.ts';
import { RECORD_FLAG } from '../read/record-classes.ts';
import type { SessionFile } from '../read/session-file.ts';
import { foundAt, type RecordFinding } from './record-finding.ts';

/**
 * Messages that continue a conversation but have a subagent's mark: a subagent's messages follow nothing of it
 * (docs/formats/claude.md). Only those that would extend it beyond its end.
 */
export function markedAsSidechain(file: SessionFile): number[] {
  const links = file.links();
  const { records } = links;
  const history = file.history();
  if (history.sent.length === 0) {
    const end = sidechainAtEnd(links);
    return end < 0 ? [] : [end];
  }
  const goesOn = new Uint8Array(records.count);
  const { records: chain } = history.chain;
  for (const n of chain.subarray(Math.max(chain.indexOf(history.sent.at(-1) as number), 0))) goesOn[n] = 1;
  const marked: number[] = [];
  for (let n = 0; n < records.count; n++) {
    const isAside = records.has(n, RECORD_FLAG.sidechain) && records.isKept(n) && !links.isReplaced(n);
    if (!isAside || goesOn[n] === 1 || goesOn[links.namedBy(n)] !== 1) continue;
    goesOn[n] = 1;
    if (records.isMessage(n) && records.has(n, RECORD_FLAG.content)) marked.push(n);
  }
  return marked;
}

/** The first of them, with the messages that it keeps from the model. */
export function markedFinding(file: SessionFile): RecordFinding | null {
  const marked = markedAsSidechain(file);
  const [first] = marked;
  if (first === undefined) return null;
  const at = '/isSidechain';
  if (file.history().sent.length === 0)
    return { ...foundAt(file, first, 'CL225', "ends the conversation, and is marked as a subagent's"), at };
  const more = marked.length === 1 ? 'it is' : `${count(marked.length, 'message')} from here on are`;
  const detail = `goes on with the conversation, and is marked as a subagent's: ${more} not sent`;
  return { ...foundAt(file, first, 'CL226', detail), at };
}
