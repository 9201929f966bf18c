import { expect, test } from 'vitest';
import { EXPORT_TABLES, TABLES_VERSION } from '../../src/ops/export/tables.ts';

/** Of what a row is, and what each column has, in the words of docs/tables.md. */
const ABOUT: Readonly<Record<string, { readonly row: string; readonly columns: Readonly<Record<string, string>> }>> = {
  conversations: {
    row: 'A conversation: a file (Rao: a folder), archived ones and those that the program hides too.',
    columns: {
      root: 'the folder that the store begins at',
      project: 'the project; null for a kind without projects',
      id: 'its id; not unique across projects in every kind',
      path: 'its file, absolute: with host and kind it is unique on a day',
      format: 'the format on disk, such as `v1` or `claude`; null if unknown',
      state: '`active` or `archived`',
      readable: 'whether the program can read it',
      hidden: "why the program's own list leaves it out, in a word; null when it is listed",
      timestamp: 'the key that the program sorts by, a number; null where it has none',
      created_at: 'when it was begun',
      updated_at: 'when it was saved last',
      title: 'its title, whole',
      messages: 'messages as the program counts them; null where it cannot read the file',
      bytes: 'size of its file or folder',
      branch: 'Claude Code: the branch of the session',
      cwd: 'Claude Code: the working directory of the session',
    },
  },
  messages: {
    row: 'A message as the program reads it, hidden ones too. Of a conversation that the program cannot read there are none.',
    columns: {
      root: 'as in `conversations`',
      project: 'as in `conversations`',
      conversation: 'the id of the conversation',
      path: 'the file of the conversation: this joins the two tables',
      index: 'its number in the conversation, from 0',
      id: 'its id, where the program gives one',
      related_to: 'Rao: the id of the message it belongs to',
      at: 'JSON pointer into the document of the file',
      role: '`user`, `assistant`, `system` or `tool`; null where nothing says it',
      type: '`text`, `tool_call`, `tool_output`, `reasoning`, `image` or `other`',
      text: 'what was said; a tool output that is not text is its JSON source',
      name: 'of a tool call: the tool',
      call_id: 'ties a tool output to its call',
      arguments: 'of a tool call: its arguments as JSON text',
      time: 'when it was said',
      author: 'TENEX: the public key of the author',
      author_name: 'what the author is called',
      hidden: 'whether the program shows it only on request',
      source: '`program`, `summary` or `interruption` where nobody said it; null otherwise',
      model: 'Claude Code: the model that answered',
      duration: 'of a tool output: milliseconds from the call to it',
      failed: 'of a tool output: whether the tool failed; null where that is not told',
    },
  },
  findings: {
    row: 'A finding of `convo verify`.',
    columns: {
      root: 'as in `conversations`',
      project: 'the project that it is in; null for a finding of a whole store',
      code: 'its code: `convo explain CODE` has its page',
      severity: '`error`, `warning` or `info`, as the table of codes has it',
      healing: '`safe`, `lossy` or `manual`: how it can be healed',
      conversation: 'the id of the conversation; null for a finding of none',
      path: 'the file, absolute',
      at: 'JSON pointer into the document of the file',
      offset: 'bytes from the start of the file',
      line: 'from 1',
      column: 'from 1, in UTF-16 units',
      owner: 'what the program does with it, in a word',
      message: 'what is wrong, to be read after the name of the file',
      expected: 'what the program expects there',
      actual: 'what is there, cut; always null with `--redact`, because half of a secret cannot be told from a text',
      fingerprint: 'the same for the same finding on every day and every machine',
      count: 'how many findings the row is: more than 1 where further ones of a file were only counted',
    },
  },
  tokens: {
    row: 'An answer of which the file says how many tokens it took (Claude Code, Codex CLI, TENEX).',
    columns: {
      root: 'as in `conversations`',
      project: 'as in `conversations`',
      conversation: 'the id of the conversation; an answer in a subagent is in its conversation',
      path: 'the file of the conversation',
      answer: 'the same wherever the answer is, in forks and copies too: count each once',
      model: 'the model that answered',
      month: 'the month of the answer, `2026-03`; null where no time is known',
      input: 'tokens that were read, without those of a cache',
      output: 'tokens that were written',
      cache_read: 'tokens that came from a cache',
      cache_write: 'tokens that went into a cache',
    },
  },
};

const TYPES = {
  text: 'string',
  number: 'int32',
  large: 'int64',
  time: 'timestamp in UTC, whole seconds',
  flag: 'boolean',
} as const;

const INTRO = `# The tables of \`convo export\`

\`convo export --to parquet DIR\` writes four tables. Each file has the rows of one store:

\`\`\`text
DIR/<table>/host=<host>/kind=<kind>/date=<date>/<store>.parquet          all of the store
DIR/<table>/host=<host>/kind=<kind>/date=<date>/<store>-1of4.parquet     a part of it, --shard 1/4
\`\`\`

| column | in the path | what |
|---|---|---|
| \`host\` | \`--host NAME\` | the machine: by default the one that the export runs on. Escaped as Hive does: \`a/b\` is \`host=a%2Fb\` |
| \`kind\` | | \`fnord\`, \`tenex\`, \`rao\`, \`claude\` or \`codex\` |
| \`date\` | \`--date DAY\` | the day of the export: by default today, in UTC |

\`<store>\` is a hash of the folder that the store begins at. The tables are those of version ${TABLES_VERSION}, which the footer of each file says (\`convostore.tables\`); where secrets were left out it has \`convostore.redacted\` too. A version may get more columns; none is renamed, removed, or given another meaning. Every column may be null. Texts are UTF-8, compressed with gzip. How to query them, and how to collect those of many machines: [fleets.md](fleets.md).`;

function page(): string {
  const tables = EXPORT_TABLES.map(({ name, columns }) => {
    const about = ABOUT[name];
    const rows = columns.map(
      ({ name: column, type }) => `| \`${column}\` | ${TYPES[type]} | ${about?.columns[column] ?? 'undescribed'} |`,
    );
    return [`## ${name}`, `${about?.row}`, ['| column | type | what |', '|---|---|---|', ...rows].join('\n')].join(
      '\n\n',
    );
  });
  return `${[INTRO, ...tables].join('\n\n')}\n`;
}

test('docs/tables.md has every column of every table (npm run docs renews it)', async () => {
  const described = Object.entries(ABOUT).map(([name, { columns }]) => [name, Object.keys(columns)]);
  expect(EXPORT_TABLES.map(({ name, columns }) => [name, columns.map((each) => each.name)])).toEqual(described);
  await expect(page()).toMatchFileSnapshot('../../docs/tables.md');
});

test('version 1 of the tables has these columns: none of them goes or changes its type while it is version 1', () => {
  expect(TABLES_VERSION).toBe(1);
  const plain = EXPORT_TABLES.map(
    ({ name, columns }) => `${name}: ${columns.map((each) => `${each.name} ${each.type}`).join(', ')}`,
  );
  expect(plain).toEqual(VERSION_1);
});

const VERSION_1 = [
  'conversations: root text, project text, id text, path text, format text, state text, readable flag, hidden text, timestamp large, created_at time, updated_at time, title text, messages number, bytes large, branch text, cwd text',
  'messages: root text, project text, conversation text, path text, index number, id text, related_to text, at text, role text, type text, text text, name text, call_id text, arguments text, time time, author text, author_name text, hidden flag, source text, model text, duration large, failed flag',
  'findings: root text, project text, code text, severity text, healing text, conversation text, path text, at text, offset large, line number, column number, owner text, message text, expected text, actual text, fingerprint text, count number',
  'tokens: root text, project text, conversation text, path text, answer large, model text, month text, input large, output large, cache_read large, cache_write large',
];
