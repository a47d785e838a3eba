import type { Connection } from './connection.ts';

/** Key of an idle connection. Only its session may reuse the connection, for an equal host and scheme. */
export interface ConnectionUse {
  /** Object that identifies the session. Null if connections serve one request. */
  readonly session: object | null;
  readonly origin: string;
}

/**
 * Idle connections, kept for the next request of their session. Each paced address has at most one idle connection.
 * Taking or keeping another connection to the address closes it.
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

  /** Closes the connections of a session, or all connections. */
  close(session?: object): void {
    for (const [place, { use, connection }] of this.#byPlace) {
      if (session !== undefined && use.session !== session) continue;
      connection.close();
      this.#byPlace.delete(place);
    }
  }
}
