import type { Finding } from '../../../model/finding.ts';
import type { SessionFile } from '../session-file.ts';
import type { FileFacts } from './facts.ts';
import { linkTroubles } from './link-troubles.ts';
import type { Spotted } from './spotted.ts';
import { pairTroubles } from './tool-pairs.ts';

/** What is known of a session beside its file. */
export interface SessionContext {
  readonly id: string;
  /** A program is at work on it. */
  readonly living: boolean;
  /** The transcript of a subagent: it is never sent, and its chain is another. */
  readonly isAgent: boolean;
}

/** Everything wrong in one transcript, as far as the file alone shows. */
export function* claudeFileFindings(file: SessionFile, around: SessionContext): Generator<Finding> {
  const { path, size } = file.part;
  const { id, isAgent } = around;
  if (size === 0) {
    yield { code: 'CL001', id, path, at: null, offset: null, owner: 'drops', detail: 'is empty' };
    return;
  }
  const facts = file.facts(id);
  for (const each of troubles(file, facts, around)) yield placed(each, id, path);
  if (facts.loneCr >= 0) {
    const detail = 'has lines that end with CR alone';
    yield { code: 'CL011', id, path, at: null, offset: facts.loneCr, owner: 'drops', detail };
  }
  if (!isAgent) yield* strangers(file, facts, around);
}

function placed({ n, at, code, offset, owner, detail }: Spotted, id: string, path: string): Finding {
  return { code, id, path, at: at === null ? null : `/${n}${at}`, offset, owner, detail };
}

function* troubles(
  file: SessionFile,
  { spotted, soundPairs, withoutText }: FileFacts,
  { living, isAgent }: SessionContext,
): Generator<Spotted> {
  const chain = file.chain();
  const weighed = (each: Spotted): Spotted => {
    if (each.hazard === true) return chain.isSent(each.n) ? each : notSent(each);
    return living ? whileWritten(each) : each;
  };
  yield* spotted.filter(({ hazard }) => !isAgent || hazard !== true).map(weighed);
  if (isAgent) return;
  if (withoutText !== null) yield withoutText;
  if (chain.raises !== null) return;
  yield* linkTroubles(file);
  yield* pairTroubles(file, soundPairs);
}

/** A program that is still writing has not torn its last line. */
function whileWritten(each: Spotted): Spotted {
  if (each.code !== 'CL003' && each.code !== 'CL007') return each;
  return { ...each, code: 'CL403', owner: 'reads', detail: 'is being written: its last line is not ended yet' };
}

function notSent(each: Spotted): Spotted {
  return { ...each, code: 'CL430', detail: `${each.detail} (${each.code}), in a record that is not sent` };
}

function* strangers(
  file: SessionFile,
  { strangers: all, records }: FileFacts,
  { id }: SessionContext,
): Generator<Finding> {
  const { path } = file.part;
  for (const code of ['CL209', 'CL210'] as const) {
    const some = all.filter((n) => file.chain().isOn(n) === (code === 'CL209'));
    const [first] = some;
    if (first === undefined) continue;
    const detail =
      some.length === 1
        ? 'belongs to another session'
        : `is the first of ${some.length} records that belong to another session`;
    yield { code, id, path, at: `/${first}/sessionId`, offset: records.at[first] ?? 0, owner: 'reads', detail };
  }
}
