import type { Code, Finding } from '../../../model/finding.ts';
import { atSameByte, type CauseRule, causesFrom, inSameObject, inTiedFile } from '../../engine/causes.ts';

/** Logs that R cannot read, or that count as empty. */
const LOGS: readonly Code[] = [
  'RA001',
  'RA002',
  'RA003',
  'RA004',
  'RA005',
  'RA006',
  'RA007',
  'RA008',
  'RA009',
  'RA014',
  'RA015',
  'RA018',
  'RA056',
  'RA101',
];

const NAMELESS: readonly Code[] = ['RA103', 'RA104', 'RA105', 'RA106', 'RA109'];

const NAMING: readonly Code[] = ['RA230', 'RA241', 'RA260'];

function inFolder({ path }: Finding): string {
  return /^(?:.*\/)?conversation_\d+(?=\/|$)/.exec(path)?.[0] ?? path;
}

function message({ path, at }: Finding, further = 0): string | null {
  const index = /^\/(\d+)/.exec(at ?? '')?.[1];
  return index === undefined ? null : `${path} ${Number(index) + further}`;
}

function sameMessage(finding: Finding): string | null {
  return finding.tie === undefined ? null : `${inFolder(finding)} ${finding.tie}`;
}

const inMessage: CauseRule['at'] = (finding) => message(finding);
/** An output directly follows its call. */
const behindCall: CauseRule['at'] = [(finding) => message(finding, 1), inMessage];

export const raoCauses = causesFrom([
  { from: LOGS, follow: ['RA330', 'RA331'], at: inTiedFile },
  // A lost message causes a finding at every reference to it.
  { from: ['RA016'], follow: NAMING, at: inFolder },
  { from: NAMELESS, follow: ['RA215'], at: inMessage },
  { from: [...NAMELESS, 'RA201', 'RA230'], follow: ['RA201', 'RA230', 'RA241'], at: sameMessage },
  { from: ['RA106', 'RA109'], follow: ['RA013'], at: atSameByte },
  { from: ['RA031'], follow: ['RA055'], at: atSameByte },
  // A misnamed key is missing, and R takes it for another.
  { from: ['RA103', 'RA124', 'RA125', 'RA138'], follow: ['RA011', 'RA110'], at: inSameObject },
  { from: ['RA110'], follow: ['RA124', 'RA125'], at: inMessage },
  { from: ['RA124', 'RA125', 'RA211', 'RA212', 'RA217'], follow: ['RA210'], at: behindCall },
]);
