import { pi } from '../../src/stores/pi/index.ts';
import { testFixtures } from './session-findings.ts';

// `test/stores/pi` has it.
testFixtures(pi, ['PI215']);
