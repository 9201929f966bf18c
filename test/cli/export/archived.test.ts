import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { homeWith } from '../../stores/codex/home.ts';
import { fileOf, rollout } from '../../stores/codex/paginated.ts';
import { tree } from '../../support/real-tree.ts';
import { call } from '../call.ts';

const [ID, OLD] = ['019a4e33-e458-7610-88eb-000000000001', '019a4e33-e458-7610-88eb-000000000002'];
const HOME = {
  [fileOf(ID, '30')]: rollout(ID, 0, 'How deep?'),
  [fileOf(OLD, '20').replace(/.*\//, 'archived_sessions/')]: rollout(OLD, 0, 'Which beds?'),
};

test.each(['html', 'markdown', 'jsonl', 'atif'])(
  'an export to %s says how many archived ones it leaves out',
  async (format) => {
    const [root, output] = [homeWith(HOME), join(tree(), 'out')];
    const exported = (...flags: string[]) =>
      call(['export', '--to', format, '--output', output, '--root', root, '--no-config', ...flags]);
    const said = '1 archived conversation is left out: --all';
    expect((await exported()).stderr).toContain(said);
    expect(readdirSync(output).some((name) => name.includes(OLD))).toBe(false);
    for (const flags of [['--all'], [ID]]) expect((await exported(...flags)).stderr).not.toContain('left out: --all');
    expect(readdirSync(output).some((name) => name.includes(OLD))).toBe(true);
  },
);
