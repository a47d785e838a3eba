import { request } from 'node:http';
import { json, text } from 'node:stream/consumers';

// Replaces a program of a page. Sends the call to the test over a socket, and ends with the output and status of the answer.
const [socketPath, name, ...args] = process.argv.slice(2);
const stdin = await text(process.stdin);
const call = request({ socketPath, method: 'POST' });
call.end(JSON.stringify({ name, args, stdin, cwd: process.cwd(), env: process.env }));
call.on('response', async (answer) => {
  const { status, output } = await json(answer);
  process.stdout.write(output);
  process.exitCode = status;
});
