/** What the records of a program hold that no known one does: a type, a field, a kind of block; with how many of them do. */
export function unknownIn(appended: readonly Buffer[], known: readonly Buffer[]): ReadonlyMap<string, number> {
  const counts = countNames(appended);
  for (const name of countNames(known).keys()) counts.delete(name);
  // Of a type that is unknown itself, its fields are no news.
  for (const name of counts.keys()) if (counts.has(name.replace(/\..*/, '')) && name.includes('.')) counts.delete(name);
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function countNames(files: readonly Buffer[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const bytes of files)
    for (const record of recordsIn(bytes))
      for (const name of namesIn(record)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function* recordsIn(bytes: Buffer): Generator<Fields> {
  for (const line of bytes.toString().split('\n')) {
    try {
      const record: unknown = JSON.parse(line);
      if (isObject(record)) yield record;
    } catch {
      // A damaged line is no record.
    }
  }
}

/** `user`, `user.cwd`, `user.message.role`, `system compact_boundary`, `block tool_use`, `block tool_use.input`. */
function namesIn(record: Fields): Set<string> {
  const { type, subtype, attachment, message } = record;
  const names = new Set<string>();
  const add = (name: string, fields: Fields) => {
    names.add(name);
    for (const key of Object.keys(fields)) names.add(`${name}.${key}`);
  };
  add(String(type), record);
  if (typeof subtype === 'string') names.add(`${type} ${subtype}`);
  if (isObject(attachment)) names.add(`${type} ${attachment['type']}`);
  if (!isObject(message)) return names;
  add(`${type}.message`, message);
  const content = message['content'];
  for (const block of Array.isArray(content) ? content : []) if (isObject(block)) add(`block ${block['type']}`, block);
  return names;
}
