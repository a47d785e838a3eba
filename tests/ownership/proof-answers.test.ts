import { describe, expect, it } from 'vitest';
import { lookForProofs, reportProof } from '../../src/ownership/find-proof.ts';
import { closeAfterAll } from '../close-after-all.ts';
import { netTo, startHostileOrigin } from '../fetch/hostile-origin.ts';

const DOMAIN = 'bakery.example';
const TOKEN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const SERVICE = { name: 'The directory', baseUrl: 'https://directory.net' };
const SITE = { domain: DOMAIN, llmsTxt: null };

let answer = '';
const origin = await startHostileOrigin((host) => ({
  answer: (socket, path) =>
    void socket.end(host === DOMAIN && path.startsWith('/.well-known/') ? answer : 'HTTP/1.1 404 No\r\n\r\n'),
}));
const net = netTo(origin);
closeAfterAll(net, origin);

const LONG_PAGE = `<!doctype html><title>Bakery</title>${'<p>Bread.'.repeat(1_000)}`;
const WALL = `<!doctype html><title>Just a moment...</title>${'<p>Checking.'.repeat(1_000)}`;

describe('an answer for the well-known file', () => {
  it.each<[what: string, status: string, body: string, outcome: string, seen: string]>([
    ['a long page with status 503', '503 Busy', LONG_PAGE, 'inconclusive', 'status 503'],
    ['a long page with status 403', '403 No', LONG_PAGE, 'inconclusive', 'status 403'],
    ['a long bot check with status 200', '200 OK', WALL, 'inconclusive', 'a bot check'],
    ['a long page with status 404', '404 No', LONG_PAGE, 'absent', 'status 404'],
    ['a long page with status 200', '200 OK', LONG_PAGE, 'absent', 'more than 4 KiB'],
    ['the token with much space', '200 OK', TOKEN.padEnd(5_000), 'absent', 'more than 4 KiB'],
    ['the token with some space', '200 OK', TOKEN.padEnd(4_000), 'present', 'the token'],
  ])('is judged by its status and text: %s', async (_, status, body, outcome, seen) => {
    answer = `HTTP/1.1 ${status}\r\n\r\n${body}`;
    const look = await lookForProofs(SITE, SERVICE, { net });
    const report = reportProof(look, { site: SITE, token: TOKEN, service: SERVICE }, null).at(-1);
    expect([report?.outcome, report?.seen]).toEqual([outcome, expect.stringContaining(seen)]);
  });
});
