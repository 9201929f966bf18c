import { describe, expect, test } from 'vitest';
import { type ChangeReport, NO_COUNTS, type ReportItem } from '../../src/model/change-report.ts';
import { cmd, type NextCommand, sentence } from '../../src/model/command.ts';
import { type ChangeTextOptions, changeText } from '../../src/report/change/change.ts';
import { byCodeText } from '../../src/report/change/planned.ts';
import { paint, SHADES } from '../../src/report/paint.ts';
import { changeJson, worded } from '../../src/report/worded.ts';

const RUN = '20261121T120000Z-0001';

describe('the text of a change', () => {
  test('tells what changed, the counts, and the way back with the same roots', () => {
    const counts = { ...NO_COUNTS, conversations: 1, messages: 1200, memories: 1, bytes: 10 };
    expect(text({ changed: 1, before: counts, after: { ...counts, bytes: 12 }, items: [item({})] })).toEqual([
      'fnord store /s',
      '  healed  a in lantern',
      '',
      '1 changed, 0 unchanged, 0 refused, 0 failed',
      '  still:  1 conversation, 1,200 messages, 1 memory (10 bytes, now 12 bytes)',
      `run ${RUN}: \`convo --root s undo ${RUN}\` puts every byte back`,
    ]);
  });

  test('names the conversation that a shared file was changed for', () => {
    const paths = ['/s/names.csv', '/s/conversations/conversation_3', '/s/3.json'];
    expect(text({ items: paths.map((path) => item({ id: '3', path })) }).slice(1, 4)).toEqual([
      '  healed  3 in names.csv',
      '  healed  conversations/conversation_3',
      '  healed  3 in lantern',
    ]);
  });

  test('shortens ids so that none is that of a conversation of another kind, of which nothing is told', () => {
    const [claude, codex] = ['5e550010-1111-4000-8000-000000000001', '5e550010-2222-4000-8000-000000000002'];
    const other = item({ id: codex, kind: 'codex', root: '/x', state: 'unchanged' });
    const lines = (items: ReportItem[]) => text({ items }, { width: 80 }).slice(0, 2);
    expect(lines([item({ id: claude }), other])).toEqual(['fnord store /s', '  healed  5e550010-1 in a.json']);
    expect(lines([item({ id: claude })])).toEqual(['fnord store /s', '  healed  5e550010 in a.json']);
  });

  test('says nothing of unchanged items but how many, and of no run no way back', () => {
    const items = [item({ state: 'unchanged' })];
    expect(text({ run: null, unchanged: 1, items })).toEqual(['0 changed, 1 unchanged, 0 refused, 0 failed']);
  });

  test('behind a question lists no changes again, and says what stays that makes the exit code 1', () => {
    const items = [item({ stays: ['CL218'] }), item({ id: 'b', stays: ['CL218'] }), item({ id: 'c' })];
    const lines = text({ run: null, changed: 3, items }, { isShown: true });
    expect(lines[0]).toBe('3 changed, 0 unchanged, 0 refused, 0 failed');
    expect(lines).toContain('damage stays in 2 conversations, as shown above: CL218');
    expect(text({ run: null, changed: 1, items: [item({})] }, { isShown: true }).join('\n')).not.toContain('stays');
  });

  test('says why an item was refused, its codes, and the next step, all with the same roots', () => {
    const reason = sentence`both: ${cmd`heal`} keeps one`;
    const more = { reason, notes: [sentence`${cmd`explain X`}, ${cmd`delete`} takes both`] };
    const refused = item({ state: 'refused', codes: ['FN006'], ...more });
    const lines = (next: NextCommand) => text({ refused: 1, items: [{ ...refused, next }] }).slice(1, 4);
    expect(lines(cmd`heal a --lossy --dry-run`)).toEqual([
      '  refused  a in lantern: both: `convo --root s heal` keeps one [FN006]',
      '      `convo explain X`, `convo --root s delete` takes both',
      '      next: convo --root s heal a --lossy --dry-run',
    ]);
    expect(lines(cmd`explain FN002`).at(-1)).toBe('      next: convo explain FN002');
  });

  test('leaves the name of a file as it is that reads like a command', () => {
    const path = '/s/projects/x/`convo heal` me.json.tmp';
    const notes = [sentence`projects/x/\`convo heal\` me.json.tmp goes: ${cmd`undo`} brings it back`];
    const [first] = worded(report({ items: [item({ path, notes })] }), 'convo --root s').items;
    expect(first?.notes).toEqual(['projects/x/`convo heal` me.json.tmp goes: `convo --root s undo` brings it back']);
  });

  test('shows the steps of a dry run, and what of them is not shown', () => {
    const edits = [{ at: 1234, line: 1, column: 1235, removed: '{}', inserted: '"{}"' }];
    const steps = [
      { do: 'put', path: 'a', edits, more: 1 },
      { do: 'put', path: 'n', from: 'a', edits: [], more: 0 },
      { do: 'move', path: 'a', to: 'b' },
      { do: 'remove', path: 'c' },
    ] as const;
    expect(text({ dryRun: true, changed: 1, items: [item({ steps, notes: ['a note'] })] })).toEqual([
      'fnord store /s',
      '  would heal  a in lantern',
      '      a note',
      '    write a',
      '      at 1:1235',
      '        - {}',
      '        + "{}"',
      '      ... and 1 more edit (--plan-out saves them all)',
      '    write n from a',
      '    move a to b',
      '    move into the journal: c',
      '',
      'dry run, nothing was written: 1 to change, 0 unchanged, 0 refused, 0 failed',
    ]);
  });

  test('says the damage and its effect for the person before the edits of a heal, and after it the effect alone', () => {
    const counts = {
      before: { ...NO_COUNTS, conversations: 1 },
      after: { ...NO_COUNTS, conversations: 1, messages: 9 },
    };
    const healed = item({ kind: 'claude', codes: ['CL008'], counts, steps: [{ do: 'put', path: 'a' }] });
    expect(text({ dryRun: true, changed: 1, items: [healed] }).slice(1, 5)).toEqual([
      '  would heal  a in lantern [CL008]',
      '      NUL bytes hide a record: Claude Code skips this line',
      '      9 more messages can be read afterwards',
      '    write a',
    ]);
    expect(text({ changed: 1, items: [healed] })[2]).toBe('      9 more messages can be read now');
  });

  test('gives bytes that nobody reads one line, and counts an escape that follows itself', () => {
    const edit = (removed: string) => ({ at: 0, line: 1, column: 1, removed, inserted: '' });
    const utf16 = `${'{\\u0000"\\u0000'.repeat(12)}... (3874 bytes)`;
    const steps = [
      { do: 'put', path: 'a', edits: [edit(`${'\\u0000'.repeat(160)}... (300 bytes)`), edit(utf16)] },
    ] as const;
    for (const width of [80, 40, Number.POSITIVE_INFINITY]) {
      const lines = text({ dryRun: true, changed: 1, items: [item({ steps })] }, { width });
      const removed = lines.filter((line) => line.trim().startsWith('- '));
      expect(removed).toEqual([
        '        - \\u0000 × 160... (300 bytes)',
        expect.stringMatching(/^ {8}- \{\\u0000".*… \(3874 bytes\)$/),
      ]);
      expect(removed.every((line) => line.length <= Math.min(width, 80))).toBe(true);
    }
  });

  test('gives what only needs --lossy a line each, counts it apart, and names the command once', () => {
    const more = { state: 'refused', codes: ['CL003'], needsLossy: true, kind: 'claude' } as const;
    const items = ['a', 'b'].map((id) =>
      item({ ...more, id, title: 'Tides '.repeat(20), reason: 'is torn: needs --lossy' }),
    );
    const all = [...items, item({ state: 'refused', reason: 'is in use' })];
    expect(text({ dryRun: true, refused: 3, items: all }, { width: 80 })).toEqual([
      'claude store /s',
      '  needs --lossy  a Tides Tides Tides Tides Tides…: CL003 The last line is torn',
      '  needs --lossy  b Tides Tides Tides Tides Tides…: CL003 The last line is torn',
      '  refused  a in lantern: is in use',
      '',
      'dry run, nothing was written: 0 to change, 0 unchanged, 1 refused, 0 failed, 2',
      '  need --lossy',
      '`convo --root s heal --lossy --dry-run` shows what they would lose',
    ]);
    expect(text({ dryRun: true, refused: 3, items: all }, { only: ['CL003', 'CL004'] }).at(-1)).toBe(
      '`convo --root s heal --only CL003,CL004 --lossy --dry-run` shows what they would lose',
    );
    expect(parsed({ refused: 1, items }).items[0]).not.toHaveProperty('needsLossy');
    const [alone] = text({ refused: 1, items: items.slice(0, 1) }).slice(1);
    expect(alone).toContain('refused  a');
  });

  test('begins a large plan with its codes, the most frequent first', () => {
    const items = ['CL006', 'CL019', 'CL019', 'CL020'].map((code) => item({ kind: 'claude', codes: [code] }));
    expect(byCodeText(worded(report({ items }), 'convo'))).toEqual([
      'CL019 in 2 conversations: The file is UTF-16',
      'CL006 in 1 conversation: Several records are on one line',
      'CL020 in 1 conversation: The file is one JSON list of records',
      '',
    ]);
    expect(byCodeText(worded(report({ items: items.slice(0, 3) }), 'convo'))).toEqual([]);
  });

  test('shows edits that are alike once, with how many there are', () => {
    const at = (line: number, removed: string) => ({ at: line, line, column: 7, removed, inserted: 'new' });
    const edits = [at(1, 'old'), at(2, 'older'), at(3, 'old'), at(9, 'old')];
    const steps = [{ do: 'put', path: 'a', edits, more: 5 }] as const;
    expect(text({ dryRun: true, changed: 1, items: [item({ steps })] }).slice(2, 10)).toEqual([
      '    write a',
      '      at 1:7 and in 2 more places down to 9:7',
      '        - old',
      '        + new',
      '      at 2:7',
      '        - older',
      '        + new',
      '      ... and 5 more edits (--plan-out saves them all)',
    ]);
  });

  test('gives a path that is too long for a terminal a line of its own, behind what is done to it', () => {
    const path = `projects/lantern/${'conversations/'.repeat(3)}60fb1e8a.json`;
    const steps = [
      { do: 'remove', path },
      { do: 'move', path: 'a', to: path },
    ] as const;
    const [, , ...lines] = text({ dryRun: true, changed: 1, items: [item({ steps })] }, { width: 60 });
    expect(lines.slice(0, 5)).toEqual(['    move into the journal:', path, '    move a', '      to', path]);
  });

  test('names the file of a plan and how to carry it out, quoted for a shell', () => {
    const lines = text({ dryRun: true, run: null, plan: "/home/ann/my plan's" });
    expect(lines).toEqual([
      'planned, nothing was changed: 0 to change, 0 unchanged, 0 refused, 0 failed',
      "plan saved to /home/ann/my plan's: `convo apply '/home/ann/my plan'\\''s'` carries it out",
    ]);
  });

  test.each([
    ['interrupted', 'interrupted; what was not reached is as it was'],
    ['failed', 'stopped before its end: no space left'],
  ] as const)('of a run that was cut says why (%s), and both ways on', (by, line) => {
    expect(text({ stopped: { by, reason: 'no space left', cut: true } }).slice(1)).toEqual([
      line,
      `run ${RUN} waits: \`convo --root s resume ${RUN}\` finishes it, \`convo --root s undo ${RUN}\` undoes it`,
    ]);
  });

  test.each([
    ['refused', 'left as it is: /r is being changed'],
    ['declined', 'declined before its end: /r is being changed'],
  ] as const)('that stopped between two roots says why (%s), and the way back', (by, line) => {
    const stopped = { by, reason: '/r is being changed', cut: false };
    expect(text({ changed: 1, stopped }).slice(1)).toEqual([
      line,
      `run ${RUN}: \`convo --root s undo ${RUN}\` puts every byte back`,
    ]);
  });

  test('tells the first of many alike and counts the rest, but tells each that has something to say', () => {
    const plain = Array.from({ length: 1100 }, (_, n) => item({ id: null, path: `/s/${n}.json` }));
    const told = Array.from({ length: 60 }, (_, n) => item({ state: 'refused', codes: ['FN001'], path: `/s/r${n}` }));
    const noted = Array.from({ length: 60 }, (_, n) => item({ id: null, notes: ['carried over'], path: `/s/n${n}` }));
    const lines = text({ items: [...plain, ...told, ...noted] });
    expect(lines.filter((line) => line.startsWith('  healed  n'))).toHaveLength(60);
    expect(lines.filter((line) => line.startsWith('  refused'))).toHaveLength(60);
    expect(lines.filter((line) => /^ {2}healed {2}\d/.test(line))).toHaveLength(40);
    expect(lines).toContain('  ... and 1,060 more like these (--json lists them all)');
    expect(parsed({ items: plain }).items).toHaveLength(1100);
  });

  test('offers no way back from an undo', () => {
    expect(text({ command: 'undo', changed: 1, items: [item({})] })).toEqual([
      'fnord store /s',
      '  undone  a in lantern',
      '',
      '1 changed, 0 unchanged, 0 refused, 0 failed',
    ]);
  });

  test('lets nothing from a store act on a terminal', () => {
    const evil = '\u001b[2J\u202e';
    const steps = [
      { do: 'put', path: evil, edits: [{ at: 0, line: 1, column: 1, removed: evil, inserted: evil }] },
    ] as const;
    const items = [item({ path: evil, reason: evil, notes: [evil], newId: evil, next: `convo ${evil}`, steps })];
    const stopped = { by: 'failed', reason: evil, cut: true } as const;
    const all = text({ dryRun: true, items, remarks: [evil], plan: evil, stopped }).join('\n');
    expect(all).not.toContain('\u001b');
    expect(all).not.toContain('\u202e');
  });

  test('colours states and edits where that is wanted', () => {
    const lines = [
      ...changeText(worded(report({ items: [item({})] }), 'convo'), {
        commandPrefix: 'convo',
        paint: paint(true, true),
      }),
    ];
    expect(lines[1]).toContain(`\u001b[38;5;${SHADES.good}mhealed\u001b[39m`);
  });
});

describe('the document of a change', () => {
  test('has the keys of the contract, and others only where there is something to say', () => {
    const keys = Object.keys(parsed({ items: [item({})] }));
    const contract = [
      'schema',
      'command',
      'run',
      'dryRun',
      'changed',
      'unchanged',
      'refused',
      'failed',
      'before',
      'after',
    ];
    expect(keys).toEqual([...contract, 'remarks', 'items']);
    expect(Object.keys(parsed({ plan: '/p', stopped: { by: 'failed', reason: 'r', cut: true } }))).toEqual(
      expect.arrayContaining(['plan', 'stopped']),
    );
    expect(parsed({ items: [item({})] }).items).toEqual([
      { kind: 'fnord', project: 'lantern', id: 'a', path: '/s/a.json', state: 'changed', codes: [] },
    ]);
  });
});

function item(more: Partial<ReportItem>): ReportItem {
  return {
    kind: 'fnord',
    root: '/s',
    project: 'lantern',
    id: 'a',
    path: '/s/a.json',
    state: 'changed',
    codes: [],
    ...more,
  };
}

function report(more: Partial<ChangeReport>): ChangeReport {
  return {
    command: 'heal',
    run: RUN,
    dryRun: false,
    plan: null,
    changed: 0,
    unchanged: 0,
    refused: 0,
    failed: 0,
    notReached: 0,
    before: NO_COUNTS,
    after: NO_COUNTS,
    items: [],
    remarks: [],
    stopped: null,
    unsafe: false,
    ...more,
  };
}

function text(
  more: Partial<ChangeReport>,
  screen: Pick<Partial<ChangeTextOptions>, 'width' | 'isShown' | 'only'> = {},
): string[] {
  return [
    ...changeText(worded(report(more), 'convo --root s'), {
      commandPrefix: 'convo --root s',
      paint: paint(false),
      ...screen,
    }),
  ];
}

function parsed(more: Partial<ChangeReport>) {
  return JSON.parse([...changeJson(worded(report(more), 'convo'))].join(''));
}
