import { KIND_TABLE, type KindName } from './kinds.ts';
import type { Owner } from './rules/row.ts';

/** Codes without a clause: their message names the consequence, or there is none. */
export const SAID_BY_MESSAGE: readonly string[] = [
  ...['CL007', 'CL012', 'CL014', 'CL015', 'CL018', 'CL102', 'CL201', 'CL202', 'CL203', 'CL205', 'CL207', 'CL208'],
  ...[
    'CL211',
    'CL212',
    'CL213',
    'CL217',
    'CL218',
    'CL220',
    'CL221',
    'CL222',
    'CL223',
    'CL224',
    'CL226',
    'CL228',
    'CL304',
  ],
  ...['CL305', 'CL404', 'CL412', 'CL415', 'CL423', 'CX207', 'CX303'],
  ...['GM001', 'GM002', 'GM003', 'GM004', 'GM005', 'GM006', 'GM007', 'GM008', 'GM009', 'GM010', 'GM011', 'GM106'],
  ...['CP205', 'CP206'],
  ...['PI106', 'PI111', 'PI201', 'PI203', 'PI211'],
  ...['QW106', 'QW107', 'QW205', 'QW206', 'QW208', 'QW211', 'QW215', 'QW301'],
  ...['GM206', 'GM207', 'GM208', 'GM302', 'GM303', 'GM305'],
];

const CLAUSES: readonly (readonly [codes: readonly string[], clause: string])[] = [
  [
    ['CL003', 'CL004', 'CL008', 'CL009', 'CL010', 'CL013', 'CL016', 'CL021', 'CL022', 'CL024', 'CL025'],
    'skips this line',
  ],
  [['CX003', 'CX007', 'CX008', 'CX010', 'CX011', 'CX013', 'CX015'], 'skips this line'],
  [['GM101', 'GM102', 'GM103', 'GM104', 'GM107', 'GM201'], 'skips this line'],
  [['GM105'], 'glues its next record to these bytes'],
  [['GM108'], 'shows U+FFFD in the place of this byte'],
  [['GM202'], 'sends the later of the two alone'],
  [['GM203'], 'does not send this answer'],
  [['GM209'], 'goes on with this list alone'],
  [['QW101', 'QW102', 'QW105', 'QW110'], 'skips this line'],
  [['CP110', 'CP111'], 'passes over this line'],
  [['CP101', 'CP102', 'CP103', 'CP104', 'CP105', 'CP107', 'CP108'], 'leaves this line out when it goes on'],
  [['CP106', 'CP112', 'CP201'], 'rewrites the file when it goes on'],
  [['CP202'], 'sends them in this order'],
  [['CP306'], 'goes on without them'],
  [['CP203'], 'sends it twice'],
  [['CP304'], 'does not list this session in its folder'],
  [['PI101', 'PI103', 'PI104', 'PI105', 'PI110', 'PI112'], 'skips this line'],
  [['PI202'], 'does not find this record'],
  [['PI204'], 'does not send them'],
  [['PI209'], 'goes on from the last line alone'],
  [['PI210'], 'does not send them'],
  [['PI213'], 'takes the later of the two alone'],
  [['QW104'], 'reads no record of this line'],
  [['QW108'], 'shows U+FFFD in the place of this byte'],
  [['QW201', 'QW204'], 'does not send the messages before this record'],
  [['QW202', 'QW203'], 'skips this record'],
  [['QW209'], 'goes on from the last line alone'],
  [['QW210'], 'does not send them'],
  [['QW213'], 'joins the two'],
  [['QW003', 'QW303', 'QW304'], 'does not list this session'],
  [['CL026', 'CX012', 'CX014', 'CX020', 'CX308'], 'skips these lines'],
  [['CX009'], 'skips the torn piece'],
  [['CL005', 'CL006'], 'reads the first record of this line alone'],
  [['CL011'], 'takes these lines for one, and reads its first record alone'],
  [['CL101', 'CL110'], 'skips this record'],
  [['CL109'], 'does not send this part of the message'],
  [['CL023'], 'sends the last of the two alone'],

  [['CL019', 'CL020', 'CL106', 'CL216', 'CL219'], 'cannot resume this session'],
  [['CL204', 'CL215'], 'does not send the messages before this record'],
  [['CL206', 'CL413'], 'sends one of the two alone'],
  [['CL227'], 'sends the session that ends the file alone'],
  [['CL301', 'CL302', 'CL303', 'CL306', 'CL309'], 'does not list this session'],
  [['CL401'], 'does not list them'],
  [['CL402'], 'will delete them'],
  [['CL410'], 'does not send this call'],
  [['CL411'], 'does not send this result'],
  [['CL433'], 'does not send this block'],
  [['CX109', 'CX110', 'CX111', 'CX305', 'CX306', 'CX310'], 'does not list this thread'],
  [['CX112'], 'shows empty turns of this thread'],
  [['CX202', 'CX203'], 'leaves this record out of its turns'],
  [['CX210'], 'leaves this item out of its turns'],
  [['CX304'], 'lists this thread out of order'],
  [['CX307'], 'cannot delete a thread'],
];

export const CLAUSE_OF: ReadonlyMap<string, string> = new Map(
  CLAUSES.flatMap(([codes, clause]) => codes.map((code) => [code, clause])),
);

/** Codes whose clause is of Anthropic's SDK, not of the program. */
const OF_THE_SDK = ['CL301', 'CL302'];

export function deedText(code: string, owner: Owner, kind: KindName): string {
  const { named } = KIND_TABLE[kind];
  if (named === null) return DEEDS[owner](kind);
  const clause = CLAUSE_OF.get(code);
  if (clause !== undefined) return `${OF_THE_SDK.includes(code) ? "Anthropic's SDK" : named.program} ${clause}`;
  const cannotResume = owner === 'refuses' && !SAID_BY_MESSAGE.includes(code);
  return cannotResume ? `${named.program} cannot resume this ${named.conversation}` : '';
}

const DEEDS: Readonly<Record<Owner, (kind: KindName) => string>> = {
  reads: () => '',
  refuses: (kind) => `${kind} refuses it`,
  rewrites: (kind) => `${kind} will rewrite it`,
  overwrites: (kind) => `${kind} will overwrite it`,
  drops: (kind) => `${kind} will drop it`,
  crashes: (kind) => `makes a ${kind} command crash`,
};
