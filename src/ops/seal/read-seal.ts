import * as z from 'zod/mini';
import type { ReadDisk } from '../../io/disk.ts';
import { Failure } from '../../model/failure.ts';
import { issueText } from '../../model/issue.ts';
import { SEAL } from '../../model/rules/next.ts';
import type { SealHead } from '../../model/seal.ts';
import { said } from '../../model/sentence.ts';
import { readOwnText } from '../own-files.ts';

const count = z.number().check(z.int(), z.nonnegative());
const headSchema = z.object({ conversations: count, files: count, bytes: count });
const conversationSchema = z.object({
  conversation: z.object({
    kind: z.string(),
    project: z.nullable(z.string()),
    id: z.string(),
    path: z.string(),
    title: z.nullable(z.string()),
    updatedAt: z.nullable(z.number()),
    messages: z.nullable(count),
    history: z.string(),
  }),
});

/** A manifest that was read; the kinds in it may be ones that this version does not know. */
export interface ReadSeal {
  readonly head: SealHead;
  readonly conversations: readonly z.infer<typeof conversationSchema>['conversation'][];
  readonly files: ReadonlyMap<string, string>;
}

/** Reads a manifest. Throws Failure `usage` for a file that is missing, is not one, or was cut. */
export function readSeal(disk: ReadDisk, file: string): ReadSeal {
  return sealFrom(readOwnText(disk, 'seal', file, HINT), `the seal ${file}`);
}

/** A manifest from its text; `file` names it in messages. Throws Failure as `readSeal` does. */
export function sealFrom(text: string, file: string): ReadSeal {
  const [first, second = '', ...rest] = text.split('\n');
  if (first !== '# convostore seal 1') throw misfit(file, 1, 'does not begin with `# convostore seal 1`');
  const head = parsed(headSchema, file, 2, second);
  const conversations: ReadSeal['conversations'][number][] = [];
  const files = new Map<string, string>();
  for (const [n, line] of rest.entries()) {
    if (line === '') continue;
    if (line.startsWith('# ')) conversations.push(parsed(conversationSchema, file, n + 3, line).conversation);
    else {
      const [name, print] = fileOf(file, n + 3, line);
      files.set(name, print);
    }
  }
  if (files.size !== head.files || conversations.length !== head.conversations)
    throw misfit(
      file,
      2,
      `counts ${head.files} files and ${head.conversations} conversations, and not all of them are there`,
    );
  return { head, conversations, files };
}

function parsed<T>(schema: z.ZodMiniType<T>, file: string, line: number, text: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text.slice(2));
  } catch (error) {
    throw new Failure('usage', `${file}, line ${line}: not JSON`, HINT, { cause: error });
  }
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  throw misfit(file, line, issueText(result.error.issues[0]));
}

function fileOf(file: string, line: number, text: string): [string, string] {
  const match = /^(\\?)([0-9a-f]{64}) [ *](.+)$/s.exec(text);
  if (match === null) throw misfit(file, line, 'is not a line of sha256sum');
  const [, escaped, print = '', name = ''] = match;
  return [escaped === '' ? name : name.replace(/\\(.)/g, (_, c: string) => ESCAPES[c] ?? c), print];
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', '\\': '\\' };

function misfit(file: string, line: number, what: string): Failure {
  return new Failure('usage', `${file}, line ${line}: ${what}`, HINT);
}

const HINT = said`Write a new one with ${SEAL}.`;
