import { type Edit, shifted } from '../../../../codecs/edit.ts';
import { replaceValue } from '../../../../codecs/json/edits.ts';
import { elements, member, quote, type Value } from '../../../../codecs/json/value.ts';
import { replacing } from '../../../engine/range-edits.ts';
import { count } from '../../../words.ts';
import { contentText, isUserTurn } from '../../read/head.ts';
import { fieldText } from '../../read/meta.ts';
import { entriesOf, metaEntry } from '../../read/record.ts';
import type { CodexPass } from '../pass.ts';

/** Events are made of what is sent to the model; a thread that is only called paginated becomes a legacy one. */
export const events: CodexPass = {
  codes: ['CX110', 'CX112'],
  repair: ({ file, source, due }) => {
    if (due.some(({ code }) => code === 'CX112')) return asLegacy(source);
    // The items of a paginated thread cannot be made of what is sent: everything else of it is healed.
    return file.head().meta?.mode === 'paginated' ? { edits: [], notes: [] } : withEvents(source);
  },
};

function asLegacy(source: Parameters<typeof entriesOf>[0]): ReturnType<CodexPass['repair']> {
  const { payload = null, line } = metaEntry(source) ?? {};
  const mode = member(payload, 'history_mode');
  if (mode === null || line === undefined) return 'has no record that names the thread';
  return { edits: [shifted(replaceValue(mode, '"legacy"'), line.at)], notes: [] };
}

function withEvents(source: Parameters<typeof entriesOf>[0]): ReturnType<CodexPass['repair']> {
  const edits: Edit[] = [];
  for (const { shape, type, payload, value, line } of entriesOf(source)) {
    if (shape !== 'record' || type !== 'response_item') continue;
    const made = eventLines(payload, fieldText(value, 'timestamp') ?? '');
    if (made.length === 0) continue;
    const text = made.map((each) => `${each}\n`).join('');
    const end = line.at + line.length;
    edits.push(line.isEnded ? replacing(end + 1, 0, text) : replacing(end, 0, `\n${text}`));
  }
  return { edits, notes: [`${count(edits.length, 'record')} repeated as events, which the program had not written`] };
}

/** The lines of events that show what an item for the model says. */
export function eventLines(item: Value | null, time: string): string[] {
  const line = (payload: string) => `{"timestamp":${quote(time)},"type":"event_msg","payload":${payload}}`;
  const [type, role, text] = [fieldText(item, 'type'), fieldText(item, 'role'), contentText(item)];
  if (type === 'reasoning')
    return elements(member(item, 'summary')).flatMap((part) => {
      const said = fieldText(part, 'text') ?? '';
      return said === '' ? [] : line(`{"type":"agent_reasoning","text":${quote(said)}}`);
    });
  if (type !== 'message' || text === '') return [];
  if (isUserTurn(role, text)) return [line(`{"type":"user_message","message":${quote(text)}}`)];
  return role === 'assistant' ? [line(`{"type":"agent_message","message":${quote(text)}}`)] : [];
}
