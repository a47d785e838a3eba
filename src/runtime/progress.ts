const BAR_WIDTH = 24;
/** Pause between redraws, in ms. */
const REDRAW_MS = 100;

/**
 * Starts a stage of a long job on `stream`. A terminal shows its progress on one line. A log or pipe gets only the final line of each stage.
 */
export function startStage(name: string, stream: NodeJS.WriteStream, now: () => number) {
  const started = now();
  const label = name.padEnd(8);
  let drawn = 0;
  const draw = (done: number, total: number) => {
    const filled = total === 0 ? 0 : Math.round((BAR_WIDTH * Math.min(done, total)) / total);
    stream.write(`\r\x1b[2K${label} ${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${done}/${total}`);
  };
  if (stream.isTTY) draw(0, 0);
  return {
    update(done: number, total: number) {
      if (!stream.isTTY || now() - drawn < REDRAW_MS) return;
      drawn = now();
      draw(done, total);
    },
    /** Ends the line. `summary` replaces the counts. */
    end(summary: string) {
      const seconds = ((now() - started) / 1000).toFixed(1);
      if (stream.isTTY) stream.write('\r\x1b[2K');
      stream.write(`${label} ${'█'.repeat(BAR_WIDTH)} ${summary} (${seconds} s)\n`);
    },
  };
}
