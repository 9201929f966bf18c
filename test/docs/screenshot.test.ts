import { spawnSync } from 'node:child_process';
import type { Terminal } from '@xterm/headless';
import { expect, onTestFinished, test, vi } from 'vitest';
import { copyDemoStores } from '../../src/io/package-files.ts';
import { onTerminal } from '../cli/terminal/terminal.ts';
import { buildFirst } from '../support/built.ts';
import { removeTree } from '../support/folders.ts';

const LINES = ['list --utc', 'verify e5a9', 'heal e5a9'];

test('docs/screenshot.svg is what a real terminal shows (npm run docs renews it)', async (context) => {
  if (spawnSync('script', ['--version']).status !== 0)
    return context.skip('this machine has no `script` of util-linux');
  buildFirst();
  // Texts are wrapped: paths must be as long on every machine.
  vi.stubEnv('TMPDIR', '/tmp');
  onTestFinished(() => void vi.unstubAllEnvs());
  const home = homeOfClaude();
  const { terminal } = await onTerminal(LINES, { home, columns: 80 });
  await expect(svgOf(terminal, home)).toMatchFileSnapshot('../../docs/screenshot.svg');
});

/** The demo's store of Claude Code; gone when the test is over. */
function homeOfClaude(): string {
  const home = copyDemoStores({ claude: '.claude' }, Date.UTC(2026, 10, 29));
  onTestFinished(() => removeTree(home));
  return home;
}

/** Pixels of a character, and around the text. */
const [WIDE, HIGH, EDGE] = [8.4, 18, 16];

/** A colour of the table of 256: the cube of 6 from 16 on, greys from 232 on. */
function colorOf(code: number): string {
  const step = (n: number) => (n === 0 ? 0 : 55 + 40 * n);
  const cube = code - 16;
  const grey = 8 + 10 * (code - 232);
  const rgb =
    code >= 232 ? [grey, grey, grey] : [step(Math.floor(cube / 36)), step(Math.floor(cube / 6) % 6), step(cube % 6)];
  return `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Text of one look on a row. */
interface Run {
  readonly column: number;
  readonly look: string;
  text: string;
}

function svgOf({ buffer: { active } }: Terminal, home: string): string {
  const rows = Array.from({ length: active.length }, (_, i) => runsOf(active.getLine(i)));
  while (rows.at(-1)?.every(({ text }) => text.trim() === '')) rows.pop();
  const [width, height] = [2 * EDGE + 80 * WIDE, 2 * EDGE + rows.length * HIGH];
  const texts = rows.flatMap((runs, row) =>
    runs.filter(({ text }) => text.trim() !== '').map((run) => textAt(run, row, home)),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14" fill="#c9d1d9">`,
    `<rect width="${width}" height="${height}" rx="8" fill="#000"/>`,
    ...texts,
    '</svg>\n',
  ].join('\n');
}

type Row = ReturnType<Terminal['buffer']['active']['getLine']>;

function runsOf(row: Row): Run[] {
  const runs: Run[] = [];
  for (let column = 0; column < (row?.length ?? 0); column++) {
    const cell = row?.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const fill = cell.isFgPalette() ? ` fill="${colorOf(cell.getFgColor())}"` : '';
    const look = `${fill}${cell.isBold() ? ' font-weight="bold"' : ''}${cell.isDim() ? ' opacity="0.6"' : ''}`;
    const last = runs.at(-1);
    if (last?.look === look) last.text += cell.getChars() || ' ';
    else runs.push({ column, look, text: cell.getChars() || ' ' });
  }
  return runs;
}

function textAt({ column, look, text }: Run, row: number, home: string): string {
  const shown = text
    .trimEnd()
    .replaceAll(home, '/home/ben')
    .replaceAll(/(run |undo )[0-9a-f]{4}\b/g, '$1b1ce');
  const [x, y] = [EDGE + column * WIDE, EDGE + (row + 0.75) * HIGH].map((at) => at.toFixed(1));
  const escaped = shown.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const length = (shown.length * WIDE).toFixed(1);
  return `<text x="${x}" y="${y}" textLength="${length}" xml:space="preserve"${look}>${escaped}</text>`;
}
