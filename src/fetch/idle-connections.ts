import type { Wire } from './connection.ts';

/** Who may use an open connection again: one visit, for the host and scheme that the connection was made for. */
export interface Use {
  /** Stands for the visit; null: connections are for one exchange. */
  readonly errand: object | null;
  /** Scheme and host. */
  readonly origin: string;
}

/**
 * Connections that wait for the next request of a visit. A place is an address, where addresses are paced, and holds one
 * connection at most: whoever goes there for anything else ends what waits there first.
 */
export interface IdleWires {
  has(place: string, use: Use): boolean;
  take(place: string, use: Use): Wire | null;
  leave(place: string, use: Use, wire: Wire): void;
  /** Ends what waits for a visit, or for any of them. */
  end(errand?: object): void;
}

export function createIdleWires(): IdleWires {
  const idle = new Map<string, { readonly use: Use; readonly wire: Wire }>();
  const fits = (place: string, { errand, origin }: Use): boolean => {
    const waiting = idle.get(place);
    return errand !== null && waiting?.use.errand === errand && waiting.use.origin === origin && waiting.wire.isFree();
  };
  return {
    has: fits,
    take(place, use) {
      const waiting = idle.get(place);
      const wire = fits(place, use) ? (waiting?.wire ?? null) : null;
      if (!wire) waiting?.wire.hangUp();
      idle.delete(place);
      return wire;
    },
    leave(place, use, wire) {
      idle.get(place)?.wire.hangUp();
      idle.set(place, { use, wire });
    },
    end(errand) {
      for (const [place, { use, wire }] of idle) {
        if (errand !== undefined && use.errand !== errand) continue;
        wire.hangUp();
        idle.delete(place);
      }
    },
  };
}
