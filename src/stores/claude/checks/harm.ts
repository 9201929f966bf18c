import { grouped } from '../../../model/collections.ts';
import { type Code, ruleOf } from '../../../model/finding.ts';
import { once } from '../../../model/once.ts';
import { isError } from '../../../model/rules/row.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { joinsQuestion } from '../read/attachments.ts';
import { CLASS, RECORD_FLAG } from '../read/record-classes.ts';
import type { SessionFile } from '../session-file.ts';
import type { RecordFinding } from './record-finding.ts';

/** Findings in single records that do harm, with all their places. */
export function onlyHarmful(file: SessionFile, spotted: readonly RecordFinding[]): RecordFinding[] {
  const alone = once(() => aloneInTheirTurn(file));
  return spotted.flatMap((each) => (each.hazard === true ? severityInContext(file, each, alone) : each));
}

function severityInContext(
  file: SessionFile,
  each: RecordFinding,
  alone: () => ReadonlySet<number>,
): RecordFinding | RecordFinding[] {
  const { n, code } = each;
  const history = file.history();
  const isMet = MET_WHERE[code];
  if (isMet !== undefined) return isMet(file, n) ? each : [];
  // The program sends a blank text together with other words of the user.
  if (history.isSent(n)) return code === 'CL425' && !alone().has(n) ? { ...each, code: 'CL414' } : each;
  if (UNSENT.includes(code) && wouldBeSent(file, n)) return each;
  return isError(ruleOf(code)) ? notSent(each) : [];
}

/** For codes of records that are no messages: true if the program reads the record. */
const MET_WHERE: Readonly<Partial<Record<Code, (file: SessionFile, n: number) => boolean>>> = {
  CL428: isOfSent,
  CL435: (file, n) => file.history().isOn(n) || isBehindEnd(file, n),
};

const UNSENT: readonly Code[] = ['CL023', 'CL104', 'CL109'];

/** True for a record on the chain, kept by a compaction, or after the chain's end, where it would be the newest. */
function wouldBeSent(file: SessionFile, n: number): boolean {
  const { chain } = file.history();
  const isBehind = n > (chain.records.at(-1) ?? -1) && !file.records().has(n, RECORD_FLAG.sidechain);
  const isKept = file.links().preserved?.unread.includes(n) === true;
  return isBehind || isKept || file.history().isOn(n);
}

/** True for an attachment that goes on from the end of the chain: the program reads it, whatever marks it as a subagent's. */
function isBehindEnd(file: SessionFile, n: number): boolean {
  const links = file.links();
  const end = file.history().chain.records.at(-1) ?? -1;
  let at = links.recordedParentOf(n);
  while (at > end && file.records().has(at, RECORD_FLAG.attached)) at = links.recordedParentOf(at);
  return end >= 0 && at === end;
}

function notSent(each: RecordFinding): RecordFinding {
  return { ...each, code: 'CL430', detail: `${each.detail} (${each.code}), in a record that is not sent` };
}

function isOfSent(file: SessionFile, n: number): boolean {
  const uuid = textAt(file.scan(n)?.record, 'messageId');
  const of = uuid === null ? -1 : file.links().recordOf(uuid);
  return of >= 0 && file.history().isOn(of);
}

/** Messages of the user that the program sends by themselves. It joins consecutive ones, and the first with its own attachments. */
function aloneInTheirTurn(file: SessionFile): ReadonlySet<number> {
  const { classOf } = file.records();
  const { chain, sent } = file.history();
  const isAnswer = (n: number | undefined) => n === undefined || classOf[n] === CLASS.assistant;
  const alone = sent.filter((n, i) => !isAnswer(n) && isAnswer(sent[i - 1]) && isAnswer(sent[i + 1]));
  const first = chain.records.subarray(0, Math.max(chain.records.indexOf(sent[1] ?? -1), 0));
  const model = textAt(lastValue(file.scan(sent.findLast(isAnswer) ?? -1)?.record, 'message'), 'model');
  const isJoined = first.some((n) => {
    const attachment = file.records().has(n, RECORD_FLAG.attached) ? file.scan(n) : null;
    return attachment !== null && joinsQuestion(attachment.record, model);
  });
  return new Set(isJoined ? alone.filter((n) => n !== sent[0]) : alone);
}

/** The first finding of each code, with the number of all. Findings on whole lines stay separate. */
export function onePerCode(found: readonly RecordFinding[]): RecordFinding[] {
  const all = grouped(found.map((each) => [each.at === null ? each : each.code, each] as const));
  return [...all.values()].flatMap(([first, ...others]) => {
    if (first === undefined || others.length === 0) return first ?? [];
    const consequences = [first, ...others].flatMap((each) => each.consequences ?? []);
    const detail = `${first.detail} (the first of ${others.length + 1})`;
    return { ...first, detail, ...(consequences.length === 0 ? {} : { consequences }) };
  });
}
