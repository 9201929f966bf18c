import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { call } from './call.ts';
import { demoHome } from './demo-home.ts';

const seconds = z.nullable(z.int());

const conversation = z.strictObject({
  kind: z.enum(['fnord', 'tenex', 'rao']),
  root: z.string().startsWith('/'),
  project: z.nullable(z.string()),
  id: z.string(),
  path: z.string().startsWith('/'),
  format: z.nullable(z.string()),
  state: z.enum(['active', 'archived']),
  readable: z.boolean(),
  timestamp: seconds,
  createdAt: seconds,
  updatedAt: seconds,
  iso: z.strictObject({
    timestamp: z.nullable(z.string()),
    createdAt: z.nullable(z.string()),
    updatedAt: z.nullable(z.string()),
  }),
  title: z.nullable(z.string()),
  messages: z.nullable(z.int()),
  bytes: z.int(),
  hidden: z.nullable(z.string()),
});

const message = z.strictObject({
  index: z.int(),
  id: z.optional(z.string()),
  relatedTo: z.optional(z.string()),
  at: z.string(),
  role: z.nullable(z.enum(['user', 'assistant', 'system', 'tool'])),
  type: z.enum(['text', 'tool_call', 'tool_output', 'reasoning', 'image', 'other']),
  text: z.nullable(z.string()),
  name: z.optional(z.string()),
  callId: z.optional(z.string()),
  arguments: z.optional(z.string()),
  time: z.optional(z.int()),
  author: z.optional(z.string()),
  cancelled: z.optional(z.boolean()),
  partial: z.optional(z.boolean()),
  hidden: z.boolean(),
});

const finding = z.strictObject({
  code: z.string().regex(/^(?:FN|TX|RA|ST)\d{3}$/),
  severity: z.enum(['error', 'warning', 'info']),
  healing: z.enum(['safe', 'lossy', 'manual']),
  kind: z.enum(['fnord', 'tenex', 'rao']),
  root: z.string(),
  project: z.nullable(z.string()),
  id: z.nullable(z.string()),
  path: z.string().startsWith('/'),
  at: z.nullable(z.string()),
  offset: z.nullable(z.int()),
  line: z.nullable(z.int()),
  column: z.nullable(z.int()),
  owner: z.enum(['reads', 'refuses', 'rewrites', 'overwrites', 'drops', 'crashes']),
  message: z.string().min(1),
  fingerprint: z.string().regex(/^[0-9a-f]{32}$/),
});

const count = z.int().nonnegative();

const documents = {
  list: z.strictObject({
    schema: z.literal(1),
    command: z.literal('list'),
    conversations: z.array(conversation),
    findings: z.array(finding),
  }),
  show: z.strictObject({
    schema: z.literal(1),
    command: z.literal('show'),
    conversation: conversation.omit({ messages: true }).extend({
      findings: z.array(finding),
      metadata: z.unknown(),
      memory: z.unknown(),
      tasks: z.unknown(),
      messages: z.array(message),
    }),
  }),
  verify: z.strictObject({
    schema: z.literal(1),
    command: z.literal('verify'),
    summary: z.strictObject({
      stores: count,
      conversations: count,
      files: count,
      bytes: count,
      errors: count,
      warnings: count,
      infos: count,
      unjudged: count,
    }),
    findings: z.array(finding),
  }),
  error: z.strictObject({
    schema: z.literal(1),
    command: z.nullable(z.string()),
    error: z.strictObject({
      code: z.enum(['usage', 'no-match', 'failed', 'refused', 'interrupted']),
      message: z.string(),
      hint: z.nullable(z.string()),
    }),
  }),
};

async function jsonOf(line: string, home = demoHome()): Promise<unknown> {
  return JSON.parse((await call(`${line} --json`, { home })).stdout);
}

describe('JSON, version 1', () => {
  test('list has the keys of the contract and no other', async () => {
    const { conversations } = documents.list.parse(await jsonOf('list'));
    expect(conversations).toHaveLength(10);
    expect(conversations.find(({ id }) => id.startsWith('3f0c'))).toMatchObject({
      project: 'orchard',
      format: 'v1',
      readable: true,
      timestamp: 1781791391,
      title: 'Why does the sluice open twice after a restart?\nIt happens in about one boot out of ten.',
      messages: 9,
    });
    expect(conversations.find(({ id }) => id.startsWith('e0b9'))).toMatchObject({
      readable: false,
      timestamp: null,
      title: null,
      messages: null,
    });
  });

  test('show has the keys of the contract and no other, for sound and damaged files', async () => {
    for (const id of ['3f0c', '8d41', '60fb', 'c7a8', '9a4d', 'e0b9', '15e7'])
      documents.show.parse(await jsonOf(`show ${id} --all`));
  });

  test('show leaves hidden messages out but keeps their index', async () => {
    const { messages } = documents.show.parse(await jsonOf('show 3f0c')).conversation;
    expect(messages.map(({ index }) => index)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('verify has the keys of the contract and no other, and its sums are right', async () => {
    const { findings, summary } = documents.verify.parse(await jsonOf('verify'));
    const having = (severity: string) => findings.filter((each) => each.severity === severity).length;
    expect(summary).toMatchObject({
      stores: 1,
      conversations: 10,
      errors: having('error'),
      warnings: having('warning'),
      infos: having('info'),
      unjudged: 0,
    });
    expect(summary.errors).toBeGreaterThan(0);
    expect(findings.find(({ code }) => code === 'FN006')).toMatchObject({
      offset: 438,
      line: 1,
      column: 439,
      owner: 'refuses',
    });
  });

  test('a failure has the keys of the contract and no other', async () => {
    const home = demoHome();
    for (const line of [
      'show nothing',
      'lst',
      'list --limit x',
      'list --root /no/such/folder',
      'explain FN9',
      'list --project x',
    ])
      documents.error.parse(await jsonOf(line, home));
  });

  test('explain answers with the rows of the table', async () => {
    expect(await jsonOf('explain FN006')).toMatchObject({
      command: 'explain',
      findings: [{ code: 'FN006', severity: 'error' }],
    });
  });
});
