import { Agent } from 'node:http';
import type { Socket } from 'node:net';

/** Sites that keep connections at all keep them for 5 s (Node, Apache) or longer; the pause between two requests is 1 s. */
const MAX_IDLE_MS = 4_000;

/**
 * One connection for one request after the other. Node's agent knows when a response has left it fit for the next request, closes it
 * when the other side sends something unasked, and respects how long that side says it will keep it.
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

  /** True after a response that was read to its end, while both sides keep the connection. */
  isReusable(): boolean {
    return !this.socket.destroyed && Object.keys(this.freeSockets).length > 0;
  }

  close(): void {
    this.socket.destroy();
  }
}
