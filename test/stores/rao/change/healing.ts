import { applyEdits } from '../../../../src/codecs/edit.ts';
import { sentenceText } from '../../../../src/model/command.ts';
import type { Finding } from '../../../../src/model/finding.ts';
import type { Step } from '../../../../src/model/plan.ts';
import type { Ask } from '../../../../src/stores/decision.ts';
import { decideRao } from '../../../../src/stores/rao/change/decide.ts';
import { displayOf } from '../../../../src/stores/rao/read/display.ts';
import { type AnyAsk, ask } from '../../ask.ts';
import { type Outcome, outcomeOf } from '../../asked.ts';
import { type Files, openFiles } from '../open-folder.ts';

/** What became of a folder. */
export interface Result {
  readonly outcome: Outcome;
  readonly state: Outcome['state'];
  /** The files afterwards, as text in latin1 (a byte a character); those it had when nothing was changed. */
  readonly files: Readonly<Record<string, string>>;
  /** The log afterwards. */
  readonly log: string;
  /** The reason of a refusal; empty for any other outcome. */
  readonly reason: string;
  readonly notes: readonly string[];
  readonly steps: readonly Step[];
}

const LOG = 'conversation_log.json';

/** A folder with this log, given as JSON text or as messages. */
export function folder(log: string | readonly unknown[], more: Files = {}): Files {
  return { [LOG]: typeof log === 'string' ? log : JSON.stringify(log), ...more };
}

/** A folder healed, as the plan would leave it. */
export function healed(files: Files, options: AnyAsk = {}, id = '1'): Result {
  return changed(files, ask('heal', options), id);
}

/** A folder migrated, as the plan would leave it. */
export function migrated(files: Files, options: AnyAsk = {}, id = '1'): Result {
  return changed(files, ask('migrate', options), id);
}

function changed(files: Files, options: Ask, id: string): Result {
  const outcome = outcomeOf(decideRao(openFiles(files, id), options), 'rao');
  const reason = outcome.state === 'refused' ? sentenceText(outcome.reason ?? '') : '';
  const notes = outcome.state === 'changed' ? outcome.notes.map((note) => sentenceText(note)) : [];
  const steps = outcome.state === 'changed' ? outcome.change.steps : [];
  const after = filesAfter(files, steps, `conversations/conversation_${id}`);
  return { outcome, state: outcome.state, files: after, log: text(after[LOG]), reason, notes, steps };
}

function filesAfter(files: Files, steps: readonly Step[], path: string): Record<string, string> {
  const left = new Map<string, Buffer>();
  for (const [name, bytes] of Object.entries(files))
    if (bytes !== null) left.set(`${path}/${name}`, Buffer.from(bytes));
  for (const step of steps) carryOut(left, step);
  return Object.fromEntries([...left].map(([name, bytes]) => [name.slice(path.length + 1), bytes.toString('latin1')]));
}

function carryOut(files: Map<string, Buffer>, step: Step): void {
  if (step.do === 'put') {
    if (step.content.from !== 'edits') throw new Error('not made of edits');
    files.set(step.path, Buffer.from(applyEdits(files.get(step.path) ?? Buffer.alloc(0), step.content.edits)));
  } else if (step.do === 'move') {
    const bytes = files.get(step.from);
    if (bytes === undefined || files.has(step.to)) throw new Error(`cannot move ${step.from}`);
    files.set(step.to, bytes);
    files.delete(step.from);
  } else if (step.do === 'remove') {
    for (const name of [...files.keys()])
      if (name === step.path || name.startsWith(`${step.path}/`)) files.delete(name);
  }
}

/** A file as it reads. */
export function text(latin1: string | undefined): string {
  return Buffer.from(latin1 ?? '', 'latin1').toString();
}

/** What a result left, to be opened again. */
export function again({ files }: Result): Files {
  return Object.fromEntries(Object.entries(files).map(([name, each]) => [name, Buffer.from(each, 'latin1')]));
}

/** Codes of all that is found in a folder, sorted, each once. */
export function codesOf(files: Files, id = '1'): string[] {
  return [...new Set(findingsOf(files, id).map(({ code }) => code))].sort();
}

/** All that is found in a folder. */
export function findingsOf(files: Files, id = '1'): Finding[] {
  return [...openFiles(files, id).findings()];
}

/** What Rao draws of a folder, a line each; the last says where it stops, if it does. */
export function drawn(files: Files, id = '1'): string[] {
  const [only] = openFiles(files, id).folders;
  if (only === undefined) return [];
  const { messages, items, stop } = displayOf(only);
  const lines = messages.flatMap(({ index }) => (items.get(index) ?? []).map((each) => `${index} ${each.as}`));
  return stop === null ? lines : [...lines, `stops: ${stop.why}`];
}
