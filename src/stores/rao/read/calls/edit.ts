import { elements, isArray } from '../../../../codecs/json/value.ts';
import type { Diff, Diffs } from '../../decode/diffs.ts';
import type { FunctionCall } from '../../decode/function-call.ts';
import type { LogMessage } from '../../decode/log-message.ts';
import { refOf, textOfRef } from '../../decode/ref.ts';
import { Stops } from '../stops.ts';
import { baseNameOf } from './base-name-of.ts';
import { argumentsOf, pasted } from './call-arguments.ts';
import { codeBlock } from './code-block.ts';
import { firstOfEach, pathOf, type Titles, titles } from './titles.ts';

/** A message that Rao shows as an edit of a file. */
export interface Edit {
  /** The call that the edit answers: Rao keeps the widget under its id. */
  readonly call: LogMessage;
  readonly functionCall: FunctionCall;
  /** The name of the file, without folders. */
  readonly fileName: string;
  /** The code, without its fences; of a cancelled edit what the model said. */
  readonly text: string;
  readonly cancelled: boolean;
  /** What it makes of the file, as far as Rao keeps it. */
  readonly diff: Diff | null;
}

/** The messages and diffs that edits are made of. */
export interface Edits {
  /** The edit that a message is shown as; null for an ordinary one. Throws Stops where R stops. */
  of(message: LogMessage): Edit | null;
}

const CANCELLED = 'The model chose to cancel the edit.';

/** Looks for edits among messages; `names` are the functions that edit files. */
export function edits(messages: readonly LogMessage[], diffs: Diffs | null, names: readonly string[]): Edits {
  const calls = firstOfEach(messages.filter((message) => names.includes(message.call?.name ?? '')));
  const titleOf = titles(messages, calls, diffs);
  return {
    of: (message) => {
      const call = calls.get(relatedId(message, calls.size > 0)) ?? null;
      return call?.call == null ? null : editOf(message, call, call.call, titleOf);
    },
  };
}

/** The id that a message is related to, as text; empty for none. A list of one is as good to R. */
function relatedId({ relatedTo }: LogMessage, compared: boolean): string {
  if (relatedTo.is !== 'other') return textOfRef(relatedTo) ?? '';
  const [only = null, ...more] = elements(relatedTo.value);
  const id = textOfRef(refOf(only));
  if (compared && (id === null || more.length > 0)) throw new Stops('related_to is an object or a list');
  return id ?? '';
}

function editOf(message: LogMessage, call: LogMessage, functionCall: FunctionCall, titleOf: Titles): Edit {
  const path = pathOf(functionCall, argumentsOf(functionCall)) ?? 'unknown';
  if (message.id.is === 'none') throw new Stops('an edit has no id');
  const { fileName, diff } = titleOf(message.id) ?? { fileName: baseNameOf(path), diff: null };
  const text = contentOf(message);
  const cancelled = text === CANCELLED;
  return { call, functionCall, fileName, diff, cancelled, text: cancelled ? text : codeBlock(text, path) };
}

/** A list of one text is a text to R here too. */
function contentOf({ content }: LogMessage): string {
  const [only = content, ...more] = content === null || !isArray(content) ? [] : elements(content);
  if (only === null || more.length > 0 || textOfRef(refOf(only)) === null)
    throw new Stops('the content of an edit is no text');
  return pasted(only);
}
