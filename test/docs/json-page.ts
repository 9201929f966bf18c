import * as z from 'zod';
import { type ContractDocument, DOCUMENTS } from '../../src/contract/documents.ts';
import { REASONS } from '../reasons.ts';

/** As much of JSON Schema as zod writes for the contract. */
interface Shape {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly open?: true;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape | false;
  readonly required?: readonly string[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Shape>>;
}

/** docs/json.md, made from the schema that tests hold every document to. */
export function jsonPage(): string {
  const parts = new Map<string, Shape>();
  const documents = Object.entries<ContractDocument>(DOCUMENTS).map(([name, { commands, about, schema }]) => {
    const { $defs = {}, ...shape } = z.toJSONSchema(schema) as Shape;
    for (const [id, part] of Object.entries($defs)) parts.set(id, part);
    const of = commands.length < 2 ? '' : `\n\nOf ${commands.map((each) => `\`${each}\``).join(', ')}.`;
    return `### ${name}\n\n${about}${of}\n\n${tablesOf(shape)}`;
  });
  const shared = [...parts].map(([id, part]) => `### ${id}\n\n${tablesOf(part)}`);
  return [INTRO, '## Documents', ...documents, '## Parts of documents', ...shared, reasonWords(), ''].join('\n\n');
}

/** docs/json.schema.json: the same for programs. It allows keys and words that it does not name, as every reader must. */
export function jsonSchema(): string {
  const parts: Record<string, unknown> = {};
  const documents = Object.entries<ContractDocument>(DOCUMENTS).map(([name, { about, schema }]) => {
    const { $defs = {}, $schema: _, ...shape } = z.toJSONSchema(schema) as Shape & { readonly $schema: string };
    for (const [id, part] of Object.entries($defs)) parts[id] = opened(part);
    return { title: name, description: about, ...Object(opened(shape)) };
  });
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Documents of convo --json, version 1',
    anyOf: documents,
    $defs: parts,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** A schema without what only the tests hold documents to. */
function opened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(opened);
  if (value === null || typeof value !== 'object') return value;
  const isWords = 'open' in value && 'enum' in value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      if (DROPPED.some(([name, what]) => name === key && (what === undefined || what === each))) return [];
      return isWords && key === 'enum' ? [['examples', each]] : [[key, opened(each)]];
    }),
  );
}

/** Members of a schema that say nothing to others; with a value, only where they have that one. */
const DROPPED: readonly (readonly [key: string, value?: unknown])[] = [
  ['open'],
  ['id'],
  ['additionalProperties', false],
  ['format', 'starts_with'],
  ['minimum', Number.MIN_SAFE_INTEGER],
  ['maximum', Number.MAX_SAFE_INTEGER],
];

/** A table of members; objects within it that have no name of their own are tables after it. */
function tablesOf(shape: Shape): string {
  const below: string[] = [];
  const rows = Object.entries(shape.properties ?? {}).map(([key, each]) => {
    const named = `\`${key}\`${shape.required?.includes(key) === true ? '' : '?'}`;
    const inner = objectIn(each);
    if (inner !== null) below.push(`Members of \`${key}\`:\n\n${tablesOf(inner)}`);
    return `| ${named} | ${cell(typeOf(each))} | ${cell(aboutOf(each))} |`;
  });
  return [['| key | type | what |', '|---|---|---|', ...rows].join('\n'), ...below].join('\n\n');
}

function objectIn(shape: Shape): Shape | null {
  if (shape.properties !== undefined) return shape;
  if (shape.items !== undefined) return objectIn(shape.items);
  return shape.anyOf?.map(objectIn).find((each) => each !== null) ?? null;
}

function typeOf(shape: Shape): string {
  if (shape.$ref !== undefined) {
    const id = shape.$ref.split('/').at(-1) ?? '';
    return `[${id}](#${id})`;
  }
  if (shape.const !== undefined) return `\`${JSON.stringify(shape.const)}\``;
  if (shape.enum !== undefined) return shape.enum.map((word) => `\`${word}\``).join(' ') + (isOpen(shape) ? ' …' : '');
  if (shape.anyOf !== undefined) return shape.anyOf.map(typeOf).join(' or ');
  if (shape.items !== undefined) return `list of ${typeOf(shape.items)}`;
  if (shape.type === 'object' && shape.properties === undefined && shape.additionalProperties)
    return `object of ${typeOf(shape.additionalProperties)}`;
  const { type = 'any' } = shape;
  const words = typeof type === 'string' ? type : type.join(' or ');
  return isOpen(shape) ? `${words} …` : words;
}

function isOpen(shape: Shape): boolean {
  return shape.open === true;
}

function aboutOf(shape: Shape): string {
  return shape.description ?? '';
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function reasonWords(): string {
  const rows = Object.entries(REASONS).flatMap(([kind, reasons]) =>
    Object.entries(reasons).map(
      ([word, { hides, message }]) => `| ${kind} | \`${word}\` | ${hides ? 'yes' : 'no'} | ${cell(message)} |`,
    ),
  );
  return [
    '## Words of `hidden`, and reasons of `why`',
    '',
    "Why a program's own list leaves a conversation out, or has it otherwise than it is on disk. `hidden` is always a word that hides it.",
    '',
    '| kind | word | hides it | what |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n');
}

const INTRO = `# JSON, version 1

Every command takes \`--json\` and then writes one document to stdout, whatever its exit code, followed by a line end. This page is generated from the schema that the tests hold every document to.

What a reader can rely on:

- \`schema\` is 1. Keys may be added; none is renamed, removed, or given another meaning. Ignore keys that you do not know.
- A type that ends in … may have more words in a later version, or for a new kind of store. Treat a word that you do not know as "other".
- A key followed by \`?\` may be missing; all others are always there, with \`null\` where there is no value.
- Times are whole Unix seconds, rounded down, \`null\` where a file has none that can be used. Each has the same time as ISO 8601 in UTC beside it, under its name with \`Iso\`: \`updatedAt\`, \`updatedAtIso\`. Use either; the member \`iso\` of a conversation has the same once more, for scripts that are older than those. Sizes are bytes, ids are text.
- The order of keys says nothing. Long lists are written one item a line, while the work goes on, so a summary comes last.
- Control characters in texts, and others that act on a terminal, are escaped (\`\\u001b\`).
- A path that is absolute begins with \`/\`, or with \`~\` where \`--redact-also home\` left the home folder out.
- The exit code says what \`convo help exit-codes\` says. When there is no answer, the document is [error](#error).

\`convo verify --report ndjson\` writes a finding a line as it is found, and on the last line \`{"schema":1,"command":"verify","summary":{...},"exit":1}\`.`;
