import { gemini } from '../../src/stores/gemini/index.ts';
import { testFixtures } from './session-findings.ts';

testFixtures(gemini, ['GM210']);
