import { type IncomingMessage, type RequestOptions, request, type ServerResponse } from 'node:http';

/** Passes a request on to a server of this machine, and returns its answer. Ends the connection if that server does. */
export function passOn(incoming: IncomingMessage, outgoing: ServerResponse, to: RequestOptions): void {
  const { method, url: path, headers } = incoming;
  const onward = request({ host: '127.0.0.1', method, path, headers, ...to }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}
