import { rule } from '../../src/model/rules/row.ts';

/** The line of the toy in `model/kinds.ts`. */
export const toyTraits = {
  letters: 'TY',
  rules: {
    TY001: rule('error', 'lossy', 'refuses', 'The document is not whole', 'convo heal ID --lossy --dry-run'),
    TY002: rule('warning', 'safe', 'drops', 'The conversation has no title', 'convo heal ID --dry-run'),
  },
  appendsOnly: false,
  conceals: false,
  deletes: false,
  byFolder: false,
  subagents: false,
  carries: false,
  resume: null,
  trajectory: null,
};
