/** The files of a base by their paths. */
export type Tree = ReadonlyMap<string, Buffer>;

/** What Rao would see of one conversation. */
export interface Seen {
  /** Null: `read_conversation_log` stops. */
  readonly messages: readonly Record<string, unknown>[] | null;
  readonly name: string;
  /** Its files as they lie, by their names. */
  readonly files: ReadonlyMap<string, string>;
}

/** What Rao would make of a base: written from docs/formats/rao.md alone, and of nothing else in this project. */
export interface Reading {
  /** `list_conversation_indices`. */
  readonly listing: readonly number[];
  readonly conversations: ReadonlyMap<number, Seen>;
  /** What a new conversation would get; null: it cannot be made. */
  readonly next: number | null;
  /** The table of names is overwritten by an empty one. */
  readonly losesNames: boolean;
}

/** Reads a base as Rao does. */
export function readBase(tree: Tree): Reading {
  const folders = new Set([...tree.keys()].map((path) => /^conversations\/conversation_([0-9]+)\//.exec(path)?.[1]));
  const listing = [...folders]
    .filter((digits) => digits !== undefined)
    .map(Number)
    .sort((a, b) => a - b);
  const rows = namesOf(tree.get('conversation_names.csv'));
  const conversations = new Map<number, Seen>();
  for (const number of listing) {
    const names = rows?.filter(({ id }) => id === number).map(({ name }) => name) ?? [];
    if (names.length > 1) throw new Error(`Rao stops: the names of ${number} are several`);
    conversations.set(number, { ...folderOf(tree, number), name: names[0] ?? 'New conversation' });
  }
  return { listing, conversations, next: nextOf(listing, conversations), losesNames: rows === null };
}

function folderOf(tree: Tree, number: number) {
  const prefix = `conversations/conversation_${number}/`;
  const files = new Map<string, string>();
  for (const [path, bytes] of tree)
    if (path.startsWith(prefix)) files.set(path.slice(prefix.length), bytes.toString('latin1'));
  return { files, messages: messagesOf(tree.get(`${prefix}conversation_log.json`)) };
}

function messagesOf(bytes: Buffer | undefined): Record<string, unknown>[] | null {
  if (bytes === undefined) return [];
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** The highest is given again when nobody has said anything in it. */
function nextOf(listing: readonly number[], conversations: ReadonlyMap<number, Seen>): number | null {
  const highest = listing.at(-1);
  if (highest === undefined) return 1;
  const messages = conversations.get(highest)?.messages ?? null;
  if (messages === null) return null;
  return messages.some(({ role }) => role === 'user' || role === 'assistant') ? highest + 1 : highest;
}

interface NameRow {
  readonly id: number;
  readonly name: string;
}

/** `read.csv`: null where it stops, and the table is then overwritten. */
export function namesOf(bytes: Buffer | undefined): readonly NameRow[] | null {
  if (bytes === undefined) return [];
  const [header, ...rows] = rowsOf(bytes.toString()).filter((row) => row.length > 1 || row[0] !== '');
  if (header === undefined || header.length !== 2 || rows.some((row) => row.length > 2)) return null;
  const cells = rows.map(([, name = '']) => name);
  const filled = cells.filter((name) => name.trim() !== '' && name !== 'NA');
  const isTyped = filled.every((name) => /^\s*[+-]?\d+(\.\d+)?(e[+-]?\d+)?\s*$/i.test(name));
  const isLogical = filled.every((name) => /^(T|F|TRUE|FALSE)$/.test(name));
  const shown = (name: string) => {
    if (name === 'NA' || (filled.length === 0 && name.trim() === '')) return 'NA';
    if (isLogical) return name.startsWith('T') ? 'TRUE' : 'FALSE';
    return isTyped ? String(Number(name)) : name.trim();
  };
  return rows.map(([id = '']) => Number(id)).map((id, at) => ({ id, name: shown(cells[at] ?? '') }));
}

/** Fields of rows: a quote opens anywhere, two in a row inside are one. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [['']];
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    const row = rows.at(-1) ?? [];
    const add = (more: string) => row.push((row.pop() ?? '') + more);
    if (char === '"' && quoted && text[at + 1] === '"') add(text[at++] ?? '');
    else if (char === '"') quoted = !quoted;
    else if (quoted) add(char);
    else if (char === ',') row.push('');
    else if (char === '\n') rows.push(['']);
    else if (char !== '\r') add(char);
  }
  return rows;
}
