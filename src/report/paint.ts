import { Chalk } from 'chalk';

/** Without colours every function is the identity. */
export interface Paint {
  readonly color: boolean;
  strong(text: string): string;
  faint(text: string): string;
  good(text: string): string;
  warn(text: string): string;
  bad(text: string): string;
  accent(text: string): string;
}

/** From the table of 256 colours; each has a contrast of 4:1 on black and white. */
export const SHADES = { faint: 243, good: 28, warn: 130, bad: 160, accent: 30 } as const;

/** `isRich`: 256 colours; otherwise the terminal's 16, whose shades are unknown. */
export function paint(color: boolean, isRich = false): Paint {
  const chalk = new Chalk({ level: color ? (isRich ? 2 : 1) : 0 });
  const shade = (name: keyof typeof SHADES, plain: (text: string) => string) =>
    isRich ? (text: string) => chalk.ansi256(SHADES[name])(text) : plain;
  return {
    color,
    strong: (text) => chalk.bold(text),
    faint: shade('faint', (text) => chalk.dim(text)),
    good: shade('good', (text) => chalk.green(text)),
    warn: shade('warn', (text) => chalk.yellow(text)),
    bad: shade('bad', (text) => chalk.red(text)),
    accent: shade('accent', (text) => chalk.cyan(text)),
  };
}
