import { setTimeout as wait } from 'node:timers/promises';
import { toMessage } from '../../../src/directory/to-message.ts';
import type { Log } from '../../../src/runtime/log.ts';
import type { BuiltFile, BuiltFiles } from '../../../src/site/build/built-files.ts';
import type { Store } from '../../../src/store/store.ts';

export interface FreshFilesOptions {
  readonly store: Pick<Store, 'listChanges'>;
  readonly files: BuiltFiles;
  /** Change cursor of the last build, or null without a trusted build. */
  readonly readCursor: () => Promise<string | null>;
  /** True to build a missing site. An existing site is always updated. */
  readonly startsSite: boolean;
  /** Builds changed pages. Returns the domains whose page failed to render. */
  readonly build: (signal: AbortSignal) => Promise<readonly string[]>;
  /** Called after each change of the store. */
  onChange(): void;
  readonly log: Log;
  readonly now: () => number;
}

/** Time within which a request shows changes by other processes. */
const POLL_MS = 2_000;
/** Interval of reading changes without page requests. */
const IDLE_POLL_MS = 30_000;
/** Largest page of the store. */
const CHANGES_PER_ANSWER = 1_000;
/** Most outdated domains tracked (about 10 MB). If more domains are outdated, no page is trusted until the next build. */
const MAX_CHANGED = 100_000;
/** Pause after a build, as a multiple of its length. During a crawl, builds take a fifth of the time. */
const PAUSE_FACTOR = 4;
/** Least pause after a failed build. */
const FAILED_PAUSE_MS = 30_000;

const DOMAIN_FILE = /^\/(?:domain\/([^/]+)|badge\/([^/]+)\.svg)$/;

/**
 * Built site without outdated pages. Outdated pages are rendered on demand until a build, which starts after each
 * change. Lists wait for that build.
 */
export class FreshFiles implements BuiltFiles {
  readonly #options: FreshFilesOptions;
  readonly #aborter = new AbortController();
  readonly #newer = new Map<string, string>();
  /** Cursor of the known changes. Null if the age of the built pages is unknown. */
  #cursor: string | null = null;
  #needsBuild = false;
  #lastPoll: Promise<void> = Promise.resolve();
  #nextPoll: Promise<void> | null = null;
  #building: Promise<void> | null = null;
  #pausedUntil = 0;
  #polledAt = performance.now();
  readonly #timer = setInterval(() => void this.poll(), IDLE_POLL_MS);

  constructor(options: FreshFilesOptions) {
    this.#options = options;
    this.#timer.unref();
    void this.poll();
  }

  async find(path: string): Promise<BuiltFile | null> {
    const match = DOMAIN_FILE.exec(path);
    const name = match?.[1] ?? match?.[2];
    if (performance.now() - this.#polledAt >= POLL_MS) void this.poll();
    if (name !== undefined && (this.#cursor === null || this.#isOld(name))) return null;
    return await this.#options.files.find(path);
  }

  /** Marks the built pages of a domain as outdated after a change by this process. */
  changed(domain: string): void {
    this.#newer.set(domain, '');
    void this.poll();
  }

  /**
   * Reads changes by other processes from the store, and builds them. Runs one build at a time. Callers during a build get the
   * next one, which includes earlier writes.
   */
  poll(): Promise<void> {
    this.#nextPoll ??= this.#lastPoll.then(() => {
      this.#nextPoll = null;
      this.#lastPoll = this.#pollOnce();
      return this.#lastPoll;
    });
    return this.#nextPoll;
  }

  /** Resolves after all known changes are built. */
  async whenBuilt(): Promise<void> {
    await this.poll();
    while (this.#building) {
      await this.#building;
      await this.poll();
    }
  }

  /** Aborts a running build, which the next build continues. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#aborter.abort(new Error('the server is stopping'));
    await this.#building;
  }

  #isOld(name: string): boolean {
    return this.#newer.has(name) || this.#newer.has(name.replace(/\.(?:json|md)$/, ''));
  }

  async #pollOnce(): Promise<void> {
    const { readCursor, startsSite, log } = this.#options;
    if (this.#aborter.signal.aborted) return;
    this.#polledAt = performance.now();
    try {
      // Read no changes, because the cursor of a running build is unknown until its end.
      if (this.#cursor === null && this.#building) return;
      const from = this.#cursor ?? (await readCursor());
      this.#cursor = from === null ? null : await this.#follow(from);
      if (this.#cursor === null && (from !== null || startsSite)) this.#needsBuild = true;
    } catch (error) {
      log.warn('changes.unknown', { error: toMessage(error) });
    }
    if (this.#needsBuild && !this.#building) {
      this.#building = this.#build().finally(() => {
        this.#building = null;
        void this.poll();
      });
    }
  }

  /** Records the changes after `from`. Returns the cursor after the changes, or null if there are too many. */
  async #follow(from: string): Promise<string | null> {
    let at = from;
    for (;;) {
      const answer = await this.#options.store.listChanges(at, CHANGES_PER_ANSWER);
      for (const { domain, revision } of answer.changes) this.#newer.set(domain, revision);
      if (answer.changes.length > 0) {
        this.#needsBuild = true;
        this.#options.onChange();
      }
      at = answer.cursor;
      if (this.#newer.size > MAX_CHANGED) {
        this.#newer.clear();
        return null;
      }
      if (!answer.more) return at;
    }
  }

  async #build(): Promise<void> {
    const { build, now, log } = this.#options;
    const { signal } = this.#aborter;
    await wait(Math.max(0, this.#pausedUntil - now()), undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted) return;
    const covered = new Map(this.#newer);
    const startedAt = now();
    this.#needsBuild = false;
    try {
      const failed = new Set(await build(signal));
      // A page that changed again has another revision. A page that failed to render stays outdated.
      for (const [domain, revision] of covered) {
        if (this.#newer.get(domain) === revision && !failed.has(domain)) this.#newer.delete(domain);
      }
      this.#pausedUntil = now() + PAUSE_FACTOR * (now() - startedAt);
    } catch (error) {
      this.#needsBuild = true;
      this.#pausedUntil = now() + Math.max(FAILED_PAUSE_MS, PAUSE_FACTOR * (now() - startedAt));
      if (!signal.aborted) log.warn('build.failed', { error: toMessage(error) });
    }
  }
}
