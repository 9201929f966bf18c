import { quote } from '../../../../codecs/json/quote.ts';
import { lexemeOf, type Value } from '../../../../codecs/json/value.ts';
import type { Section } from '../../../../model/conversation.ts';
import type { Diffs } from '../../decode/diffs.ts';
import type { FileChange, FileChanges } from '../../decode/file-changes.ts';
import { textOfRef } from '../../decode/ref.ts';
import type { Summaries } from '../../decode/summaries.ts';

/** What was done to a person's files, whole: a file that was removed can be got back from its `previous_content`. */
export function changesSection(changes: FileChanges | null): Section | null {
  if (changes === null) return null;
  const source = `[${changes.entries.map(({ value }) => lexemeOf(value)).join(',')}]`;
  return { key: 'file_changes', title: 'file changes', value: { source }, lines: changes.entries.map(changeLine) };
}

function changeLine({ id, conversationId, action, filePath, timestamp }: FileChange): string {
  const at = textOfRef(conversationId);
  const facts = [at === null ? '' : `at message ${at}`, timestamp ?? ''].filter((fact) => fact !== '');
  const about = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
  return `${textOfRef(id) ?? '-'}: ${action ?? 'unknown'} ${filePath ?? 'no file'}${about}`;
}

/** What edits made of files, by the id of their call; of a key that occurs twice the one that R sees. */
export function diffsSection(diffs: Diffs | null): Section | null {
  if (diffs === null) return null;
  const all = byName(diffs.entries.toSorted((a, b) => Number(a.hidden) - Number(b.hidden)));
  return {
    key: 'conversation_diffs',
    title: 'diffs',
    value: { source: object(all) },
    lines: all.map(({ name, added, deleted }) => `call ${name}: +${added} -${deleted}`),
  };
}

/** What was said so far, in short, by question. */
export function summariesSection(summaries: Summaries | null): Section | null {
  if (summaries === null) return null;
  const all = byName(summaries.entries);
  return {
    key: 'summaries',
    title: 'summaries',
    value: { source: object(all) },
    lines: all.map(({ name, text }) => `question ${name}: ${text ?? ''}`),
  };
}

interface Named {
  readonly name: string;
  readonly value: Value;
}

function byName<T extends Named>(entries: readonly T[]): readonly T[] {
  const seen = new Set<string>();
  return entries.filter(({ name }) => {
    const first = !seen.has(name);
    seen.add(name);
    return first;
  });
}

function object(entries: readonly Named[]): string {
  return `{${entries.map(({ name, value }) => `${quote(name)}:${lexemeOf(value)}`).join(',')}}`;
}
