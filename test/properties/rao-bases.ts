import fc from 'fast-check';
import { logOf, type Source, session } from './rao-folders.ts';

/** The files of a base by their paths. */
export type Files = Readonly<Record<string, Buffer>>;

/** A base in which several things went wrong at once. */
export interface Damaged {
  readonly files: Files;
  /** Conversations to which something was done that verify must find, and what. */
  readonly harmed: ReadonlyMap<string, string>;
}

interface Harm {
  readonly name: string;
  log?(messages: readonly Source[]): readonly Source[];
  file?: string;
  bytes?(sound: Buffer): Buffer;
}

const last = (change: (members: Source) => Source) => (messages: readonly Source[]) =>
  messages.map((members, at) => (at === messages.length - 1 ? change(members) : members));
const set = (key: string, json: string) => (members: Source) =>
  [...members.filter(([name]) => name !== key), [key, json]] as Source;

const HARMS: readonly Harm[] = [
  { name: 'id is text', log: last(set('id', '"7"')) },
  { name: 'id is nothing', log: last(set('id', '{}')) },
  { name: 'no id', log: last((members) => members.filter(([key]) => key !== 'id')) },
  { name: 'id twice', log: (messages) => [...messages, ...messages.slice(0, 1)] },
  { name: 'related to nothing', log: last(set('related_to', '9999')) },
  { name: 'empty relation', log: last(set('related_to', '{}')) },
  { name: 'empty role', log: last(set('role', '{}')) },
  { name: 'a null among messages', log: (messages) => [...messages, []] },
  { name: 'log cut', file: 'conversation_log.json', bytes: (sound) => sound.subarray(0, sound.length - 3) },
  { name: 'log padded', file: 'conversation_log.json', bytes: (sound) => Buffer.concat([sound, Buffer.alloc(9)]) },
  { name: 'log is NUL', file: 'conversation_log.json', bytes: (sound) => Buffer.alloc(sound.length) },
  { name: 'changes cut', file: 'file_changes.json', bytes: () => Buffer.from('{"changes": [{"id": 1, "conv') },
  { name: 'summaries empty', file: 'summaries.json', bytes: () => Buffer.alloc(0) },
  { name: 'diffs of nothing', file: 'conversation_diffs.json', bytes: () => Buffer.from('{"diffs":{"777":{}}}') },
  {
    name: 'buttons twice',
    file: 'message_buttons.csv',
    bytes: () => Buffer.from('"message_id","buttons_run"\n1,T\n1,T\n'),
  },
  { name: 'history with #', file: 'script_history.tsv', bytes: () => Buffer.from('filename\torder\na#.R\t1\n') },
  { name: 'variables cut', file: 'conversation_vars.rds', bytes: () => Buffer.from('1f8b0800', 'hex') },
  {
    name: 'latin-1',
    file: 'attachments.csv',
    bytes: () => Buffer.from('"file_path","file_id"\n"caf\xe9",1\n', 'latin1'),
  },
];

const NAMES: readonly ((rows: string) => string | null)[] = [
  (rows) => `"conversation_id","name"\n${rows}`,
  (rows) => `"conversation_id","name"\n${rows.replace(/^/gm, '"r",').replace(/"r",$/, '')}`,
  (rows) => `"name","conversation_id"\n${rows.replace(/^(\d+),(.*)$/gm, '$2,$1')}`,
  (rows) => `"conversation_id","name"\n${rows}6,"x","y","z"\n`,
  (rows) => `"conversation_id","name"\n78,"open\n${rows}`,
  (rows) => rows,
  () => '',
  () => null,
];

const conversation = fc.tuple(session, fc.uniqueArray(fc.nat(HARMS.length - 1), { maxLength: 3 }));

/** Bases of a few conversations, each with up to three harms, and a table of names of any kind. */
export const damaged: fc.Arbitrary<Damaged> = fc
  .tuple(fc.array(conversation, { minLength: 1, maxLength: 4 }), fc.nat(NAMES.length - 1), fc.constantFrom(1, 3))
  .map(([conversations, kind, step]) => {
    const files: Record<string, Buffer> = {};
    const harmed = new Map<string, string>();
    conversations.forEach(([messages, places], at) => {
      const harms = places.flatMap((place) => HARMS[place] ?? []);
      const id = String(1 + at * step);
      Object.assign(files, folderOf(`conversations/conversation_${id}`, messages, harms));
      if (harms.length > 0) harmed.set(id, harms.map(({ name }) => name).join(', '));
    });
    const rows = conversations.map((_, at) => `${1 + at * step},"name ${at}"\n`).join('');
    const names = NAMES[kind]?.(rows) ?? null;
    if (names !== null) files['conversation_names.csv'] = Buffer.from(names);
    return { files, harmed };
  });

function folderOf(path: string, messages: readonly Source[], harms: readonly Harm[]): Files {
  const source = harms.reduce((all, { log }) => log?.(all) ?? all, messages);
  const files: Record<string, Buffer> = { [`${path}/conversation_log.json`]: Buffer.from(logOf(source)) };
  for (const { file, bytes } of harms) {
    if (file === undefined || bytes === undefined) continue;
    files[`${path}/${file}`] = bytes(files[`${path}/${file}`] ?? Buffer.alloc(0));
  }
  return files;
}
