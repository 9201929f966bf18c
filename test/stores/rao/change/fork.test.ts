import { describe, expect, test } from 'vitest';
import { readBase, type Tree } from '../reader.ts';
import { changeOf, inShort, RECORDED, run, withFiles } from './base.ts';
import { applied, below } from './tree.ts';

const fork = (id: string, more = {}, tree: Tree = RECORDED) => applied(tree, changeOf(tree, 'fork', [id], more).change);
const file = (tree: Tree, name: string, number = 8) =>
  tree.get(`conversations/conversation_${number}/${name}`)?.toString() ?? null;
const idsOf = (tree: Tree) => (readBase(tree).conversations.get(8)?.messages ?? []).map(({ id }) => id);
const notesOf = (id: string, more = {}) => {
  const outcome = run(RECORDED, 'fork', [id], more).outcomes.get(id);
  return outcome?.state === 'joined' ? outcome.notes : null;
};

describe('fork', () => {
  test('takes the next number that nothing has, the archived ones counted', () => {
    const { change, before, after: counts } = changeOf(RECORDED, 'fork', ['2']);
    expect(inShort(change)).toEqual(['put conversation_names.csv', 'plant conversations/conversation_8']);
    expect(change).toMatchObject({ ids: ['2', '8'], items: [{ id: '2', newId: '8' }] });
    expect([before.conversations, counts.conversations, before.messages, counts.messages]).toEqual([1, 2, 20, 40]);
    const shelved = applied(RECORDED, changeOf(RECORDED, 'archive', ['7']).change);
    expect(changeOf(shelved, 'fork', ['2']).change.ids).toEqual(['2', '8']);
    expect(changeOf(shelved, 'fork', ['7']).change.ids).toEqual(['7', '8']);
  });

  test('reads the same to Rao but for its name, and the first is as it was', () => {
    const tree = fork('2');
    const { conversations, listing } = readBase(tree);
    expect(listing).toEqual([1, 2, 4, 5, 6, 7, 8]);
    expect(conversations.get(8)?.messages).toEqual(conversations.get(2)?.messages);
    expect(conversations.get(8)?.name).toBe('Normals (fork)');
    for (const number of [1, 2, 4, 5, 6, 7])
      expect(conversations.get(number)).toEqual(readBase(RECORDED).conversations.get(number));
  });

  test('says its own number in history, changes and diffs', () => {
    const tree = fork('2', { carry: new Set(['changes']) });
    expect(file(tree, 'script_history.tsv')).toBe('filename\torder\tconversation_index\nnormals.R\t1\t8\n');
    const numbers = ['file_changes.json', 'conversation_diffs.json'].flatMap((name) =>
      [...(file(tree, name) ?? '').matchAll(/"conversation_index": (\d+)/g)].map(([, number]) => number),
    );
    expect(numbers).toEqual(Array(7).fill('8'));
  });

  test('has images of its own', () => {
    const tree = fork('6');
    expect(file(tree, 'images.csv')).toBe(
      RECORDED.get('conversations/conversation_6/images.csv')?.toString().replace('conversation_6', 'conversation_8'),
    );
    expect(tree.get('conversations/conversation_8/images_attached/fig.png')).toEqual(
      RECORDED.get('conversations/conversation_6/images_attached/fig.png'),
    );
    const log = JSON.parse(file(fork('4'), 'conversation_log.json') ?? '');
    expect(log[3].plots_file).toMatch(/\/conversation_8\/plots\/plots_2\.json$/);
  });

  test('leaves behind what Rao would do for both, unless it is asked for', () => {
    const rows = (tree: Tree) => file(tree, 'attachments.csv')?.split('\n').length;
    expect([rows(fork('1')), rows(fork('1', { carry: new Set(['remote']) }))]).toEqual([2, 4]);
    expect(notesOf('1')).toEqual([expect.stringContaining('leaves 2 attachments behind')]);
    expect(notesOf('1', { carry: new Set(['remote']) })).toEqual([expect.stringContaining('shares 2 attachments')]);
    expect(JSON.parse(file(fork('2'), 'file_changes.json') ?? '')).toEqual({ changes: [] });
    expect(notesOf('2')).toEqual([expect.stringContaining('leaves 3 file changes behind')]);
    expect(notesOf('2', { carry: new Set(['changes']) })).toEqual([expect.stringContaining('can undo 3 file changes')]);
  });

  test('leaves the state of a background summary behind', () => {
    const name = 'conversations/conversation_2/background_summarization';
    const tree = fork('2', {}, withFiles(RECORDED, { [`${name}.json`]: '{}', [`${name}_backup_1.json`]: '{}' }));
    expect([...below(tree, 'conversations/conversation_8').keys()]).not.toContain('background_summarization.json');
    expect(below(tree, 'conversations/conversation_8').size).toBe(7);
  });

  test('leaves a torn file of changes behind, and copies other torn companions as they are', () => {
    const folder = 'conversations/conversation_2';
    const torn = withFiles(RECORDED, {
      [`${folder}/file_changes.json`]: '{"chan',
      [`${folder}/summaries.json`]: '{"summ',
    });
    const tree = fork('2', {}, torn);
    expect([file(tree, 'file_changes.json'), file(tree, 'summaries.json')]).toEqual([null, '{"summ']);
  });

  test('is named after a name with quotes, and after none', () => {
    expect(readBase(fork('1')).conversations.get(8)?.name).toBe('CSV columns, "quoted" name (fork)');
    const nameless = withFiles(RECORDED, { 'conversation_names.csv': null });
    expect(fork('1', {}, nameless).get('conversation_names.csv')?.toString()).toBe(
      '"conversation_id","name"\n8,"New conversation (fork)"\n',
    );
  });

  test('for Erdos has a name that it does not cut, and its number in each message', () => {
    const erdos = withFiles(RECORDED, {
      'conversation_names.csv': 'conversation_id,name\n1,"a, ""b"""\n',
      'conversations/conversation_1/conversation_log.json': '[{"id":1,"role":"user","content":"x","conversationId":1}]',
    });
    const tree = fork('1', {}, erdos);
    expect(tree.get('conversation_names.csv')?.toString()).toBe('conversation_id,name\n1,"a, ""b"""\n8,"a b (fork)"\n');
    expect(JSON.parse(file(tree, 'conversation_log.json') ?? '')[0].conversationId).toBe(8);
  });

  test('is refused for a log that Rao cannot read, and where other numbers are out of sight', () => {
    const torn = withFiles(RECORDED, { 'conversations/conversation_1/conversation_log.json': '[{"id":1' });
    expect(run(torn, 'fork', ['1']).outcomes.get('1')).toMatchObject({
      state: 'refused',
      reason: expect.stringContaining('heal it first'),
    });
    const site = {
      kind: 'rao',
      root: '/base',
      shape: 'base',
      scope: null,
      file: 'conversations/conversation_1',
    } as const;
    expect(run(RECORDED, 'fork', ['1'], {}, site).outcomes.get('1')).toMatchObject({ state: 'refused' });
  });
});

describe('fork --at', () => {
  const all = () => readBase(RECORDED).conversations.get(2)?.messages ?? [];
  const carry = new Set(['changes'] as const);

  test('keeps what lies before that message, as a revert does, and all for the number of messages', () => {
    const ids = all().map(({ id }) => Number(id));
    const sorted = [...ids].sort((a, b) => a - b);
    for (const at of [0, 1, 5, 12, 19])
      expect(idsOf(fork('2', { at: String(at) }))).toEqual(ids.filter((id) => id < (sorted[at] ?? 0)));
    expect(idsOf(fork('2', { at: '20' }))).toEqual(ids);
    expect(file(fork('2', { at: '0' }), 'conversation_log.json')?.trim()).toBe('[]');
  });

  test('cuts changes, diffs, buttons, summaries and history at the same place', () => {
    const cut = Number([...all()].map(({ id }) => Number(id)).sort((a, b) => a - b)[6]);
    const tree = fork('2', { at: '6', carry });
    const source = (name: string) => JSON.parse(RECORDED.get(`conversations/conversation_2/${name}`)?.toString() ?? '');
    const made = (name: string) => JSON.parse(file(tree, name) ?? '');
    expect(made('file_changes.json').changes.map(({ id }: { id: number }) => id)).toEqual(
      source('file_changes.json')
        .changes.filter((change: { conversation_id: number }) => change.conversation_id < cut)
        .map(({ id }: { id: number }) => id),
    );
    expect(Object.keys(made('conversation_diffs.json').diffs)).toEqual(
      Object.keys(source('conversation_diffs.json').diffs).filter((key) => Number(key) < cut),
    );
    const questions = made('conversation_log.json').filter(
      (message: { original_query?: boolean }) => message.original_query,
    ).length;
    for (const key of Object.keys(made('summaries.json').summaries)) expect(Number(key)).toBeLessThanOrEqual(questions);
    const buttons = (file(tree, 'message_buttons.csv') ?? '')
      .split('\n')
      .slice(1, -1)
      .map((row) => Number(row.split(',')[0]));
    for (const id of buttons) expect(id).toBeLessThan(cut);
  });

  test('leaves no stale row of history, which Rao would', () => {
    expect(file(fork('2', { at: '0' }), 'script_history.tsv')).toBe('filename\torder\tconversation_index\n');
  });

  test('keeps what a developer said, and tells of messages without an id', () => {
    const log =
      '[{"id":5,"role":"developer","content":"d"},{"id":1,"role":"user","content":"a"},{"role":"user","content":"x"},{"id":2,"role":"user","content":"b"}]';
    const tree = withFiles(RECORDED, { 'conversations/conversation_1/conversation_log.json': log });
    expect(idsOf(fork('1', { at: '2' }, tree))).toEqual([5, 1]);
    expect(run(tree, 'fork', ['1'], { at: '2' }).outcomes.get('1')).toMatchObject({
      notes: expect.arrayContaining(['leaves 1 of its messages out because they have no id, as a revert does']),
    });
  });

  test('is refused where ids are doubtful, and for what is not a number of a message', () => {
    for (const at of ['21', '-1', 'x', '', '1.0'])
      expect(run(RECORDED, 'fork', ['2'], { at }).outcomes.get('2')).toMatchObject({
        state: 'refused',
        reason: expect.stringContaining('0 to 20'),
      });
    const twice = withFiles(RECORDED, {
      'conversations/conversation_1/conversation_log.json':
        '[{"id":1,"role":"user","content":"a"},{"id":1,"role":"user","content":"b"}]',
    });
    expect(run(twice, 'fork', ['1'], { at: '1' }).outcomes.get('1')).toMatchObject({
      state: 'refused',
      codes: ['RA107'],
    });
  });
});
