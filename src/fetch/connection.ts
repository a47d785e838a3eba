import { Agent } from 'node:http';
import type { Socket } from 'node:net';

/** A site that keeps its connections at all keeps them for 5 s (Node, Apache) or longer; the pause between two requests is 1 s. */
const MAX_IDLE_MS = 4_000;

/**
 * One connection for one exchange after the other. Node's agent knows when an answer has left it fit for the next request,
 * hangs up when the other side speaks unasked, and heeds how long that side says it will wait.
 */
export class Wire extends Agent {
  readonly socket: Socket;

  constructor(socket: Socket) {
    super({ keepAlive: true, maxSockets: 1, timeout: MAX_IDLE_MS });
    this.socket = socket;
  }

  override createConnection(): Socket {
    return this.socket;
  }

  /** True after an answer that was read to its end, while both sides keep the connection. */
  isFree(): boolean {
    return !this.socket.destroyed && Object.keys(this.freeSockets).length > 0;
  }

  hangUp(): void {
    this.socket.destroy();
  }
}
