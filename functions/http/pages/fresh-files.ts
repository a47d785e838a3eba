import { setTimeout as wait } from 'node:timers/promises';
import { messageOf } from '../../../src/directory/message-of.ts';
import type { Log } from '../../../src/runtime/log.ts';
import type { BuiltFiles } from '../../../src/site/build/built-files.ts';
import type { Store } from '../../../src/store/store.ts';

export interface FreshFilesOptions {
  readonly store: Pick<Store, 'listChanges'>;
  readonly files: BuiltFiles;
  /** Change cursor of the last build, or null without a trusted build. */
  readCursor(): Promise<string | null>;
  /** True to build a missing site. An existing site is always updated. */
  readonly startsSite: boolean;
  /** Builds changed pages. Returns the domains whose page failed to render. */
  build(signal: AbortSignal): Promise<readonly string[]>;
  /** Called after each change of the store. */
  onChange(): void;
  readonly log: Log;
  readonly now: () => number;
}

/**
 * Built site without outdated pages. Outdated pages are rendered on demand until a build, which starts after each
 * change. Lists wait for that build.
 */
export interface FreshFiles extends BuiltFiles {
  /** Marks the built pages of a domain as outdated after a change by this process. */
  changed(domain: string): void;
  /** Reads changes by other processes from the store. */
  poll(): Promise<void>;
  /** Resolves after all known changes are built. */
  whenBuilt(): Promise<void>;
  /** Aborts a running build. The next build continues it. */
  stop(): Promise<void>;
}

/** Time within which a request shows changes by other processes. */
const POLL_MS = 2_000;
/** Interval of reading changes without page requests. */
const IDLE_POLL_MS = 30_000;
/** Largest page of the store. */
const CHANGES_PER_ANSWER = 1_000;
/** Most outdated domains tracked (about 10 MB). Above it, no page is trusted until the next build. */
const MAX_CHANGED = 100_000;
/** Pause after a build, as a multiple of its length. During a crawl, builds take a fifth of the time. */
const PAUSE_FACTOR = 4;
/** Least pause after a failed build. */
const FAILED_PAUSE_MS = 30_000;

const DOMAIN_FILE = /^\/(?:domain\/([^/]+)|badge\/([^/]+)\.svg)$/;

export function openFreshFiles(options: FreshFilesOptions): FreshFiles {
  const { store, files, log, now } = options;
  const aborter = new AbortController();
  /** Revisions of outdated domains. */
  const newer = new Map<string, string>();
  /** Cursor of the known changes. Null if the age of the built pages is unknown. */
  let cursor: string | null = null;
  let needsBuild = false;
  let lastPoll: Promise<void> = Promise.resolve();
  let nextPoll: Promise<void> | null = null;
  let building: Promise<void> | null = null;
  let pausedUntil = 0;

  let polledAt = performance.now();
  const timer = setInterval(poll, IDLE_POLL_MS);
  timer.unref();
  void poll();

  return {
    async find(path) {
      const found = DOMAIN_FILE.exec(path);
      const name = found?.[1] ?? found?.[2];
      if (performance.now() - polledAt >= POLL_MS) void poll();
      if (name !== undefined && (cursor === null || isOld(name))) return null;
      return await files.find(path);
    },
    changed(domain) {
      newer.set(domain, '');
      void poll();
    },
    poll,
    async whenBuilt() {
      await poll();
      while (building) {
        await building;
        await poll();
      }
    },
    async stop() {
      clearInterval(timer);
      aborter.abort(new Error('the server is stopping'));
      await building;
    },
  };

  function isOld(name: string): boolean {
    return newer.has(name) || newer.has(name.replace(/\.(?:json|md)$/, ''));
  }

  /** Runs one build at a time. Callers during a build get the next one, which includes earlier writes. */
  function poll(): Promise<void> {
    nextPoll ??= lastPoll.then(() => {
      nextPoll = null;
      lastPoll = pollOnce();
      return lastPoll;
    });
    return nextPoll;
  }

  async function pollOnce(): Promise<void> {
    if (aborter.signal.aborted) return;
    polledAt = performance.now();
    try {
      // The cursor of a running build is unknown until its end.
      if (cursor === null && building) return;
      const from = cursor ?? (await options.readCursor());
      cursor = from === null ? null : await follow(from);
      if (cursor === null && (from !== null || options.startsSite)) needsBuild = true;
    } catch (error) {
      log.warn('changes.unknown', { error: messageOf(error) });
    }
    if (needsBuild && !building) {
      building = build().finally(() => {
        building = null;
        void poll();
      });
    }
  }

  /** Records the changes after `from`. Returns the cursor after the changes, or null if there are too many. */
  async function follow(from: string): Promise<string | null> {
    let at = from;
    for (;;) {
      const found = await store.listChanges(at, CHANGES_PER_ANSWER);
      for (const { domain, revision } of found.changes) newer.set(domain, revision);
      if (found.changes.length > 0) {
        needsBuild = true;
        options.onChange();
      }
      at = found.cursor;
      if (newer.size > MAX_CHANGED) {
        newer.clear();
        return null;
      }
      if (!found.more) return at;
    }
  }

  async function build(): Promise<void> {
    await wait(Math.max(0, pausedUntil - now()), undefined, { signal: aborter.signal, ref: false }).catch(() => {});
    if (aborter.signal.aborted) return;
    const covered = new Map(newer);
    const startedAt = now();
    needsBuild = false;
    try {
      const failed = new Set(await options.build(aborter.signal));
      // A page that changed again has another revision. A page that failed to render stays outdated.
      for (const [domain, revision] of covered) {
        if (newer.get(domain) === revision && !failed.has(domain)) newer.delete(domain);
      }
      pausedUntil = now() + PAUSE_FACTOR * (now() - startedAt);
    } catch (error) {
      needsBuild = true;
      pausedUntil = now() + Math.max(FAILED_PAUSE_MS, PAUSE_FACTOR * (now() - startedAt));
      if (!aborter.signal.aborted) log.warn('build.failed', { error: messageOf(error) });
    }
  }
}
