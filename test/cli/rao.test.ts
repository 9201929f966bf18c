import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { personWith } from './change/person.ts';
import { differences, snapshot } from './change/snapshot.ts';
import { expectTranscript } from './transcript.ts';

const AT = '.local/share/R/rstudio-ai';

const someone = () => personWith('../demo/rao', AT, 1_754_600_000);

describe('a Rao store', () => {
  test('is found at its usual place, told, and shown as Rao shows it', async () => {
    const person = someone();
    const lines = ['list', 'verify', 'show 1', 'show 1 --all', 'show 2', 'show 1 --companions'];
    await expectTranscript('rao', lines, { home: person.home, cwd: person.home });
  });

  test.each([
    ['R_USER_DATA_DIR', 'data/R/rstudio-ai', 'data'],
    ['XDG_DATA_HOME', 'xdg/R/rstudio-ai', 'xdg'],
  ])('is found where %s says', async (name, at, folder) => {
    const person = personWith('../demo/rao', at);
    const { document } = await person.json('list', { vars: { [name]: join(person.home, folder) } });
    expect(document.conversations).toHaveLength(3);
  });

  const SOUND = '[{"id":1,"role":"user","content":"a"},{"id":2,"role":"assistant","content":"b","related_to":1}]';
  const TORN = '[{"id":1,"role":"user","content":"a",}]';
  /** A store in which Rao can make no new conversation when one that is torn is the highest. */
  const storeOf = (logs: Readonly<Record<string, string>>) => {
    const person = personWith('../demo/rao', AT, 1_754_600_000);
    rmSync(person.store, { recursive: true });
    for (const [n, log] of Object.entries(logs)) {
      mkdirSync(join(person.store, `conversations/conversation_${n}`), { recursive: true });
      writeFileSync(join(person.store, `conversations/conversation_${n}/conversation_log.json`), log);
    }
    return person;
  };

  test('restores no conversation that cannot be read as the highest: Rao could make no new one', async () => {
    const person = storeOf({ 1: TORN, 2: SOUND, 3: TORN });
    expect((await person.convo('archive 1 3')).exit).toBe(0);
    const before = snapshot(person.home);
    for (const line of ['restore 1 --as 9', 'restore 3', 'restore 1 3']) {
      const refused = await person.convo(`${line} --dry-run`);
      expect([line, refused.exit]).toEqual([line, 4]);
      expect(refused.stdout).toContain('RA330');
    }
    expect(snapshot(person.home)).toEqual(before);
    expect((await person.convo('restore 1')).exit).toBe(0);
    expect((await person.convo('restore 3 --force')).exit).toBe(0);
  });

  test('restores it where one that can be read is above it, and forks it where the highest is no better', async () => {
    const person = storeOf({ 1: TORN, 2: TORN, 3: SOUND });
    expect((await person.convo('archive --all --yes')).exit).toBe(0);
    expect((await person.convo('restore --all --yes')).exit).toBe(0);
    const wiped = storeOf({ 1: '[{"id":1,"role":"system","content":"a"}]' });
    expect((await wiped.convo('fork 1')).exit).toBe(0);
  });

  test('gives its companions whole, so that a removed file can be got back', async () => {
    const { document } = await someone().json('show 1 --companions');
    expect(document.conversation.companions.file_changes[0].content).toContain('abline');
    expect(Object.keys(document.conversation.companions)).toEqual(
      expect.arrayContaining(['script_history', 'file_changes', 'conversation_diffs', 'message_buttons', 'plots']),
    );
  });

  test('prints the log of a conversation with --raw', async () => {
    const person = someone();
    const { exit, bytes } = await person.convo('show 2 --raw');
    expect(exit).toBe(0);
    expect(bytes.equals(readFileSync(join(person.store, 'conversations/conversation_2/conversation_log.json')))).toBe(
      true,
    );
  });

  test('is healed, names table and all, and every byte comes back', async () => {
    const person = someone();
    const before = snapshot(person.store);
    expect(await person.json('heal --lossy --yes')).toMatchObject({ exit: 0, document: { changed: 2 } });
    expect(readFileSync(join(person.store, 'conversation_names.csv'), 'utf8')).toBe(
      '"conversation_id","name"\n1,"Spring tides"\n2,"Tide gauge, drift and all"\n3,"Low water"\n',
    );
    expect(await person.json('verify')).toMatchObject({ exit: 0, document: { summary: { errors: 0, warnings: 0 } } });
    await person.convo('undo');
    expect(differences(before, snapshot(person.store))).toEqual([]);
  });

  test('is archived from, and restored to under another number when Rao took it meanwhile', async () => {
    const person = someone();
    await person.convo('heal --lossy --yes');
    const archived = await person.json('archive 3');
    expect(archived).toMatchObject({ exit: 0, document: { changed: 1 } });
    expect(JSON.stringify(archived.document.items)).toContain('Rao');
    await person.convo('fork 1');
    const all = await person.json('list --all');
    expect(all.document.conversations.map(({ id }: { id: string }) => id)).toEqual(['1', '2', '3', '4']);
    expect(await person.json('restore 3 --as 2')).toMatchObject({ exit: 4, document: { changed: 0, refused: 1 } });
    expect(await person.json('restore 3 --as 9')).toMatchObject({ exit: 0, document: { items: [{ newId: '9' }] } });
    expect(readFileSync(join(person.store, 'conversation_names.csv'), 'utf8')).toContain('9,"Low water"');
  });

  test('shows what would be done before it is done', async () => {
    const person = someone();
    await person.convo('heal --lossy --yes');
    const lines = ['archive 3 --dry-run', 'fork 1 --at 5 --dry-run', 'delete 2 --dry-run', 'migrate --dry-run'];
    await expectTranscript('rao-change', lines, { home: person.home, cwd: person.home });
  });

  test('takes back its own row after Rao has saved the names again', async () => {
    const person = someone();
    await person.convo('heal --lossy --yes');
    await person.convo('delete 3');
    const names = join(person.store, 'conversation_names.csv');
    writeFileSync(names, `${readFileSync(names, 'utf8')}7,"New conversation"\n`);
    expect(await person.json('undo')).toMatchObject({ exit: 0, document: { changed: 1, refused: 0 } });
    const text = readFileSync(names, 'utf8');
    expect(text).toContain('3,"Low water"\n');
    expect(text).toContain('7,"New conversation"\n');
  });
});
