import { row } from '../../model/findings.ts';
import type { Ask, Outcome } from '../../stores/kind.ts';

type Refused = Extract<Outcome, { state: 'refused' }>;

/** The command that leads on from a unit that was refused for what it holds; null where none does. */
export function nextStep(verb: Ask['verb'], id: string | null, { codes, reason }: Pick<Refused, 'codes' | 'reason'>) {
  const [first] = codes;
  if (first === undefined) return null;
  const healings = new Set(codes.map((code) => row(code).healing));
  if (healings.has('manual') || id === null || !PLAIN_ID.test(id)) return `convo explain ${first}`;
  if (reason.includes('--lossy')) return `convo ${verb} ${id} --lossy --dry-run`;
  if (verb === 'heal') return `convo explain ${first}`;
  return `convo heal ${id}${healings.has('lossy') ? ' --lossy' : ''} --dry-run`;
}

/** Ids that a shell takes as they are. */
const PLAIN_ID = /^[\w.][\w.-]*$/;
