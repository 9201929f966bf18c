import type { Duck } from '../fleet/duck.ts';
import type { Environment } from './python.ts';

/** Prints whether something is right, and counts what is not. */
export type Check = (what: string, isRight: boolean, more?: string) => void;

export interface Proof {
  readonly python: Environment;
  readonly database: Duck;
  readonly lake: string;
  readonly check: Check;
}
