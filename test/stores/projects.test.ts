import { expect, test } from 'vitest';
import type { CandidatePath } from '../../src/stores/kind.ts';
import { ownerOfProjects } from '../../src/stores/projects.ts';

const ID = '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d';

/** Whose a home is with these names in its projects. */
function ownerOf(home: string, projects: Readonly<Record<string, readonly string[]>>) {
  const inside = (path: string) => {
    const below = path.slice(`${home}/projects`.length + 1);
    return below === '' ? Object.keys(projects) : (projects[below] ?? []);
  };
  return ownerOfProjects({ inside } as unknown as CandidatePath, home);
}

test.each([
  ['qwen', '/home/ada/.qwen', { '-srv-barn': [], '-srv-orchard': ['chats'] }],
  ['qwen', '/data/sessions', { '-srv-barn': [], '-srv-orchard': ['chats'] }],
  ['qwen', '/home/ada/.qwen', { '-srv-barn': [] }],
  ['claude', '/home/ada/.claude', { '-srv-barn': [], '-srv-orchard': [`${ID}.jsonl`] }],
  ['claude', '/data/sessions', { '-srv-barn': [] }],
  ['fnord', '/home/ada/.fnord', { orchard: [], barn: ['conversations'] }],
  ['qwen', '/home/ada/.qwen', { orchard: [] }],
  [null, '/data/sessions', { orchard: [] }],
] as const)('%s keeps %s with %j', (owner, home, projects) => {
  expect(ownerOf(home, projects)).toBe(owner);
});
