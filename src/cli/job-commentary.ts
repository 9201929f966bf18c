import { fitted, printable, printableLines } from '../report/text.ts';
import type { Job, Options } from './command.ts';
import type { Env } from './env.ts';
import { type Commentary, commentary } from './output.ts';
import type { Selection } from './scope.ts';

type Clean = (text: string) => string;
/** Values of flags, as typed. */
type Typed = Readonly<Record<string, unknown>>;

/** Redacts lines. `isQuiet` drops lines, but not questions, which wait for an answer. */
export function jobCommentary(env: Env, isQuiet: boolean, globals: Typed): Commentary {
  const loud = commentary(env.stderr, env.vars);
  let clean: Clean | null = isRedactAsked(globals) ? null : (text) => text;
  const cleanText = async (text: string): Promise<string> => {
    clean ??= await (await import('./redact.ts')).cleanerByFlags(env, globals);
    return clean(text);
  };
  return {
    ...loud,
    write: async (chunk) => loud.write(typeof chunk === 'string' ? await cleanText(chunk) : chunk),
    line: async (text) => {
      if (isQuiet) return;
      for (const line of fitted(await cleanText(text), loud.width)) await loud.line(line);
    },
    lines: async (texts) => {
      if (isQuiet) return;
      for (const text of texts) await loud.line(await cleanText(text));
    },
    redactBy: (redactor) => {
      clean = redactor;
    },
  };
}

export function isRedactAsked(globals: Typed): boolean {
  return globals['redact'] === true || globals['redactAlso'] !== undefined;
}

export async function reportUnread({ err }: Job, unreadablePaths: Selection['unreadablePaths']): Promise<void> {
  for (const { path, reason } of unreadablePaths)
    await err.line(`convo: not judged: ${printable(path)} ${printable(reason)}`);
}

export async function printTraces(
  { err, options }: { readonly err: Pick<Job['err'], 'line'>; readonly options: Pick<Options, 'debug'> },
  found: Iterable<{ readonly trace?: string | undefined }>,
): Promise<void> {
  if (!options.debug) return;
  for (const { trace = '' } of found)
    for (const line of trace === '' ? [] : printableLines(trace).split('\n')) await err.line(line);
}
