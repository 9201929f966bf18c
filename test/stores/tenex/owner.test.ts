import { describe, expect, test } from 'vitest';
import { isTenexAt } from '../../../src/stores/tenex/info.ts';

const SITE = { root: '/home/ann/lantern/.tenex' };
const at = (cwd: string | null, ...command: readonly string[]) => isTenexAt({ command, cwd }, SITE);
const inProject = (...command: readonly string[]) => at('/home/ann/lantern', ...command);

describe('TENEX at work in the project', () => {
  test.each([
    ['tenex', 'daemon'],
    ['/usr/local/bin/tenex', 'project', 'run'],
    ['/opt/tenexd'],
    ['node', '/usr/lib/node_modules/@tenex-chat/backend/dist/cli.js', 'daemon'],
    ['node', '--import', 'tsx', '/home/ann/tenex/src/cli.ts', 'project', 'run'],
    ['/usr/bin/bun', 'run', 'src/tenex.ts', 'daemon'],
    ['bun', '/home/ann/.bun/bin/tenex', 'daemon'],
    ['npm exec tenex daemon'],
    ['/bin/sh', '/usr/local/bin/tenex', 'daemon'],
  ])('%s %s %s %s %s', (...command) => expect(inProject(...command)).toBe(true));
});

describe('someone else', () => {
  test.each([
    ['grep', '-r', 'tenex', '.'],
    ['vim', '.tenex/conversations/metadata.json'],
    ['node', '/usr/lib/node_modules/convostore/bin/convo.js', '--root', '.tenex', 'verify'],
    ['node', '/home/ann/tenex/node_modules/.bin/convo', 'heal'],
    ['node', 'server.js', 'tenex'],
    ['node', '/home/ann/tenex-demo/node_modules/typescript/lib/tsserver.js'],
    ['node', '/home/ann/tenex-demo/server.js'],
    ['node'],
    [''],
    [],
  ])('%s %s %s', (...command: readonly string[]) => expect(inProject(...command)).toBe(false));
});

test('the folder decides whose TENEX it is', () => {
  expect(at('/home/ann/lantern/.worktrees/fix', 'tenex')).toBe(true);
  expect(at('/home/ann/lantern-two', 'tenex')).toBe(false);
  expect(at('/home/ann', 'tenex')).toBe(false);
  expect(at(null, 'tenex')).toBe(false);
});

test('nobody works on a copy outside of a .tenex folder', () => {
  expect(isTenexAt({ command: ['tenex'], cwd: '/home/ann/copy' }, { root: '/home/ann/copy' })).toBe(false);
});

test('one daemon serves all that later versions keep in a home', () => {
  const later = { root: '/home/ann/.tenex/projects/lantern' };
  expect(isTenexAt({ command: ['tenex', 'daemon'], cwd: '/' }, later)).toBe(true);
  expect(isTenexAt({ command: ['vim'], cwd: '/' }, later)).toBe(false);
});
