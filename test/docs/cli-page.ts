import { COMMANDS } from '../../src/cli/registry.ts';
import { call } from '../cli/call.ts';

/** docs/cli.md: every help. */
export async function cliPage(): Promise<string> {
  const parts = [INTRO];
  for (const name of ['', 'help flags', ...Object.keys(COMMANDS)]) {
    const { stdout } = await call(name === 'help flags' ? name : `${name} --help`.trim());
    parts.push(`## convo ${name}`.trimEnd(), `\`\`\`text\n${stdout.trimEnd()}\n\`\`\``);
  }
  return `${parts.join('\n\n')}\n`;
}

const INTRO = `# The command line

This page is what \`convo --help\`, \`convo help flags\` and \`convo COMMAND --help\` print.`;
