import { constants, setPriority } from 'node:os';

/**
 * Lets threads that answer requests run before this thread and the threads that it starts. Only Linux has a priority
 * per thread (setpriority(2)). Elsewhere, the priority of the whole process would change.
 */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
