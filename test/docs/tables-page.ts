import { EXPORT_TABLES, TABLES_VERSION } from '../../src/ops/export/tables.ts';

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
| \`kind\` | | the program whose store it is: one of the nine kinds, such as \`claude\` |
| \`date\` | \`--date DAY\` | the day of the export: by default today, in UTC |

\`<store>\` is a hash of the folder that the store begins at. The tables are those of version ${TABLES_VERSION}, which the footer of each file says (\`convostore.tables\`); where secrets were left out it has \`convostore.redacted\` too. A version may get more columns; none is renamed, removed, or given another meaning. Every column may be null. Texts are UTF-8, compressed with gzip. How to query them, and how to collect those of many machines: [fleets.md](fleets.md). As CSV: \`duckdb -c "COPY (FROM 'DIR/messages/**/*.parquet') TO 'messages.csv'"\`.`;

/** docs/tables.md. */
export function tablesPage(): string {
  const tables = EXPORT_TABLES.map(({ name, about, columns }) => {
    const rows = columns.map((column) => `| \`${column.name}\` | ${TYPES[column.type]} | ${column.about} |`);
    return [`## ${name}`, about, ['| column | type | what |', '|---|---|---|', ...rows].join('\n')].join('\n\n');
  });
  return `${[INTRO, ...tables].join('\n\n')}\n`;
}
