import { hash } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import fs, { mkdirSync, openSync, writeSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { OUTPUTS, type Output } from './keep.ts';
import { isForOwner, RECEIVED_PATH, secretsIn } from './secrets-in.ts';

/**
 * Records outputs and received secrets in the folder RUN_RECORDS. .ci/suite.ts loads it into every process of a full run (`node
 * --import`). Outputs are stdout, stderr, all server answers, all built files, and in-process results that tests record.
 */
const KEY = /^Bearer (svk_live_\w{40,})$/;

const folder = process.env['RUN_RECORDS'];
if (folder) record(folder);

function record(into: string): void {
  const outputs = toFile(join(into, 'outputs'));
  const secrets = toFile(join(into, 'secrets'));
  const seen = new Set<string>();
  const once = (file: (text: string) => void, text: string) => {
    const digest = hash('sha1', text, 'base64');
    if (seen.has(digest)) return;
    seen.add(digest);
    file(text);
  };
  const keepSecret = (kind: string, value: string) => once(secrets, `${kind}\t${value}\n`);
  const keep = ({ from, text, asked }: Output) => {
    const [, key] = KEY.exec(asked?.authorization ?? '') ?? [];
    if (key) keepSecret('key', key);
    const { rest, found } = asked && isForOwner(asked) ? secretsIn(text) : { rest: text, found: [] };
    for (const { kind, value } of found) keepSecret(kind, value);
    once(outputs, `\n=== ${from}\n${rest}\n`);
  };

  subscribe(OUTPUTS, (output) => keep(output as Output));
  for (const name of ['SERVER_SECRET', 'SUPABASE_SECRET_KEY']) {
    const value = process.env[name];
    if (value) keepSecret(name, value);
  }
  for (const name of ['SIGNING_KEY', 'SIGNING_KEY_OTHER']) {
    // Record the secret member of a private JSON Web Key.
    const [, value] = /"d":"([\w-]+)"/.exec(process.env[name] ?? '') ?? [];
    if (value) keepSecret(name, value);
  }
  for (const name of ['stdout', 'stderr'] as const) {
    const stream = process[name];
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    stream.write = (...args: unknown[]) => {
      keep({ from: `${name} of ${process.argv[1] ?? 'node'}`, text: toText(args[0]) });
      return write(...args);
    };
  }
  recordAnswers(keep, keepSecret);
  // Record the writes of src/site/build/site-folder.ts.
  const writeFile = fs.writeFileSync;
  fs.writeFileSync = (path, data, options) => {
    if (String(path).endsWith('.tmp')) keep({ from: 'the built site', text: toText(data) });
    writeFile(path, data, options);
  };
  syncBuiltinESMExports();
}

function recordAnswers(keep: (output: Output) => void, keepSecret: (kind: string, value: string) => void): void {
  const bodies = new WeakMap<ServerResponse, Buffer[]>();
  const take = (response: ServerResponse, chunk: unknown) => {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return;
    const body = bodies.get(response) ?? [];
    bodies.set(response, body);
    body.push(Buffer.from(chunk));
  };
  const { write, end } = ServerResponse.prototype;
  ServerResponse.prototype.write = function (this: ServerResponse, ...args: unknown[]) {
    take(this, args[0]);
    return Reflect.apply(write, this, args);
  };
  ServerResponse.prototype.end = function (this: ServerResponse, ...args: unknown[]) {
    take(this, args[0]);
    const { method, url = '/', headers } = this.req;
    const path = url.split('?')[0] ?? '/';
    const key = String(headers['apikey'] ?? '');
    // Skip database answers to the server's key, because only the server reads them.
    if (key.startsWith('sb_secret_')) keepSecret('secret key of the database', key);
    else if (path !== RECEIVED_PATH) {
      const body = Buffer.concat(bodies.get(this) ?? []).toString('utf8');
      const asked = { path, authorization: headers.authorization };
      keep({ from: `${method} ${path}`, text: `${JSON.stringify(this.getHeaders())}\n${body}`, asked });
    }
    return Reflect.apply(end, this, args);
  };
}

/** Creates a writer to the file of this process. The first line creates the file. */
function toFile(dir: string): (text: string) => void {
  let file: number | null = null;
  return (text) => {
    if (file === null) {
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      file = openSync(join(dir, `${process.pid}.${threadId}`), 'a', 0o600);
    }
    writeSync(file, text);
  };
}

function toText(data: unknown): string {
  return typeof data === 'string' ? data : data instanceof Uint8Array ? Buffer.from(data).toString('utf8') : '';
}
