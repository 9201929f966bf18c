import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/registry.ts';
import { call } from '../cli/call.ts';

test('docs/cli.md is what --help says (npm run docs renews it)', async () => {
  const parts = [INTRO];
  for (const name of ['', ...Object.keys(COMMANDS)]) {
    const { stdout } = await call([...(name === '' ? [] : [name]), '--help']);
    parts.push(`## convo ${name}`.trimEnd(), `\`\`\`text\n${stdout.trimEnd()}\n\`\`\``);
  }
  await expect(`${parts.join('\n\n')}\n`).toMatchFileSnapshot('../../docs/cli.md');
});

const INTRO = `# The command line

This page is what \`convo --help\` and \`convo COMMAND --help\` print.`;
