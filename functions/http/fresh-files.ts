import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../../src/runtime/log.ts';
import type { BuiltFiles } from '../../src/site/build/built-files.ts';
import type { Store } from '../../src/store/store.ts';

export interface FreshFilesOptions {
  readonly store: Pick<Store, 'listChanges'>;
  readonly files: BuiltFiles;
  /** Where the last build stopped in the store's changes; null: there is none to trust. */
  readCursor(): Promise<string | null>;
  /** Whether a site is built where there is none; one that is there is kept up to date in any case. */
  readonly startsSite: boolean;
  /** Builds what has changed; answers the domains whose page could not be rendered. */
  build(signal: AbortSignal): Promise<readonly string[]>;
  /** Called whenever something in the store has changed. */
  onChange(): void;
  readonly log: Log;
  readonly now: () => number;
}

/**
 * The built site without the pages of domains that have changed since: those are rendered on demand until a build has caught up,
 * which begins as soon as a change is seen. Lists wait for that build.
 */
export interface FreshFiles extends BuiltFiles {
  /** This process has just changed the domain: its built pages are old from now on. */
  changed(domain: string): void;
  /** Asks the store what others have changed; resolves when it is known. */
  poll(): Promise<void>;
  /** Resolves when what is known to have changed has been built. */
  whenBuilt(): Promise<void>;
  /** Breaks off a build under way; the next one takes it up. */
  stop(): Promise<void>;
}

/** What another process has written is on its page within this time of a request. */
const POLL_MS = 2_000;
/** While nobody asks for a page, the changes are read no more often than this. */
const IDLE_POLL_MS = 30_000;
/** The store's largest answer. */
const CHANGES_PER_ANSWER = 1_000;
/** More domains than this are not remembered one by one (about 10 MB): no page is trusted until a build has caught up. */
const MAX_CHANGED = 100_000;
/** A build is followed by a pause of so many times its length: while a crawl goes on, builds take a fifth of the time. */
const PAUSE_FACTOR = 4;
/** After one that failed, at least this. */
const FAILED_PAUSE_MS = 30_000;

const DOMAIN_FILE = /^\/(?:domain\/([^/]+)|(?:badge|card)\/([^/]+)\.(?:svg|png))$/;

/** One function, because all of it reads and changes how far the changes are known and whether a build is under way. */
export function openFreshFiles(options: FreshFilesOptions): FreshFiles {
  const { store, files, log, now } = options;
  const aborter = new AbortController();
  /** Revisions of the domains that no finished build has seen. */
  const newer = new Map<string, string>();
  /** How far the changes are known. Null: the built pages are of an unknown age. */
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

  /** One at a time; whoever asks while one is under way gets the next, which sees what was written before. */
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
      // How far the build under way will come is not known before its end.
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

  /** Notes what has changed after `from`. Where the changes end, or null when they are too many. */
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
      // What has changed again meanwhile has another revision; what could not be rendered is not shown as it was.
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
