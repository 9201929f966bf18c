import type { Value } from '../../../codecs/json/value.ts';
import type { Message, Section, Transcript } from '../../../model/conversation.ts';
import { count } from '../../count.ts';
import { fromIso } from '../python/from-iso.ts';
import { lastText } from '../python/get.ts';
import type { Scanned, SessionFile } from '../session-file.ts';
import type { Agent } from './agents.ts';
import { blocksOf, type SaidInBlock } from './blocks.ts';
import { RECORD_FLAG } from './records.ts';

/** A session as the reader gives it, block by block; what the reader walks over without showing it is hidden. */
export function claudeTranscript(file: SessionFile, agents: readonly Agent[], everything = false): Transcript {
  return {
    messages: messagesOf(file, everything),
    metadata: { source: JSON.stringify(metadataOf(file)) },
    memory: { source: '[]' },
    tasks: { source: '{}' },
    sections: sectionsOf(file, agents),
  };
}

/** What is to be shown of one record. */
interface Reached {
  readonly n: number;
  readonly hidden: boolean;
  /** The reader does not reach it. */
  readonly isOff: boolean;
}

function messagesOf(file: SessionFile, everything: boolean): Iterable<Message> {
  const reached = reachedOf(file, everything);
  return {
    *[Symbol.iterator]() {
      let index = 0;
      for (const record of reached) for (const said of shownOf(file, record)) yield { ...said, index: index++ };
    },
  };
}

function* shownOf(file: SessionFile, { n, hidden, isOff }: Reached): Generator<Omit<Message, 'index'>> {
  const scanned = file.scan(n);
  if (scanned === null) return;
  for (const said of saidBy(file, n, scanned)) yield { ...said, ...(isOff ? off(said) : {}), hidden };
}

/** Where the reader raises, what can be understood: every message in the order of the file. */
function reachedOf(file: SessionFile, everything: boolean): Reached[] {
  const chain = file.chain();
  const isRead = chain.raises === null;
  if (everything) return everyRecord(file).map((n) => ({ n, hidden: false, isOff: isRead && !chain.isOn(n) }));
  const all = isRead ? [...chain.chain] : everyRecord(file);
  return all
    .filter((n) => file.records().isMessage(n))
    .map((n) => ({ n, hidden: isRead && !chain.isShown(n), isOff: false }));
}

function everyRecord(file: SessionFile): number[] {
  const records = file.records();
  const all: number[] = [];
  for (let n = 0; n < records.count; n++) if (records.isKept(n)) all.push(n);
  return all;
}

/** What the reader does not reach. */
function off({ marks = [] }: Pick<Message, 'marks'>): Pick<Message, 'marks'> {
  return { marks: [...marks, 'off the chain'] };
}

function* saidBy(file: SessionFile, n: number, { record }: Scanned): Generator<Omit<Message, 'index' | 'hidden'>> {
  const id = lastText(record, 'uuid') ?? '';
  const parent = lastText(record, 'parentUuid');
  const time = fromIso((lastText(record, 'timestamp') ?? '').replace(/Z$/, '+00:00'));
  const marks = marksOf(file, n);
  for (const { path, ...said } of file.records().isMessage(n) ? blocksOf(record) : [ofProgram(record)]) {
    yield {
      id,
      ...(parent === null ? {} : { relatedTo: parent }),
      at: `/${n}${path}`,
      ...said,
      ...(time === null ? {} : { time: Math.floor(time / 1000) }),
      ...withMarks(said, marks),
    };
  }
}

/** A record that is not a message: what it is, in words of the file. */
function ofProgram(record: Value): SaidInBlock {
  const [type, subtype] = ['type', 'subtype'].map((key) => lastText(record, key));
  const text = lastText(record, 'content');
  const name = [type, subtype].filter((word) => word != null).join(' ');
  return { path: '', role: 'system', type: 'other', text: text === null ? name : `${name}: ${text}` };
}

function withMarks(said: Pick<SaidInBlock, 'marks'>, marks: readonly string[]): { readonly marks?: readonly string[] } {
  const all = [...marks, ...(said.marks ?? [])];
  return all.length === 0 ? {} : { marks: all };
}

function marksOf(file: SessionFile, n: number): readonly string[] {
  const records = file.records();
  const marks: string[] = [];
  if (records.has(n, RECORD_FLAG.summary))
    marks.push('summary of a compaction; what is before it is not sent any more');
  if (records.has(n, RECORD_FLAG.meta)) marks.push('written by the program');
  if (records.has(n, RECORD_FLAG.sidechain)) marks.push('sidechain');
  if (records.has(n, RECORD_FLAG.team)) marks.push('team');
  return marks;
}

function metadataOf(file: SessionFile): Record<string, unknown> {
  const { title, customTitle, firstPrompt, branch, cwd, tag } = file.listing();
  return { title, customTitle, firstPrompt, gitBranch: branch, cwd, tag };
}

function sectionsOf(file: SessionFile, agents: readonly Agent[]): Section[] {
  const records = file.records();
  let kept = 0;
  for (let n = 0; n < records.count; n++) if (records.isKept(n)) kept++;
  const reached = file.chain().chain.length;
  const lines = [
    `${reached} of ${count(kept, 'record')} on the chain that the reader follows, ${count(records.count, 'line')} in all`,
  ];
  const value = { source: JSON.stringify({ lines: records.count, records: kept, reached }) };
  const reach: Section = { key: 'reach', title: 'records', value, lines };
  return agents.length === 0 ? [reach] : [reach, agentSection(agents)];
}

function agentSection(agents: readonly Agent[]): Section {
  const rows = agents.map(({ id, file, toolUseId, parentAgentId }) => {
    const chain = file.chain();
    return { id, messages: chain.raises === null ? chain.messages : null, toolUseId, parentAgentId };
  });
  return {
    key: 'agents',
    title: 'subagents',
    value: { source: JSON.stringify(rows) },
    lines: rows.map(({ id, messages }) => `${id}: ${messages === null ? 'not readable' : count(messages, 'message')}`),
  };
}
