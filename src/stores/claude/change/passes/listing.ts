import { spanOf, type Value } from '../../../../codecs/json/value.ts';
import { outOfSight } from '../../checks/title-troubles.ts';
import { dumpText } from '../../python/dump.ts';
import { strip } from '../../python/strip.ts';
import { blocksOf } from '../../read/blocks.ts';
import type { SessionFile } from '../../session-file.ts';
import { behind } from '../behind.ts';
import { type ClaudePass, dueOf, type Patient } from './pass.ts';

/** What brings a session back into the list: lines of metadata, and no record is touched. */
export const listing: ClaudePass = {
  codes: ['CL301', 'CL303', 'CL304'],
  repair: (patient) => {
    const { file, source, id } = patient;
    const first = dueOf(patient, 'CL303').length > 0 ? [{ at: 0, remove: 0, insert: Buffer.from(MODE) }] : [];
    const lines = [...(dueOf(patient, 'CL304').length > 0 ? again(patient) : [])];
    const title = dueOf(patient, 'CL301').length > 0 ? titleFor(file) : null;
    if (title !== null)
      lines.push(`{"type":"custom-title","customTitle":${dumpText(title)},"sessionId":${dumpText(id)}}`);
    const last = lines.length === 0 ? [] : [behind(source, lines.join('\n')).edit];
    const notes = lines.map((line) => `this line is added: ${line}`);
    return {
      edits: [...first, ...last],
      notes: first.length > 0 ? [...notes, 'a line of metadata is put first'] : notes,
    };
  },
};

const MODE = '{"type":"mode","mode":"normal"}\n';

/** The lines of a title and a tag that the list does not see, as they are. */
function again({ file }: Patient): string[] {
  return outOfSight(file).flatMap(({ n }) => {
    const record = file.scan(n)?.record;
    return record === undefined ? [] : [sourceText(record)];
  });
}

function sourceText(record: Value): string {
  const { start, end } = spanOf(record);
  return Buffer.from(record.tape.bytes.subarray(start, end)).toString('utf8');
}

/** Characters of a prompt that make a title. */
const TITLE = 80;

/** The first text of a person that the reader shows. */
function titleFor(file: SessionFile): string {
  for (const n of file.chain().shown()) {
    const record = file.scan(n)?.record;
    const said = record === undefined ? [] : blocksOf(record);
    const text = said.find(
      ({ role, type, text }) => role === 'user' && type === 'text' && strip(text ?? '') !== '',
    )?.text;
    if (text != null) return strip(Array.from(strip(text).replaceAll(/\s+/g, ' ')).slice(0, TITLE).join(''));
  }
  return 'Untitled';
}
