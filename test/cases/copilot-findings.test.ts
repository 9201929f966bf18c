import { copilot } from '../../src/stores/copilot/index.ts';
import { testFixtures } from './session-findings.ts';

testFixtures(copilot);
