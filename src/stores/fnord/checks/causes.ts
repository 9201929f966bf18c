import { type Code, ruleOf } from '../../../model/finding.ts';
import { fnordRules } from '../../../model/rules/fnord.ts';
import { atSameByte, causesFrom, inFile, inSameObject } from '../../engine/causes.ts';

const SHAPES = (Object.keys(fnordRules) as Code[]).filter((code) => code.startsWith('FN1'));

export const fnordCauses = causesFrom([
  // A number beyond all floats where no number belongs.
  { from: ['FN014', 'FN021'], follow: SHAPES, at: atSameByte },
  // A misnamed key is both missing and unknown.
  { from: ['FN016'], follow: ['FN170'], at: inSameObject },
  { from: SHAPES.filter((code) => ruleOf(code).owner === 'refuses'), follow: ['FN175'], at: inFile },
]);
