import { elements, type Value } from '../../../../codecs/json/value.ts';
import type { Diff, Diffs } from '../../decode/diffs.ts';
import type { FunctionCall } from '../../decode/function-call.ts';
import type { LogMessage } from '../../decode/log-message.ts';
import { type Ref, refOf, textOfRef } from '../../decode/ref.ts';
import { baseNameOf } from './base-name-of.ts';
import { commandArguments, pathArgument } from './call-arguments.ts';
import { isCommand, isConsole, runTitle } from './command.ts';

/** What Rao writes over an edit. */
export interface Title {
  readonly fileName: string;
  readonly diff: Diff | null;
}

/** The title of the message with an id, or null for none. Throws Stops where R stops. */
export type Titles = (id: Ref) => Title | null;

/**
 * Titles as Rao finds them: of the *first* message with an id, which is another one where the id stands twice. `calls`: those that
 * edit files, by their ids.
 */
export function titles(
  messages: readonly LogMessage[],
  calls: ReadonlyMap<string, LogMessage>,
  diffs: Diffs | null,
): Titles {
  const first = firstOfEach(messages);
  const answers = firstOfEach(messages.filter(({ role }) => role === 'assistant'));
  const seen = seenBy(diffs);
  const text = (id: Ref | undefined): string => (id === undefined ? '' : textOfId(id));
  return (id) => {
    const message = first.get(text(id));
    const name = message?.call?.name ?? '';
    if (message?.call != null && isCommand(name)) return { fileName: commandTitle(name, message.call), diff: null };
    const call = calls.get(text(message?.relatedTo))?.call ?? null;
    if (message?.role !== 'assistant' || call === null) return null;
    const path = pathOf(call, commandArguments(call));
    if (path === null) return null;
    return { fileName: baseNameOf(path), diff: seen.get(text(answers.get(text(id))?.relatedTo)) ?? null };
  };
}

/** An id as text, of a list of one that in it; empty for none. */
function textOfId(id: Ref): string {
  const [only = null, ...more] = id.is === 'other' ? elements(id.value) : [];
  return textOfRef(id) ?? (more.length > 0 ? null : textOfRef(refOf(only))) ?? '';
}

/** The file that a call edits. Throws Stops for one that is no text, where R stops. */
export function pathOf({ name }: FunctionCall, args: Value | null): string | null {
  return pathArgument(args, name === 'search_replace' ? 'file_path' : 'filename');
}

function commandTitle(name: string, call: FunctionCall): string {
  if (name === 'run_file') return runTitle(commandArguments(call));
  return isConsole(name) ? 'Console' : 'Terminal';
}

/** By id, the first of each: R takes the first that it finds. */
export function firstOfEach(messages: readonly LogMessage[]): ReadonlyMap<string, LogMessage> {
  const known = new Map<string, LogMessage>();
  for (const message of messages) {
    const id = textOfRef(message.id);
    if (id !== null && !known.has(id)) known.set(id, message);
  }
  return known;
}

function seenBy(diffs: Diffs | null): ReadonlyMap<string, Diff> {
  if (diffs === null || diffs.file.error !== null) return new Map();
  return new Map(diffs.entries.filter(({ hidden }) => !hidden).map((diff) => [diff.name, diff]));
}
