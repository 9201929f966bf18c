import { rule } from '../../src/model/rules/row.ts';

/** What sets the toy apart in `model/kinds.ts`. */
export const toyTraits = {
  letters: 'TY',
  rules: {
    TY001: rule('error', 'lossy', 'refuses', 'The document is not whole', 'convo heal ID --lossy --dry-run'),
    TY002: rule('warning', 'safe', 'drops', 'The conversation has no title', 'convo heal ID --dry-run'),
  },
};
