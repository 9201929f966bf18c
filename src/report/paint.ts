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

export function paint(color: boolean): Paint {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  return {
    color,
    strong: (text) => chalk.bold(text),
    faint: (text) => chalk.dim(text),
    good: (text) => chalk.green(text),
    warn: (text) => chalk.yellow(text),
    bad: (text) => chalk.red(text),
    accent: (text) => chalk.cyan(text),
  };
}
