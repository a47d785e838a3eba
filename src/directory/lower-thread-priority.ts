import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lets threads that answer requests run before this thread and the threads that it starts. Only Linux has a priority
 * per thread (setpriority(2)). Elsewhere, the priority of the whole process would change. A thread with a lower priority
 * keeps it, because a program without rights may not raise a priority.
 */
export function lowerThreadPriority(): void {
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  if (process.platform === 'linux' && getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);
}
