import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { homeOf } from '../home-of-all.ts';

const ID = 'b3f8a2d7-914e-4c06-b5e1-72c8d06a94fe';

describe('of one conversation', () => {
  test.each([
    ['talk.html', /^<!doctype html>/],
    ['talk.md', /^<!-- a page of convo -->/],
    ['talk.jsonl', /^\{"parentUuid"/],
  ])('--output %s is one file, in the form of its name', async (name, begins) => {
    const { convo, at } = homeOf(['claude']);
    const { exit, stdout } = await convo(`export ${ID} --output ${at(name)}`);
    expect(exit).toBe(0);
    expect(stdout).toMatch(new RegExp(`^${at(name)}, [\\d.]+ (?:KB|bytes)\\n$`));
    const text = readFileSync(at(name), 'utf8');
    expect(text).toMatch(begins);
    expect(text).not.toContain('index.html');
    expect(existsSync(join(at(name), '..', 'index.html'))).toBe(false);
    expect((await convo(`export ${ID} --output ${at(name)}`)).exit).toBe(0);
  });

  test('a file is not written where its folder is missing, and no folder is made for it', async () => {
    const { convo, at } = homeOf(['claude']);
    const { exit, stdout, stderr } = await convo(`export ${ID} --output ${at('nowhere/sub/talk.md')}`);
    expect([exit, stdout, existsSync(at('nowhere'))]).toEqual([3, '', false]);
    expect(stderr.replace(/\s+/g, ' ')).toContain('talk.md cannot be written: its folder does not exist');
    expect((await convo(`export ${ID} --to html --output ${at('new/pages')}`)).exit).toBe(0);
    expect(existsSync(at('new/pages/index.html'))).toBe(true);
  });

  test('a folder of that name stays one, and another format makes one', async () => {
    const { convo, at } = homeOf(['claude']);
    mkdirSync(at('talk.html'));
    expect((await convo(`export ${ID} --output ${at('talk.html')}`)).stdout).toContain('1 page and index.html in');
    expect(readdirSync(at('talk.html')).sort()).toEqual([`claude-${ID}.html`, 'index.html']);
    await convo(`export ${ID} --to markdown --output ${at('notes.html')}`);
    expect(readdirSync(at('notes.html'))).toEqual([`claude-${ID}.md`]);
  });

  test('a trajectory is one file of JSON, and the hint says so', async () => {
    const { convo, at } = homeOf(['claude']);
    const to = ['export', ID, '--to', 'atif'];
    expect((await convo(to)).stderr).toContain('--output FILE.json for this one');
    expect((await convo([...to, '--output', at('talk.json')])).exit).toBe(0);
    expect(JSON.parse(readFileSync(at('talk.json'), 'utf8')).session_id).toBe(ID);
    expect((await convo(`export --to atif --output ${at('all.json')}`)).exit).toBe(2);
  });

  test('a file of someone else is not replaced, nor a redacted one by a clear one', async () => {
    const { convo, at } = homeOf(['claude']);
    writeFileSync(at('talk.md'), 'mine\n');
    expect((await convo(`export ${ID} --output ${at('talk.md')}`)).exit).toBe(4);
    expect(readFileSync(at('talk.md'), 'utf8')).toBe('mine\n');
    expect((await convo(`export ${ID} --output ${at('page.html')} --redact`)).exit).toBe(0);
    expect((await convo(`export ${ID} --output ${at('page.html')}`)).stderr).toContain('is redacted');
  });
});

test('a page and Markdown have the title and the tag that the program gives a session', async () => {
  const { convo, at } = homeOf(['claude']);
  await convo(`rename ${ID} Timetable --yes`);
  await convo(`tag ${ID} review --yes`);
  for (const name of ['talk.md', 'talk.html', 'pages/index.html']) {
    const [folder = '', file] = name.split('/');
    await convo(file === undefined ? `export ${ID} --output ${at(name)}` : `export --to html --output ${at(folder)}`);
    const text = readFileSync(at(name), 'utf8');
    expect(text).toContain('Timetable');
    expect(text).toMatch(/^- tag review$|<dt>tag<\/dt><dd>review<\/dd>| #review/m);
  }
});

test('one file is for one conversation', async () => {
  const { convo, at } = homeOf(['claude']);
  for (const ids of ['', 'e5a9c1d3 7e905b3a '])
    expect(await convo(`export ${ids}--output ${at('talk.html')}`)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('Name one conversation for it, or a folder for all: --output DIR.'),
    });
});

test.each([
  ['md', 0, ''],
  ['csv', 2, 'DuckDB makes CSV of parquet'],
  ['PDF', 2, 'a browser prints'],
  ['html5', 2, 'takes html, markdown (md), jsonl, atif or parquet, not'],
])('--to %s is understood, or says what does it', async (word, exit, text) => {
  const { convo, at } = homeOf(['claude']);
  expect(await convo(`export --to ${word} --output ${at('out')}`)).toMatchObject({
    exit,
    stderr: expect.stringContaining(text),
  });
});

test('--redact-also takes several, and home folders are counted', async () => {
  const { convo, at } = homeOf(['claude']);
  const { exit, stderr } = await convo(`export ${ID} --output ${at('a.html')} --redact --redact-also home,user`);
  expect(exit).toBe(0);
  expect(stderr).toMatch(/^redacted: \d+ places: .*\d+ home\b/m);
  expect(readFileSync(at('a.html'), 'utf8')).not.toContain('/home/ben');
});

test('a page or Markdown of show says whether it was redacted', async () => {
  const { convo } = homeOf(['claude']);
  for (const way of ['--html', '--markdown']) {
    expect((await convo(`show ${ID} ${way}`)).stderr).toContain('nothing was redacted');
    expect((await convo(`show ${ID} ${way} --redact`)).stderr).toContain('look before you send');
  }
  expect((await convo(`show ${ID}`)).stderr).not.toContain('redacted');
});

test('Markdown of one conversation goes into a pipe, redacted where that is asked, and a terminal needs a file', async () => {
  const { convo } = homeOf(['claude']);
  const shown = await convo(`show ${ID} --markdown`);
  expect(await convo(`export --to markdown ${ID}`)).toMatchObject({ exit: 0, stdout: shown.stdout });
  expect(await convo(`export --to markdown ${ID} --redact`)).toMatchObject({
    stdout: (await convo(`show ${ID} --markdown --redact`)).stdout,
    stderr: expect.stringContaining('redact'),
  });
  for (const line of [`export --to html ${ID}`, `export --to markdown ${ID} --since 7d`, 'export --to markdown'])
    expect(await convo(line)).toMatchObject({ exit: 2, stderr: expect.stringContaining('needs a folder to write to') });
  expect((await convo(`export --to markdown ${ID}`, { terminal: 80 })).exit).toBe(2);
});
