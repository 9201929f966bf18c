import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The files of conversations in a home, with other folders, and without the long texts of the program. */
export function homeFiles(home: string, folders: Readonly<Record<string, string>>): Record<string, string> {
  const paths = ['sessions', 'archived_sessions', 'session_index.jsonl'].flatMap((name) => filesIn(join(home, name)));
  const found = paths.map((path) => [relative(home, path), readFileSync(path, 'utf8')] as const);
  return rewritten(Object.fromEntries(found), (line) => shortened(line, folders));
}

function filesIn(path: string): string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return path.endsWith('.lock') ? [] : [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

type Files = Readonly<Record<string, string>>;

/** Rewrites lines, and the numbers of bytes from which forks go on: their digits move the bytes of further forks. */
export function rewritten(files: Files, rewrite: (line: string) => string): Record<string, string> {
  const lines = Object.entries(files).map(([path, text]) => {
    const before = text.split(/(?<=\n)/);
    return { path, before, after: before.map(rewrite) };
  });
  for (let round = 0; round < lines.length; round++) {
    const ends = new Map(lines.map(({ path, before, after }) => [idIn(path), endsOf(before, after)] as const));
    for (const each of lines) each.after = each.before.map((line) => withOffset(rewrite(line), line, ends));
  }
  return Object.fromEntries(lines.map(({ path, after }) => [path, after.join('')]));
}

function idIn(path: string): string {
  return /([\da-f-]{36})\.jsonl$/.exec(path)?.[1] ?? path;
}

/** Where each line ends, by where it ended. */
function endsOf(before: readonly string[], after: readonly string[]): Map<number, number> {
  const ends = new Map<number, number>();
  let [was, is] = [0, 0];
  for (const [n, line] of before.entries()) {
    was += Buffer.byteLength(line);
    is += Buffer.byteLength(after[n] ?? '');
    ends.set(was, is);
  }
  return ends;
}

const BASE = /"history_base":\{"thread_id":"([\da-f-]{36})","end_ordinal_exclusive":\d+,"end_byte_offset":(\d+)\}/;

function withOffset(now: string, was: string, ends: ReadonlyMap<string, ReadonlyMap<number, number>>): string {
  const [, id = '', offset = ''] = BASE.exec(was) ?? [];
  const moved = ends.get(id)?.get(Number(offset));
  return moved === undefined ? now : now.replace(/("end_byte_offset":)\d+/, (_, key) => `${key}${moved}`);
}

const SHORT = '(text of the program)';

function shortened(line: string, folders: Readonly<Record<string, string>>): string {
  let text = line;
  for (const [from, to] of Object.entries(folders)) text = text.replaceAll(from, to);
  if (text.trim() === '') return text;
  const record = JSON.parse(text);
  const { type, payload } = record;
  if (payload === undefined) return text;
  if (payload.base_instructions?.text !== undefined) payload.base_instructions.text = SHORT;
  if (payload.dynamic_tools !== undefined) payload.dynamic_tools = null;
  if (type === 'world_state') record.payload = { full: false, state: {} };
  if (type === 'turn_context')
    for (const key of ['collaboration_mode', 'permission_profile', 'file_system_sandbox_policy']) delete payload[key];
  if (payload.type === 'thread_settings_applied') payload.thread_settings = {};
  if (Array.isArray(payload.tools)) payload.tools = [];
  delete record.metadata;
  for (const item of [payload, ...(payload.replacement_history ?? [])]) shortenItem(item);
  delete payload.internal_chat_message_metadata_passthrough;
  return `${JSON.stringify(record)}\n`;
}

interface Item {
  readonly type?: string;
  readonly role?: string;
  readonly content?: { text?: string }[];
}

/** Words of a scene are kept, and the tag before a text, which says whose it is. */
function shortenItem({ type, role, content }: Item): void {
  if (type !== 'message' || !Array.isArray(content)) return;
  for (const part of content)
    if (part.text !== undefined && (role === 'developer' || part.text.length > 1500)) {
      const [tag = ''] = role === 'developer' ? [] : (part.text.match(/^<[a-z_]+[^<>\n]*>/) ?? []);
      const words = part.text.match(/\bz[umtp][a-z]+/g) ?? [];
      if (part.text.length > SHORT.length) part.text = [tag + SHORT, ...words].join(' ');
    }
}
