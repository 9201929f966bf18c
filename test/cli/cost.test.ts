import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pricesOf } from '../../src/model/prices.ts';
import { holdToContract } from '../contract/hold-to.ts';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';

const PRICES = { input: 3, output: 15, cacheRead: 0.5, cacheWrite: 4 };

/** A session in which two models answered on two days, and the program itself once; a million tokens of each kind an answer. */
function homeOfTwoModels(): string {
  const home = emptyHome();
  const folder = join(home, '.claude/projects/-srv-quay');
  mkdirSync(folder, { recursive: true });
  const sessionId = '11110000-0000-4000-8000-000000000001';
  const million = 1_000_000;
  const usage = {
    input_tokens: million,
    output_tokens: million,
    cache_read_input_tokens: million,
    cache_creation_input_tokens: million,
  };
  const lines = ['one-20260101', 'two', '<synthetic>'].map((model, n) => {
    const uuid = `a${n}`;
    const none = { input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
    const content = [{ type: 'text', text: 'So.' }];
    const message = { id: `m${n}`, role: 'assistant', model, content, usage: n === 2 ? none : usage };
    const timestamp = `2026-03-0${n + 1}T00:00:00.000Z`;
    return {
      type: 'assistant',
      uuid,
      parentUuid: n === 0 ? null : `a${n - 1}`,
      sessionId,
      cwd: '/srv/quay',
      timestamp,
      message,
    };
  });
  writeFileSync(join(folder, `${sessionId}.jsonl`), lines.map((each) => `${JSON.stringify(each)}\n`).join(''));
  return home;
}

function withPrices(home: string, prices: unknown): string {
  mkdirSync(join(home, '.config/convostore'), { recursive: true });
  writeFileSync(join(home, '.config/convostore/config.json'), JSON.stringify({ prices }));
  return home;
}

test('stats --cost multiplies tokens with the prices of the person, and names models without one', async () => {
  const home = withPrices(homeOfTwoModels(), { one: PRICES });
  const { exit, stdout, stderr } = await call('stats --by model --cost', { home });
  expect({ exit, stderr }).toEqual({
    exit: 0,
    stderr: `convo: no price, and so not in the cost: two; "prices" of ${home}/.config/convostore/config.json takes it\n`,
  });
  expect(stdout).toMatch(/^model .* cost$/m);
  expect(stdout).toMatch(/^one-20260101 .* 22\.50$/m);
  expect(stdout).toMatch(/^two .* no price$/m);
  expect(stdout).toMatch(/^in all .* >22\.50$/m);
  const byDay = (await call('stats --by day --cost', { home })).stdout;
  expect(byDay).toMatch(/^2026-03-01 .* 22\.50$/m);
  expect(byDay).toMatch(/^2026-03-02 .* no price$/m);
  expect((await call('stats --cost --markdown', { home })).stdout).toContain('| 22.50 |\n');
});

test('a table without costs says why', async () => {
  const home = withPrices(homeOfTwoModels(), { one: PRICES });
  const byTool = 'convo: no cost by tool: programs note the tokens of an answer, not of a call\n';
  expect((await call('stats --cost --by tool', { home })).stderr).toBe(byTool);
  const both = await call('stats --cost --by tool,model', { home });
  expect(both.stderr).toContain(`${byTool}convo: no price, and so not in the cost: two; "prices" of `);
  expect((await call('stats --by tool', { home })).stderr).toBe('');
});

test('where no tokens are noted, stats --cost says so instead of nothing', async () => {
  const home = withPrices(emptyHome(), { one: PRICES });
  const folder = join(home, '.fnord/projects/quay/conversations');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'a.json'), '{"messages":[{"role":"user","content":"Hello"}]}');
  for (const typed of ['stats --cost', 'stats --cost --by day', 'stats --cost --by tool'])
    expect((await call(typed, { home })).stderr).toContain(
      'convo: no cost: no tokens are noted in these conversations\n',
    );
});

test('in JSON each sum of tokens has its cost, and what is not in it', async () => {
  const home = withPrices(homeOfTwoModels(), { one: PRICES, two: { ...PRICES, input: 0 } });
  const { stdout } = await call('stats --json --cost --by day', { home });
  holdToContract(['stats'], stdout);
  const { total, by } = JSON.parse(stdout);
  const costs = (all: readonly { cost: number; unpriced: number }[]) =>
    all.map(({ cost, unpriced }) => [cost, unpriced]);
  expect(costs(total.tokens)).toEqual([
    [22.5, 0],
    [19.5, 0],
  ]);
  expect(by.rows.slice(0, 2).map(({ tokens }: { tokens: { cost: number } }) => tokens.cost)).toEqual([22.5, 19.5]);
  expect((await call('stats --json', { home })).stdout).not.toContain('"cost"');
});

test('without prices --cost says how to write them, and a price that fits nothing is refused', async () => {
  const home = homeOfTwoModels();
  const { exit, stderr } = await call('stats --cost', { home });
  expect(exit).toBe(2);
  expect(stderr).toContain('--cost needs prices');
  const [, given = ''] = /with prices for 0: (\{.*\})/s.exec(stderr.replace(/\n */g, ' ')) ?? [];
  const blank = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  expect(JSON.parse(given)).toEqual({ prices: { 'one-20260101': blank, two: blank } });
  for (const [prices, why] of [
    [{ one: { ...PRICES, input: -1 } }, 'a number from 0 up'],
    [{ one: { input: 3 } }, 'output'],
    [{ one: { ...PRICES, tax: 1 } }, 'tax'],
  ] as const)
    expect(await call('stats', { home: withPrices(home, prices) })).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining(why),
    });
});

test('a cache without a price costs what other input does', async () => {
  const home = homeOfTwoModels();
  const costs = async (prices: object) => {
    const { stdout } = await call('stats --cost --json', { home: withPrices(home, { one: prices }) });
    return JSON.parse(stdout).stores.map(({ tokens }: { tokens: { cost: number }[] }) =>
      tokens.map(({ cost }) => cost),
    );
  };
  const lacking = await costs({ input: 3, output: 15 });
  expect(lacking).toEqual(await costs({ input: 3, output: 15, cacheRead: 3, cacheWrite: 3 }));
  expect(lacking).not.toEqual(await costs({ input: 3, output: 15, cacheRead: 0, cacheWrite: 0 }));
});

test('--cost names the file of settings that is read', async () => {
  const home = homeOfTwoModels();
  const file = (vars: Record<string, string>) =>
    call('stats --cost', { home, vars }).then(({ stderr }) => /Write them into (\S+),/.exec(stderr)?.[1]);
  expect(await file({})).toBe(join(home, '.config/convostore/config.json'));
  expect(await file({ XDG_CONFIG_HOME: '/srv/settings' })).toBe('/srv/settings/convostore/config.json');
});

test('a price is that of the model by its name, with or without a date, and of no other that begins so', () => {
  const table = new Map([['gpt-5', PRICES]]);
  for (const model of ['gpt-5', 'gpt-5-20260101', 'gpt-5-2026-01-01', 'gpt-5@20260101', 'gpt-5-latest'])
    expect(pricesOf(table, model)).toBe(PRICES);
  for (const model of ['gpt-5-mini', 'gpt-5.1', 'gpt-50', '']) expect(pricesOf(table, model)).toBeNull();
});
