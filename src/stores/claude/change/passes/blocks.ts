import type { Edit } from '../../../../codecs/edit.ts';
import { changeElements, replaceValue } from '../../../../codecs/json/edits.ts';
import { resolve } from '../../../../codecs/json/pointer.ts';
import { elements, type Value } from '../../../../codecs/json/value.ts';
import { addAll } from '../../../../model/add-all.ts';
import type { Finding } from '../../../../model/finding.ts';
import { grouped } from '../../../grouped.ts';
import { thinkingWithoutText } from '../../checks/without-text.ts';
import { dumpText } from '../../python/dump.ts';
import { contentOf, lastText, lastValue } from '../../python/get.ts';
import type { Scanned } from '../../session-file.ts';
import { type ClaudePass, type ClaudeRepair, lineOf, meantIn, type Patient } from './pass.ts';
import { shifted } from './values.ts';

/** Blocks that the API is reported to refuse: each becomes a text, a hollow one goes. The chain stays as it is. */
export const blocks: ClaudePass = {
  codes: ['CL410', 'CL411', 'CL414', 'CL415', 'CL416', 'CL417', 'CL419', 'CL424'],
  repair: (patient) => {
    const { file } = patient;
    const due = patient.due.flatMap((each) => (each.code === 'CL415' ? allWithoutText(patient, each) : [each]));
    const places = new Set(due.map(({ at }) => at));
    const outer = due.filter(({ at }) => !isWithin(at ?? '', places));
    const found = grouped(outer.map((each) => [lineOf(each), each]));
    const repairs = [...found].map(([n, all]) => repair(file.scan(n), all));
    return { edits: repairs.flatMap(({ edits }) => edits), notes: repairs.flatMap(({ notes }) => notes) };
  },
};

/** What is to be healed, and where. */
type Due = Pick<Finding, 'code' | 'at' | 'detail'>;

/** There is one finding for all of them. */
function allWithoutText({ file }: Patient, { code, detail }: Due): Due[] {
  const records = file.records();
  const found: Due[] = [];
  for (let n = 0; n < records.count; n++) {
    const scanned = records.isMessage(n) ? file.scan(n) : null;
    for (const { path } of thinkingWithoutText(lastValue(scanned?.record ?? null, 'message')))
      found.push({ code, at: `/${n}${path}`, detail });
  }
  return found;
}

/** What is inside a block changes with it. */
function isWithin(at: string, places: ReadonlySet<string | null>): boolean {
  for (let end = at.lastIndexOf('/'); end > 0; end = at.lastIndexOf('/', end - 1))
    if (places.has(at.slice(0, end))) return true;
  return false;
}

/** The blocks of one message; its hollow ones go together, because two may share a comma. */
function repair(scanned: Scanned | null, found: readonly Due[]): ClaudeRepair {
  if (scanned === null) return { edits: [], notes: [] };
  const { record, at } = scanned;
  const hollow: Value[] = [];
  const edits: Edit[] = [];
  const notes: string[] = [];
  for (const finding of found) {
    const value = meantIn(record, finding);
    if (value === null) continue;
    if (THINKING.has(finding.code)) hollow.push(value);
    else edits.push(replaceValue(value, textFor(finding, value)));
    notes.push(noteFor(finding));
  }
  addAll(edits, withoutBlocks(record, hollow));
  return { edits: edits.map((each) => shifted(each, at)), notes };
}

/** Removes blocks of a message; where none would be left the first becomes a text, because a message needs one. */
function withoutBlocks(record: Value, [first, ...others]: readonly Value[]): Edit[] {
  const list = resolve(record, '/message/content');
  if (list === null || first === undefined) return [];
  if (elements(list).length > others.length + 1) return changeElements(list, { remove: [first, ...others] });
  const text = replaceValue(first, '{"type":"text","text":"(thinking removed)"}');
  return [text, ...changeElements(list, { remove: others })];
}

const THINKING: ReadonlySet<string> = new Set(['CL415', 'CL416', 'CL424']);

function noteFor({ code, detail }: Due): string {
  if (code === 'CL414') return 'a blank text becomes (empty)';
  if (code === 'CL415') return 'a thinking block without its text is removed';
  if (THINKING.has(code)) return 'a thinking block that cannot be sent is removed';
  return `${detail}: it becomes a text`;
}

/** JSON: of a blank text a text, of a block a block. */
function textFor(finding: Due, value: Value): string {
  return finding.code === 'CL414' ? '"(empty)"' : `{"type":"text","text":${dumpText(wordsFor(finding, value))}}`;
}

function wordsFor({ code, detail }: Due, value: Value): string {
  if (code === 'CL417' || code === 'CL419') return `[${detail.replace(/^has an /, '')} removed]`;
  if (code === 'CL411') return resultText(value);
  return `[call of ${lastText(value, 'name') ?? 'a tool'} removed: it has no result]`;
}

/** What the tool said; what is not a text is named. */
function resultText(value: Value): string {
  const whole = lastText(value, 'content');
  if (whole !== null) return whole === '' ? '(empty)' : whole;
  const texts = contentOf(value).map(
    (block) => lastText(block, 'text') ?? `[${lastText(block, 'type') ?? 'block'} removed]`,
  );
  return texts.length === 0 ? '(empty)' : texts.join('\n');
}
