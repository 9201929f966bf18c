import { raoAttached } from './rao/attached.ts';
import { raoCalls } from './rao/calls.ts';
import { raoCompanions } from './rao/companions.ts';
import { raoFolders } from './rao/folders.ts';
import { raoLeftovers } from './rao/leftovers.ts';
import { raoLog } from './rao/log.ts';
import { raoMessages } from './rao/messages.ts';
import { raoNames } from './rao/names.ts';
import { raoReferences } from './rao/references.ts';
import { raoShapes } from './rao/shapes.ts';
import { raoTables } from './rao/tables.ts';
import type { FindingPage } from './row.ts';

/** Findings of Rao stores; facts in docs/formats/rao.md. */
export const raoRows = {
  ...raoLog,
  ...raoCompanions,
  ...raoTables,
  ...raoMessages,
  ...raoShapes,
  ...raoCalls,
  ...raoReferences,
  ...raoAttached,
  ...raoNames,
  ...raoFolders,
  ...raoLeftovers,
} as const satisfies Record<`RA${number}`, FindingPage>;
