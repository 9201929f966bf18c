import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DOCUMENTS } from '../../src/contract/documents.ts';
import { call } from './call.ts';
import { demoHome, emptyHome } from './demo-home.ts';

const documents = { list: DOCUMENTS.list.schema, show: DOCUMENTS.show.schema, verify: DOCUMENTS.verify.schema };

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

  test('a finding says what was expected and what is there', async () => {
    const { findings } = documents.verify.parse(await jsonOf('verify'));
    const at = (code: string) => findings.find((each) => each.code === code);
    expect(at('FN006')).toMatchObject({ expected: 'a closing quote', actual: '"Run it a hu' });
    expect(at('FN022')).toMatchObject({ expected: 'each key once', actual: expect.stringMatching(/^"/) });
    expect(at('FN401')).toMatchObject({ expected: null, actual: null });
  });

  test('show says of each finding what verify says of it', async () => {
    const home = demoHome();
    const { findings } = documents.verify.parse(await jsonOf('verify', home));
    const [{ id } = { id: '' }] = findings.filter(({ code }) => code === 'FN022');
    const { conversation } = documents.show.parse(await jsonOf(`show ${id}`, home));
    const own = findings.filter((each) => each.path === conversation.path);
    expect(own.length).toBeGreaterThan(1);
    expect(conversation.findings).toEqual(own);
  });

  test('each refusal has the values that the schema of TENEX would have taken', async () => {
    const home = emptyHome();
    const folder = join(home, 'p/.tenex/conversations');
    const file = join(folder, `${'5'.repeat(64)}.json`);
    mkdirSync(folder, { recursive: true });
    const bad = {
      id: 'x',
      title: 7,
      phase: 'plam',
      history: [5],
      agentStates: { a: { lastProcessedMessageIndex: -1 } },
    };
    writeFileSync(file, JSON.stringify(bad, null, 1));
    const entry = { id: 'x', title: '', createdAt: '1', updatedAt: 2, phase: '', eventCount: 0, agentCount: 0 };
    writeFileSync(join(folder, 'metadata.json'), JSON.stringify({ conversations: [entry] }));
    const { findings } = documents.verify.parse(await jsonOf(`verify --root ${join(home, 'p')}`, home));
    const said = (code: string) => findings.flatMap((each) => (each.code === code ? [each.expected, each.actual] : []));
    expect(said('TX107')).toEqual(['a string', '7']);
    expect(said('TX104')).toEqual(['chat, brainstorm, plan, execute, verification, chores, reflection', '"plam"']);
    expect(said('TX109')).toEqual(['JSON text in a string', '5']);
    expect(said('TX108')).toEqual(['a whole number from 0 on', '-1']);
    expect(said('TX106')).toEqual(['metadata: an object', 'missing']);
    expect(said('TX303')).toEqual(['createdAt: a number', 'createdAt is a text']);
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
      DOCUMENTS.error.schema.parse(await jsonOf(line, home));
  });

  test('a code that is no longer given is marked among all, and names no next step', async () => {
    const { stdout } = await call('explain CL007');
    expect(stdout).toMatch(/^CL007 .*\ninfo · no longer given\n/);
    expect(stdout).not.toContain('What to do next');
    expect((await call('explain')).stdout).toContain('The last record has no line end (no longer given)\n');
  });

  test('explain answers with the rows of the table', async () => {
    expect(await jsonOf('explain FN006')).toMatchObject({
      command: 'explain',
      findings: [{ code: 'FN006', severity: 'error' }],
    });
  });
});
