import type { Edit } from '../../../../codecs/edit.ts';
import { changeElements, replaceValue } from '../../../../codecs/json/edits.ts';
import { resolve } from '../../../../codecs/json/pointer.ts';
import { elements, type Value } from '../../../../codecs/json/value.ts';
import type { Finding } from '../../../../model/finding.ts';
import { dumpText } from '../../python/dump.ts';
import { contentOf, lastText } from '../../python/get.ts';
import { type ClaudePass, lineOf, type Patient } from './pass.ts';
import { shifted } from './values.ts';

/** Blocks that the API is reported to refuse: each becomes a text, a hollow one goes. The chain stays as it is. */
export const blocks: ClaudePass = {
  codes: ['CL410', 'CL411', 'CL414', 'CL415', 'CL416', 'CL417', 'CL419'],
  repair: (patient) => {
    const repairs = patient.due.flatMap((finding) => repair(patient, finding) ?? []);
    return { edits: repairs.flatMap(({ edits }) => edits), notes: repairs.map(({ note }) => note) };
  },
};

interface Repaired {
  readonly edits: readonly Edit[];
  readonly note: string;
}

function repair({ file }: Patient, finding: Finding): Repaired | null {
  const scanned = file.scan(lineOf(finding));
  if (scanned === null) return null;
  const pointer = `/${(finding.at ?? '').split('/').slice(2).join('/')}`;
  const value = resolve(scanned.record, pointer);
  if (value === null) return null;
  const at = (edits: readonly Edit[], note: string): Repaired => ({
    edits: edits.map((each) => shifted(each, scanned.at)),
    note,
  });
  if (finding.code === 'CL414') return at([replaceValue(value, '"(empty)"')], 'a blank text becomes (empty)');
  if (finding.code === 'CL415' || finding.code === 'CL416')
    return at(withoutBlock(scanned.record, pointer, value), 'a thinking block that cannot be sent is removed');
  const text = textFor(finding, value);
  return at([replaceValue(value, `{"type":"text","text":${dumpText(text)}}`)], `${finding.detail}: it becomes a text`);
}

/** Removes a block; the last one of a message becomes a text, because a message needs one. */
function withoutBlock(record: Value, pointer: string, value: Value): Edit[] {
  const list = resolve(record, pointer.slice(0, pointer.lastIndexOf('/')));
  if (list === null || elements(list).length < 2)
    return [replaceValue(value, '{"type":"text","text":"(thinking removed)"}')];
  return changeElements(list, { remove: [value] });
}

function textFor({ code, detail }: Finding, value: Value): string {
  if (code === 'CL417' || code === 'CL419') return `[${detail.replace(/^has an /, '')} removed]`;
  if (code === 'CL411') return resultText(value);
  return `[call of ${lastText(value, 'name') ?? 'a tool'} removed: it has no result]`;
}

function resultText(value: Value): string {
  const whole = lastText(value, 'content');
  if (whole !== null) return whole === '' ? '(empty)' : whole;
  const texts = contentOf(value).flatMap((block) => lastText(block, 'text') ?? []);
  return texts.length === 0 ? '(empty)' : texts.join('\n');
}
