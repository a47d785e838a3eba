import { Agent } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Longest time that an idle connection is kept. Servers keep connections for 5 s (Node, Apache) or longer, and the crawl pauses 1
 * s between requests.
 */
const MAX_IDLE_MS = 4_000;

/**
 * One connection for consecutive requests. Node's agent checks whether the connection can be reused, closes it after
 * unexpected bytes, and follows the server's keep-alive timeout.
 */
export class Connection extends Agent {
  readonly socket: Socket;

  constructor(socket: Socket) {
    super({ keepAlive: true, maxSockets: 1, timeout: MAX_IDLE_MS });
    this.socket = socket;
  }

  override createConnection(): Socket {
    return this.socket;
  }

  /** Reports whether the last response was read to its end and both sides keep the connection. */
  isReusable(): boolean {
    return !this.socket.destroyed && Object.keys(this.freeSockets).length > 0;
  }

  close(): void {
    this.socket.destroy();
  }
}
