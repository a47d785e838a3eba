import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Change } from './numbered-store.ts';
import { readScriptFlags } from './script-flags.ts';

const runSchema = z.object({
  durationMs: z.number(),
  stageMs: z.object({ pages: z.number(), lists: z.number(), index: z.number() }),
  indexed: z.number().nullable(),
});

/** Report of a build with the peak memory of its process tree, or NaN without /proc. */
export type BuildRun = z.infer<typeof runSchema> & { readonly maxMb: number };

/** Factor from the KiB of proc_pid_status(5) to MB. */
const MB_PER_KIB = 1.024e-3;

/** Interval between two memory readings. */
const LOOK_MS = 100;

/** Builds `count` generated domains into `outDir` in a separate process. */
export async function runBuild(count: number, change: Change, outDir: string): Promise<BuildRun> {
  const args = [
    ...readScriptFlags('build'),
    join(import.meta.dirname, 'build-run.ts'),
    `--count=${count}`,
    `--out=${outDir}`,
    `--change=${change}`,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let maxMb = Number.NaN;
  const timer = setInterval(() => {
    const now = memoryMb(child.pid ?? 0);
    if (now > 0) maxMb = Math.max(Number.isNaN(maxMb) ? 0 : maxMb, now);
  }, LOOK_MS);
  try {
    const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    return { ...runSchema.parse(JSON.parse(output)), maxMb };
  } finally {
    clearInterval(timer);
  }
}

/** Returns the resident memory of a process and its descendants (proc_pid_status(5)). */
function memoryMb(pid: number): number {
  try {
    const resident =
      Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * MB_PER_KIB;
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    // Skip a fork before exec, because it shows the memory of its parent.
    const others = children.filter((child) => toProgram(child) !== toProgram(pid));
    return others.reduce((sum, child) => sum + memoryMb(child), resident);
  } catch {
    // Return 0, because the process has ended.
    return 0;
  }
}

/** Returns the program of a process, or null if it has ended. */
function toProgram(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return null;
  }
}
