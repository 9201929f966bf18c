import { expect, test } from 'vitest';
import { isString, textOf } from '../../../src/codecs/json/value.ts';
import { type DisplayItem, displayOf } from '../../../src/stores/rao/read/display.ts';
import { isSameReference, type RaoReference } from '../../../src/stores/rao/read/field.ts';
import { linesOfType, type RaoFolder } from '../../../src/stores/rao/read/folder.ts';
import { isEmpty, type LogMessage } from '../../../src/stores/rao/read/log.ts';
import { type Plain, plainOf } from '../../codecs/json/plain.ts';
import type { Expected, Op } from './expected.ts';

/** Tests that one folder is read as the real program read it. */
export function agrees(folder: RaoFolder, expected: Expected): void {
  const log = folder.log();
  const messages = log.messages();

  test('the log: verdict, count, emptiness', () => {
    expect(log.error === null).toBe(expected.read.ok);
    expect(log.length).toBe(expected.message_count ?? null);
    expect(isEmpty(log)).toBe(expected.is_conversation_empty.value ?? null);
  });

  test('the messages shown are the same, in order, up to where it stops', () => {
    const drawn = displayOf(folder);
    if (expected.display === undefined) return expect(log.error).not.toBe(null);
    const ops = drawn.messages.flatMap((message) =>
      (drawn.items.get(message.index) ?? []).flatMap((shown) => opsOf(message, shown)),
    );
    expect(ops).toEqual(expected.display.ops);
    expect(drawn.stop === null).toBe(expected.display.ok);
  });

  test('references, calls and outputs', () => {
    if (expected.links === undefined) return;
    expect(
      messages.filter(({ role, id }) => role === 'user' && id.type !== 'none').map(({ id }) => numberOf(id)),
    ).toEqual(expected.revert_button_ids);
    expect(messages.filter(({ isQuestion }) => isQuestion)).toHaveLength(expected.original_query_count ?? -1);
    expect(linksOf(messages)).toEqual(expected.links);
    expect(callsOf(messages)).toEqual(
      expected.function_calls?.map(({ id, name, call_id, msg_id, outputs }) => ({
        id,
        name,
        call_id,
        msg_id,
        outputs,
      })),
    );
    const isPending = (message: LogMessage) =>
      [message.field('output'), message.content].some(
        (value) => isString(value) && textOf(value) === 'Response pending...',
      );
    expect(messages.filter(isPending)).toHaveLength(expected.pending ?? -1);
  });
}

/** What the program is asked to draw for one thing shown. */
function opsOf(message: LogMessage, shown: DisplayItem): Op[] {
  const message_id = message.id.type === 'none' ? ([] as const) : numberOf(message.id);
  const content = message.content === null ? null : plainOf(message.content);
  switch (shown.as) {
    case 'question':
      return [{ op: 'create_user_message', message_id, content }];
    case 'answer':
      return [{ op: 'create_assistant_message', message_id, content }];
    case 'line':
      return [{ op: 'create_function_call_message', message_id, content: shown.text }];
    case 'command': {
      const where = message.call?.name === 'run_terminal_cmd' ? 'terminal' : 'console';
      const { command, explanation } = shown;
      const hide: Op = { op: 'hide_widget_buttons', message_id: String(message_id), content: where };
      return [{ op: `create_${where}_command`, message_id, command, explanation }, ...(shown.clicked ? [hide] : [])];
    }
    case 'edit':
      return editOps(shown);
  }
}

function editOps({ call, fileName, text, cancelled, clicked, diff }: Extract<DisplayItem, { as: 'edit' }>): Op[] {
  const message_id = numberOf(call.id);
  const [added, deleted] = (['added', 'deleted'] as const).map((type) => (diff === null ? 0 : linesOfType(diff, type)));
  const counts =
    added === 0 && deleted === 0
      ? ''
      : ` <span class="diff-stats"><span class="addition">+${added}</span> <span class="removal">-${deleted}</span></span>`;
  const widget = {
    op: 'edit_file_command',
    message_id,
    content: cancelled ? `CANCELLED:${text}` : text,
    explanation: `Edit ${fileName}${cancelled ? ' (cancelled)' : ''}`,
    filename: `${fileName}${counts}`,
  };
  return clicked ? [widget, { op: 'hide_widget_buttons', message_id, content: 'edit_file' }] : [widget];
}

function numberOf(id: RaoReference): number {
  return id.type === 'text' ? Number(id.text) : id.type === 'number' ? id.number : Number.NaN;
}

function linksOf(messages: readonly LogMessage[]) {
  const linked = messages.filter(({ relatedTo }) => relatedTo.type !== 'none');
  return linked.map(({ id, relatedTo }) => ({
    id: plainRef(id),
    related_to: plainRef(relatedTo),
    target_exists: messages.some((each) => isSameReference(each.id, relatedTo)),
  }));
}

function plainRef(ref: RaoReference): Plain {
  return ref.type === 'none' ? null : plainOf(ref.value);
}

function callsOf(messages: readonly LogMessage[]) {
  const outputs = messages.filter(({ isOutput }) => isOutput);
  return messages.flatMap(({ id, call }) =>
    call === null
      ? []
      : {
          id: numberOf(id),
          name: call.name,
          call_id: call.callId,
          msg_id: numberOf(call.msgId),
          outputs: outputs.filter(({ callId }) => callId === call.callId).map((output) => numberOf(output.id)),
        },
  );
}
