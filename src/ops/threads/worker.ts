import { nodeDisk } from '../../io/disk.ts';
import { serveTasks } from '../../io/threads.ts';
import { KINDS } from '../../stores/registry.ts';
import { threadDecider } from '../change/decide-unit.ts';
import { threadWork } from './thread-work.ts';

serveTasks(threadWork(nodeDisk(), KINDS, threadDecider));
