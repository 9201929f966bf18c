import { nodeDisk } from '../../io/disk.ts';
import { serve } from '../../io/threads.ts';
import { ON_DEMAND } from '../../stores/on-demand.ts';
import { threadVerdictsIn } from '../change/unit-outcome.ts';
import { threadWork } from './thread-work.ts';

// The program of a thread that looks at units for a survey.
serve(threadWork(nodeDisk(), ON_DEMAND, threadVerdictsIn));
