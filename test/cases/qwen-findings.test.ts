import { qwen } from '../../src/stores/qwen/index.ts';
import { testFixtures } from './session-findings.ts';

// `test/stores/qwen` has them.
testFixtures(qwen, ['QW001', 'QW002', 'QW216', 'QW220']);
