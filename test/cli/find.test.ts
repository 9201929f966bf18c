import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isThorough } from '../support/sampling.ts';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';

const VERBS = ['fix', 'rename', 'move', 'measure', 'draw', 'replace', 'test', 'document', 'deploy', 'profile'];
const THINGS = [
  'redirect',
  'schedule',
  'invoice',
  'sensor',
  'harbour',
  'valve',
  'bookings',
  'ladder',
  'orchard',
  'lantern',
];
const PLACES = [
  'login',
  'archive',
  'kitchen',
  'pump station',
  'parser',
  'greenhouse',
  'ferry',
  'printer',
  'library',
  'cellar',
];
const FORMS: Readonly<Record<string, string>> = {
  fix: 'fixed',
  rename: 'renaming',
  move: 'moved',
  measure: 'measuring',
};
const FILLER = 'I look at the files first and tell you what I find there. Then we can decide what to do next, and how.';

/** Sessions about different things in the same words, and a question about each in other forms and another order. */
function planted(count: number): {
  readonly root: string;
  readonly questions: readonly { id: string; words: string }[];
} {
  const root = join(emptyHome(), '.claude');
  const folder = join(root, 'projects', '-srv-ada');
  mkdirSync(folder, { recursive: true });
  const questions = Array.from({ length: count }, (_, n) => {
    const pick = (from: readonly string[], by: number) => from[Math.floor(n / by) % from.length] ?? '';
    const [verb, thing, place] = [pick(VERBS, 1), pick(THINGS, 10), pick(PLACES, 20)];
    const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    const said = [
      `Please ${verb} the ${thing} of the ${place}.`,
      `${FILLER} The ${thing} is where the ${place} keeps it.`,
      `Thank you. Is it done, and is everything else as it was in the ${pick(PLACES, 13)}?`,
      `It is. ${FILLER}`,
    ];
    const lines = said.map((text, i) =>
      JSON.stringify({
        type: i % 2 === 0 ? 'user' : 'assistant',
        uuid: `${id}-${i}`,
        parentUuid: i === 0 ? null : `${id}-${i - 1}`,
        sessionId: id,
        timestamp: new Date(1_790_000_000_000 + n * 60_000 + i * 1000).toISOString(),
        message: { role: i % 2 === 0 ? 'user' : 'assistant', content: i % 2 === 0 ? text : [{ type: 'text', text }] },
      }),
    );
    writeFileSync(join(folder, `${id}.jsonl`), `${lines.join('\n')}\n`);
    return { id, words: `how did we ${FORMS[verb] ?? `${verb}ed`} that ${place} ${thing}s` };
  });
  return { root, questions };
}

function said(sessionId: string, n: number, content: unknown) {
  return {
    type: 'user',
    uuid: `${sessionId}-${n}`,
    parentUuid: n === 0 ? null : `${sessionId}-${n - 1}`,
    sessionId,
    timestamp: new Date(1_790_000_000_000 + n * 1000).toISOString(),
    message: { role: 'user', content },
  };
}

describe('convo find', () => {
  test('answers a question in other words than were said with the session that is about it', async () => {
    const { root, questions } = planted(200);
    let first = 0;
    const asked = questions.filter((_, n) => n % (isThorough ? 20 : 100) === 3);
    for (const { id, words } of asked) {
      const { stdout } = await call(['find', ...words.split(' '), '--root', root]);
      if (stdout.startsWith(id)) first++;
    }
    expect(first / asked.length).toBeGreaterThanOrEqual(0.7);
  });

  test('decodes the conversations that promise most, and no other answers better', async () => {
    const { root, questions } = planted(60);
    const { id, words } = questions[37] ?? { id: '', words: '' };
    // The words of the question in outputs of tools, which are no turns, and in damaged sessions.
    for (let n = 0; n < 40; n++) {
      const session = `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`;
      const content = [{ type: 'tool_result', tool_use_id: 'a', content: words }];
      const records = [said(session, 0, 'Look there.'), said(session, 1, content), said(session, 2, 'Thanks.')];
      const lines = records.map((record) => JSON.stringify(record));
      if (n % 8 === 0) lines.push('{"type":"us');
      writeFileSync(join(root, 'projects', '-srv-ada', `${session}.jsonl`), `${lines.join('\n')}\n`);
    }
    const ask = async (limit: string) =>
      JSON.parse((await call(['find', ...words.split(' '), '--json', '--limit', limit, '--root', root])).stdout);
    const [some, all] = [await ask('3'), await ask('all')];
    expect(some.answers[0].conversation.id).toBe(id);
    expect(some.answers[0].index).toBe(all.answers[0].index);
    expect(some.answers).toHaveLength(3);
    expect(some.searched).toBe(all.searched);
    expect(some.findings.map(({ path }: { path: string }) => path).toSorted()).toEqual(
      all.findings.map(({ path }: { path: string }) => path).toSorted(),
    );
    expect(some.findings).toHaveLength(5);
  });

  test('has the session that discusses it before a title that repeats the question, and of equal ones the newest first', async () => {
    const root = join(emptyHome(), '.claude');
    const folder = join(root, 'projects', '-srv-ada');
    mkdirSync(folder, { recursive: true });
    const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    const asked = 'Why is the loss NaN?';
    const write = (n: number, day: number, texts: readonly string[], title?: string) => {
      const at = Date.UTC(2026, 10, day);
      const records = texts.map((text, i) => ({ ...said(idOf(n), i, text), timestamp: new Date(at).toISOString() }));
      const named = title === undefined ? [] : [{ type: 'custom-title', customTitle: title, sessionId: idOf(n) }];
      const lines = [...records, ...named].map((record) => JSON.stringify(record));
      writeFileSync(join(folder, `${idOf(n)}.jsonl`), `${lines.join('\n')}\n`);
    };
    write(1, 1, [asked, 'The loss is NaN because log(0) is in the mask.'], undefined);
    write(2, 9, [asked, 'Done.'], `Title 14: ${asked}`);
    for (let n = 3; n < 13; n++) write(n, n === 9 ? 20 : n, [asked, 'Done.']);
    for (const limit of ['3', 'all']) {
      const { stdout } = await call(['find', 'why is the loss NaN', '--json', '--limit', limit, '--root', root]);
      const ids = JSON.parse(stdout).answers.map(({ conversation: { id } }: { conversation: { id: string } }) => id);
      expect(ids.slice(0, 3), limit).toEqual([idOf(1), idOf(9), idOf(12)]);
    }
  });

  test('has a title or first question with the words side by side before all others, however many there are', async () => {
    const root = join(emptyHome(), '.claude');
    const folder = join(root, 'projects', '-srv-ada');
    mkdirSync(folder, { recursive: true });
    const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    const write = (n: number, texts: readonly string[], title?: string) => {
      const records: object[] = texts.map((text, i) => ({
        ...said(idOf(n), i, text),
        timestamp: new Date(1_790_000_000_000 + n * 60_000 + i * 1000).toISOString(),
      }));
      if (title !== undefined) records.push({ type: 'custom-title', customTitle: title, sessionId: idOf(n) });
      writeFileSync(join(folder, `${idOf(n)}.jsonl`), `${records.map((each) => JSON.stringify(each)).join('\n')}\n`);
    };
    const LONG = `${FILLER} ${FILLER}`;
    const ask = async (words: string) => {
      const { stdout } = await call(`find ${words} --json --limit 4 --root ${root}`);
      return JSON.parse(stdout).answers.map(({ conversation: { id } }: { conversation: { id: string } }) => id);
    };
    write(1, [`${LONG} The coupon, and then ${LONG} of the rounding.`], 'Coupon rounding');
    write(2, [`${LONG} How do we fix the coupon rounding in this shop? ${LONG}`]);
    for (let n = 3; n < 130; n++) write(n, ['Coupon rounds.', 'coupon rounds coupon rounds', 'Rounding a coupon.']);
    const found = await ask('coupon rounding');
    expect(found).toHaveLength(4);
    expect(found.slice(0, 2).toSorted()).toEqual([idOf(1), idOf(2)]);
    expect((await ask('how did we fix the coupon rounding'))[0]).toBe(idOf(2));
    // A single word, and the words in another order, are no phrase.
    for (const words of ['coupon', 'rounding coupons']) expect((await ask(words))[0], words).not.toBe(idOf(1));
  });

  test('has the best answers first however many are wanted, in an order that is one', async () => {
    const { root } = planted(60);
    const idsOf = async (limit: string) => {
      const { stdout } = await call([
        'find',
        'login',
        'redirect',
        'ladder',
        '--json',
        '--limit',
        limit,
        '--root',
        root,
      ]);
      return JSON.parse(stdout).answers.map(({ conversation: { id } }: { conversation: { id: string } }) => id);
    };
    const all = await idsOf('all');
    expect(all.length).toBeGreaterThan(12);
    for (const limit of [3, 5, 10, 12]) expect(await idsOf(String(limit)), String(limit)).toEqual(all.slice(0, limit));
  });

  test('gives copies and forks that have the same message no place of another answer, and names them', async () => {
    const { root, questions } = planted(4);
    const folder = join(root, 'projects', '-srv-ada');
    const [{ id } = { id: '' }] = questions;
    const text = readFileSync(join(folder, `${id}.jsonl`), 'utf8');
    const fork = id.replace('8000', '9000');
    writeFileSync(join(folder, `${id}.sync-conflict-20260901-101010-ABCDEFG.jsonl`), text);
    writeFileSync(join(folder, `${fork}.jsonl`), text.replaceAll(id, fork));
    // Asked again on another day: no copy.
    const again = id.replace('8000', 'a000');
    writeFileSync(join(folder, `${again}.jsonl`), text.replaceAll(id, again).replaceAll('"2026-', '"2027-'));
    const asked = ['find', 'redirect', 'login', 'fix', '--root', root, '--limit', '3'];
    const { answers } = JSON.parse((await call([...asked, '--json'])).stdout);
    const ids = answers.map(({ conversation }: { conversation: { id: string } }) => conversation.id);
    expect(ids).toHaveLength(3);
    expect(ids).toContain(again);
    const [{ alike }] = answers.filter(({ alike = [] }) => alike.length > 0);
    const copies = [id, fork, `${id}.sync-conflict-20260901-101010-ABCDEFG.jsonl`];
    expect([...alike, ...ids.filter((each: string) => copies.includes(each))].toSorted()).toEqual(copies.toSorted());
    const piped = await call(asked);
    expect(piped.stdout.split('\n').filter(Boolean)).toHaveLength(3);
    expect(piped.stderr).toContain('convo: 2 copies and forks have one of these turns too: --json names them\n');
    const screen = await call(asked, { terminal: 80, vars: { NO_COLOR: '1' } });
    expect(screen.stdout).toMatch(/^ {2}and alike in \S+( \(copy\))? and 1 more$/m);
  });

  test('says of archived ones alone that they match', async () => {
    const { root, questions } = planted(2);
    const convo = (line: string) => call(`${line} --root ${root}`);
    for (const { id } of questions) expect((await convo(`archive ${id} --yes`)).exit).toBe(0);
    expect((await convo('find redirect')).stderr).toBe('convo: 2 archived conversations match: --all\n');
  });

  test('answers on a terminal with the turn that matches, and in JSON', async () => {
    const { root } = planted(12);
    const { stdout } = await call(['find', 'drawing', 'redirects', '--root', root], {
      terminal: 80,
      vars: { NO_COLOR: '1' },
    });
    expect(stdout).toContain('  Please draw the redirect of the login.');
    expect(stdout).toMatch(/^`convo --root \S+ show \S+:\d+`\s+shows the first; with\s+--open you choose$/m);
    expect(stdout).toMatch(/^\d{8}:0 · -srv-ada · 2 months ago$/m);
    const { stdout: json } = await call(['find', 'redirect', '--json', '--limit', '2', '--root', root]);
    expect(JSON.parse(json).answers).toHaveLength(2);
  });

  test('finds what a subagent said, also of a session that is gone, and show takes what is printed', async () => {
    const { root, questions } = planted(1);
    const [{ id } = { id: '' }] = questions;
    const gone = id.replace('8000', '9000');
    for (const [session, said] of [
      [id, 'The okapi stands in hall seven.'],
      [gone, 'The okapi was in hall two.'],
    ] as const) {
      const folder = join(root, 'projects', '-srv-ada', session, 'subagents');
      mkdirSync(folder, { recursive: true });
      const message = { role: 'user', content: said };
      const record = {
        type: 'user',
        uuid: `${session}-a`,
        parentUuid: null,
        isSidechain: true,
        sessionId: session,
        message,
      };
      writeFileSync(join(folder, 'agent-a1b2.jsonl'), `${JSON.stringify(record)}\n`);
    }
    const { stdout } = await call(['find', 'okapi', 'hall', '--root', root]);
    expect(stdout.split('\n').filter(Boolean).toSorted()).toEqual([
      `${id}@a1b2:0: The okapi stands in hall seven.`,
      `${gone}@a1b2:0: The okapi was in hall two.`,
    ]);
    expect((await call(['show', `${id}@a1b2:0`, '--root', root])).stdout).toContain('hall seven');
    const { stdout: json } = await call(['find', 'seven', '--json', '--root', root]);
    expect(JSON.parse(json).answers).toEqual([expect.objectContaining({ agent: 'a1b2', index: 0 })]);
  });

  test('names the words of a question that nobody said, where others answer', async () => {
    const { root } = planted(30);
    const titled = { type: 'custom-title', customTitle: 'An okapi', sessionId: 'a' };
    const lines = [said('a', 0, '番茄'), titled].map((record) => JSON.stringify(record));
    writeFileSync(join(root, 'projects', '-srv-ada', 'a.jsonl'), `${lines.join('\n')}\n`);
    const ask = (words: string) => call(`find ${words} --limit 1 --root ${root}`);
    const { exit, stderr } = await ask('the redirects zebra Okapis invoice rouding');
    expect([exit, stderr.replace(root, 'ROOT')]).toEqual([
      0,
      'convo: nobody said zebra, rouding; `convo --root ROOT grep -e zebra -e rouding` looks into calls and their results too\n',
    ]);
    expect((await ask('zebra rouding')).stderr).toContain('grep -e zebra -e rouding` looks into calls');
    // Other forms of a word, and pairs of letters, are no words that somebody typed.
    for (const words of ['redirected', '番茄苗床 redirect', 'the redirect'])
      expect(await ask(words), words).toMatchObject({ exit: 0, stderr: '' });
    const json = await ask('redirect rouding --json');
    expect([JSON.parse(json.stdout).nowhere, json.stderr]).toEqual([['rouding'], '']);
    expect(JSON.parse((await ask('redirect --json')).stdout)).not.toHaveProperty('nowhere');
    expect(JSON.parse((await ask('rouding --json')).stdout)).toMatchObject({ answers: [], nowhere: ['rouding'] });
  });

  test('asks for a word that was said, and differs in accents or a slip, where nothing answers', async () => {
    const { root } = planted(3);
    const file = join(root, 'projects', '-srv-ada', 'a.jsonl');
    const words = ['Übergröße', 'Köttbullar', 'smørrebrød', 'webhooks', 'deployment', 'été', 'Re\u0301sume\u0301'];
    writeFileSync(file, words.map((word, n) => `${JSON.stringify(said('a', n, `about ${word}.`))}\n`).join(''));
    const ask = async (asked: string) =>
      /did you mean (.*)\? `/.exec(
        (await call(['find', ...asked.split(' '), '--root', root], { terminal: 200 })).stderr,
      )?.[1];
    const asked = 'ubergrosse uebergroesse koettbullar smorrebrod webhok deplyoment ete resume';
    const meant = await Promise.all(asked.split(' ').map(ask));
    expect(meant).toEqual([
      'übergröße',
      'übergröße',
      'köttbullar',
      'smørrebrød',
      'webhooks',
      'deployment',
      'été',
      'résumé',
    ]);
    expect(await ask('webhok kottbullar')).toBe('webhooks, köttbullar');
    // A short word has no slips, others one or two; what nobody may read is not named.
    for (const word of ['ede', 'wbhks', 'deplyomnet2', 'zebra', 'webhok --redact', 'webhok --since 1d'])
      expect(await ask(word), word).toBeUndefined();
    // A script does not wait for it.
    expect((await call(['find', 'webhok', '--root', root])).stderr).not.toContain('did you mean');
  });

  test('exits 1 where no word stands, and 2 without a word', async () => {
    const { root } = planted(3);
    expect(await call(['find', 'zebra', '--root', root])).toMatchObject({
      exit: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^convo: no conversation is about that; `convo --root .* grep zebra` looks into calls and their results too\n$/,
      ),
    });
    expect(await call(['find', 'zebra', '--json', '--root', root])).toMatchObject({ exit: 1, stderr: '' });
    expect(await call(['find', '--root', root])).toMatchObject({ exit: 2 });
    const nowhere = ['find', 'redirect', '--project', join(root, '..'), '--root', root];
    expect(await call(nowhere)).toMatchObject({ exit: 2, stderr: expect.stringContaining('There is -srv-ada') });
    expect(await call([...nowhere, '--allow-empty'])).toMatchObject({ exit: 1 });
  });
});
