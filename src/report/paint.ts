import { Chalk } from 'chalk';

/** Styles of text; without colours every function returns its argument. */
export interface Paint {
  readonly color: boolean;
  strong(text: string): string;
  faint(text: string): string;
  good(text: string): string;
  warn(text: string): string;
  bad(text: string): string;
  accent(text: string): string;
  /** Style of code and frames; without 256 colours the text unchanged. */
  tint(text: string): string;
  /** Style of a removed line; without 256 colours only its sign marks it. */
  removed(text: string): string;
}

/** `width`: columns. */
export interface Screen {
  readonly paint: Paint;
  readonly width: number;
}

/** Five of the six colours, among 256, with a contrast of 4.5:1 (WCAG AA) on both black and white. */
export const SHADES = { faint: 243, good: 29, warn: 131, bad: 163, accent: 63 } as const;

/** `isRich`: 256 colours; otherwise no colours: yellow of 16 has 1.7:1 on white, and red 3.5:1 on black. */
export function paint(color: boolean, isRich = false): Paint {
  const chalk = new Chalk({ level: color ? (isRich ? 2 : 1) : 0 });
  const shade = (name: keyof typeof SHADES, plain: (text: string) => string) =>
    isRich ? (text: string) => chalk.ansi256(SHADES[name])(text) : plain;
  return {
    color,
    strong: (text) => chalk.bold(text),
    faint: shade('faint', String),
    good: shade('good', String),
    warn: shade('warn', String),
    bad: shade('bad', (text) => chalk.bold(text)),
    accent: shade('accent', (text) => chalk.underline(text)),
    tint: shade('accent', String),
    removed: shade('bad', String),
  };
}
