import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { call } from './call.ts';

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));

describe('a heal of a conversation', () => {
  test('is drawn at the top and where it was, on pages, in text and in Markdown, and in text alone with the command that undoes it', async () => {
    const { root, heal, show } = tornSession();
    await heal('--lossy');
    const top = /healed by run 0000, 2026-11-21 12:00:00 UTC: CL004 A line inside the file is torn/;
    const undo = `convo --root ${root} undo 0000`;
    const text = await show();
    expect(text).toMatch(top);
    expect(text).toContain(`undo it: ${undo}`);
    expect(text).toMatch(/The plums\.\n\n── healed here by run 0000 ─+\n.*In October/s);
    const page = await show('--html');
    expect(page).toMatch(top);
    expect(page).not.toContain('undo');
    expect(page).toMatch(/The plums\..*<p class="finding healed">healed here by run 0000<\/p>.*In October/s);
    const markdown = await show('--markdown');
    expect(markdown).toMatch(top);
    expect(markdown).not.toContain('undo');
    expect(markdown).toMatch(/The plums\..*> healed here by run 0000\n.*In October/s);
  });

  test('is drawn on exported pages too, of these conversations alone', async () => {
    const { root, heal } = tornSession();
    await heal('--lossy');
    const output = join(root, '../pages');
    await call(['export', '--to', 'html', '--root', root, '--output', output]);
    await call([
      'export',
      '--to',
      'html',
      '--root',
      join(fixtures, 'claude/CL213-record-lost/before'),
      '--output',
      `${output}-2`,
    ]);
    const textIn = (folder: string) =>
      readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8').replace(/<style>.*?<\/style>/s, ''));
    expect(textIn(output).join('')).toContain('healed here by run 0000');
    expect(textIn(output).join('')).not.toContain('undo');
    expect(textIn(`${output}-2`).join('')).not.toContain('healed');
  });

  test('is no longer drawn once it is undone', async () => {
    const { root, heal, show, healed } = tornSession();
    await heal('--lossy');
    await call(['undo', '--root', root, '--yes']);
    expect(await show()).not.toContain('healed by run');
    expect(await healed()).toBeUndefined();
  });

  test('keeps its place while the program appends, and loses it when the file becomes another', async () => {
    const { file, heal, healed } = tornSession();
    await heal('--lossy');
    const line = {
      type: 'user',
      uuid: '20100004-0009-4000-8000-000000000000',
      message: { role: 'user', content: 'And the pears?' },
    };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
    expect(await healed()).toMatchObject([{ codes: ['CL004'], places: ['/2'] }]);
    writeFileSync(file, `${JSON.stringify(line)}\n`);
    expect(await healed()).toMatchObject([{ codes: ['CL004'], places: [] }]);
  });

  test.each([
    ['rao', 'RA107', /── error RA107: .*\n\nassistant\n {2}Use plot/],
    ['tenex', 'TX120', /── warning TX120: /],
  ])('has a finding of %s between its messages before it', async (kind, code, drawn) => {
    const { show } = fixtureOf(kind, code);
    expect(await show(...(kind === 'rao' ? ['1'] : []))).toMatch(drawn);
  });

  test('counts what else its run changed', async () => {
    const { root, file, heal, show } = tornSession();
    cpSync(file, file.replace('20100004', '20100005'), { preserveTimestamps: true });
    await heal('--lossy');
    expect(await show('20100004')).toContain(`undo it and 1 other change: convo --root ${root} undo 0000`);
  });

  test('counts what its run changed in other stores, and names the run as all of them know it', async () => {
    const [one, other] = [tornSession(), fixtureOf('tenex', 'TX205')];
    const both = ['--root', one.root, '--root', other.root];
    await call(['heal', ...both, '--lossy', '--yes']);
    const { stdout } = await call(['show', ...both, '20100004']);
    expect(stdout).toContain(`undo it and 1 other change: convo --root ${one.root} --root ${other.root} undo 0000`);
    expect(await one.show()).toContain(`undo it: convo --root ${one.root} undo 0000`);
  });

  test.each([
    ['fnord', 'FN112', '/messages/'],
    ['tenex', 'TX205', null],
    ['rao', 'RA107', '/3'],
  ])('is known of %s too', async (kind, code, place) => {
    const { healed, heal } = fixtureOf(kind, code);
    await heal('--lossy');
    const all = await healed(...(kind === 'rao' ? ['1'] : []));
    expect(all).toMatchObject([{ number: 1, codes: [code] }]);
    if (place !== null) expect(all[0].places[0]).toContain(place);
  });
});

/** A store that is a copy of the first fixture of a code, old enough to be changed. */
function fixtureOf(kind: string, code: string) {
  const folder = mkdtempSync(join(tmpdir(), 'convo-healed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const name = readdirSync(join(fixtures, kind)).find((each) => each.startsWith(`${code}-`)) ?? '';
  const before = join(fixtures, kind, name, 'before');
  const isLoose = kind === 'fnord';
  const root = join(folder, 'store');
  if (isLoose) {
    const conversations = join(root, 'projects/harbour/conversations');
    mkdirSync(conversations, { recursive: true });
    cpSync(before, conversations, { recursive: true });
  } else cpSync(before, root, { recursive: true });
  const old = new Date('2026-11-01T12:00:00Z');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((each) => join(root, each));
  for (const each of files) utimesSync(each, old, old);
  const heal = async (...flags: string[]) => {
    const { exit, stdout } = await call(['heal', '--root', root, '--yes', ...flags]);
    expect(stdout).toContain('undo');
    return exit;
  };
  const show = async (...words: string[]) => (await call(['show', '--root', root, ...words])).stdout;
  const healed = async (...ids: string[]) => JSON.parse(await show(...ids, '--json')).conversation.healed;
  return { root, files, heal, show, healed };
}

/** A session with a torn line between its second and its third message. */
function tornSession() {
  const store = fixtureOf('claude', 'CL004');
  const file = store.files.find((each) => each.endsWith('.jsonl')) ?? '';
  return { ...store, file };
}
