import { row } from '../../model/findings.ts';
import type { Ask, Left } from '../../stores/kind.ts';

/** The command that leads on from a unit that was refused for what it holds; null where none does. */
export function nextStep(verb: Ask['verb'], id: string | null, { codes, reason: why }: Pick<Left, 'codes' | 'reason'>) {
  const reason = why ?? '';
  const [first] = codes;
  if (first === undefined) return null;
  const healings = new Set(codes.map((code) => row(code).healing));
  if (id === null || !PLAIN_ID.test(id)) return `convo explain ${first}`;
  const { next } = row(first);
  if (OWN_WAY.test(next) && !reason.includes('--lossy')) return next.replace(' ID ', ` ${id} `);
  if (healings.has('manual')) return `convo explain ${first}`;
  if (reason.includes('--lossy')) return `convo ${verb} ${id} --lossy --dry-run`;
  if (verb === 'heal') return `convo explain ${first}`;
  return `convo heal ${id}${healings.has('lossy') ? ' --lossy' : ''} --dry-run`;
}

/** A way out of its own: a migration, or a heal that asks for a word of the person, such as a phase. */
const OWN_WAY = /^convo (?:migrate ID|heal ID --map-phase) /;

/** Ids that a shell takes as they are. */
const PLAIN_ID = /^[\w.][\w.-]*$/;
