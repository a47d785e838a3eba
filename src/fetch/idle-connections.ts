import type { Connection } from './connection.ts';

/** Who may use an open connection again: one session, for the host and scheme that the connection was made for. */
export interface ConnectionUse {
  /** Stands for the session; null: a connection is for one request. */
  readonly session: object | null;
  /** Scheme and host. */
  readonly origin: string;
}

/**
 * Connections that wait for the next request of their session. A place is an address, where addresses are paced, and keeps one
 * connection at most: taking or keeping another one there closes it.
 */
export class IdleConnections {
  readonly #byPlace = new Map<string, { readonly use: ConnectionUse; readonly connection: Connection }>();

  has(place: string, { session, origin }: ConnectionUse): boolean {
    const idle = this.#byPlace.get(place);
    return (
      session !== null && idle?.use.session === session && idle.use.origin === origin && idle.connection.isReusable()
    );
  }

  take(place: string, use: ConnectionUse): Connection | null {
    const idle = this.#byPlace.get(place);
    const connection = this.has(place, use) ? (idle?.connection ?? null) : null;
    if (!connection) idle?.connection.close();
    this.#byPlace.delete(place);
    return connection;
  }

  keep(place: string, use: ConnectionUse, connection: Connection): void {
    this.#byPlace.get(place)?.connection.close();
    this.#byPlace.set(place, { use, connection });
  }

  /** Closes the connections of a session, or all of them. */
  close(session?: object): void {
    for (const [place, { use, connection }] of this.#byPlace) {
      if (session !== undefined && use.session !== session) continue;
      connection.close();
      this.#byPlace.delete(place);
    }
  }
}
