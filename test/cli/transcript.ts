import { expect } from 'vitest';
import { call, type World } from './call.ts';

/** Whole invocations as a person would see them, kept in a file of `transcripts/`; the home folder is shown as /home/ann. */
export async function expectTranscript(
  name: string,
  lines: readonly string[],
  world: World & { readonly home: string },
): Promise<void> {
  const parts: string[] = [];
  for (const line of lines) {
    const words = line === '' ? [] : line.split(' ').map((word) => word.replace(/^'(.*)'$/, '$1'));
    const { exit, stdout, stderr } = await call(words, world);
    const said = stderr === '' ? '' : `${stderr.replace(/^(?=.)/gm, 'stderr| ')}`;
    parts.push(`$ convo ${line}\n${stdout}${said}exit code ${exit}\n`);
  }
  const text = parts.join('\n').replaceAll(world.home, '/home/ann');
  await expect(text).toMatchFileSnapshot(`transcripts/${name}.txt`);
}
