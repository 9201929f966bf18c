import { HEAL, LOSSY, rule } from '../../src/model/rules/row.ts';

/** What sets the toy apart in `model/kinds.ts`. */
export const toyTraits = {
  letters: 'TY',
  rules: {
    TY001: rule('error', 'lossy', 'refuses', 'The document is not whole', LOSSY),
    TY002: rule('warning', 'safe', 'drops', 'The conversation has no title', HEAL),
  },
};
