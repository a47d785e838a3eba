import { createServer } from 'node:net';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readMailToken } from '../../src/alerts/mail-links.ts';
import { openMailer } from '../../src/alerts/mailer.ts';
import { renderMail } from '../../src/alerts/render-mail.ts';
import { freePort } from '../free-port.ts';
import { DAY } from '../store/sample-visit.ts';
import { aMail } from './a-message.ts';
import { type ReceivedMail, receiveMail } from './receive-mail.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');

let received: readonly ReceivedMail[];
let port = 0;
/** Answer of the server to a recipient. Null accepts the recipient. */
let refusal: { message: string; code: number } | null = null;

beforeEach(async () => {
  refusal = null;
  const server = await receiveMail(
    () => refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.code }),
  );
  ({ received, port } = server);
  onTestFinished(server.close);
});

const service = {
  baseUrl: 'https://directory.net',
  serviceName: 'The directory',
  serverSecrets: ['secret'] as const,
  from: { name: '', address: 'alerts@directory.net' },
  now: () => NOW,
};
async function send(message = aMail(), smtpPort = port, host = '127.0.0.1', change: Partial<typeof service> = {}) {
  const mailer = openMailer({ ...service, ...change, smtpUrl: `smtp://${host}:${smtpPort}` });
  try {
    return await mailer.send(message);
  } finally {
    mailer.close();
  }
}
/** Returns unfolded header fields. */
const listFields = ({ raw }: ReceivedMail) =>
  (raw.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ').split('\r\n');

describe('an email', () => {
  it('goes over the network only encrypted', async () => {
    let heard = '';
    const plain = createServer((socket) => {
      socket.write('220 plain\r\n');
      socket.on('data', (data) => {
        heard += data;
        socket.write(String(data).startsWith('EHLO') ? '250 plain\r\n' : '502 no\r\n');
      });
    });
    // Loopback address that replaces the address of the mail server.
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.2', resolve));
    const address = plain.address();
    const sent = await send(
      aMail(),
      typeof address === 'object' && address ? address.port : 0,
      'user:secret@127.0.0.2',
    );
    await new Promise<void>((resolve) => plain.close(() => resolve()));
    expect(sent).toEqual({ result: 'failed', error: 'the mail server offers no TLS' });
    expect(heard).not.toMatch(/AUTH|MAIL FROM/);
  });

  it('reaches its one recipient with the event and a one-click unsubscribe link', async () => {
    expect(await send()).toEqual({ result: 'delivered', error: null });
    const [mail] = received;
    expect(mail).toMatchObject({ from: 'alerts@directory.net', to: ['owner@bakery.com'] });
    if (!mail) throw new Error('no mail');
    const fields = listFields(mail);
    expect(fields).toContain('To: owner@bakery.com');
    expect(fields).toContain('From: The directory <alerts@directory.net>');
    expect(fields).toContain('Subject: [The directory] bakery.com: llms.txt is invalid');
    expect(fields).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(fields.filter((field) => /^(cc|bcc|to):/i.test(field))).toHaveLength(1);
    const url = /^List-Unsubscribe: <(.+)>$/m.exec(fields.join('\n'))?.[1] ?? '';
    const { pathname, searchParams } = new URL(url);
    expect([pathname, searchParams.get('domain')]).toEqual(['/notify/unsubscribe', 'bakery.com']);
    const token = searchParams.get('token') ?? '';
    const read = readMailToken(token, ['secret'], 'unsubscribe', 'bakery.com', NOW + 1_000 * DAY);
    expect(read).toEqual({ email: 'owner@bakery.com', at: NOW });
    expect(url).not.toContain('owner');
    expect(mail.text).toContain('no-title');
  });

  it('repeats the text in an HTML part that names the service and links its addresses', async () => {
    const message = { ...aMail(), domain: 'bakery.com', data: { status: '<b>&', since: '<script>', reason: '"x"' } };
    const links = {
      confirm: 'https://d.net/notify/confirm?domain=a&token=b',
      unsubscribe: 'https://d.net/u?domain=a&token=b',
    };
    const { html, text } = renderMail(message, { serviceName: 'Maps & <More>', baseUrl: 'https://d.net' }, links);
    expect(text).toContain('This email is from Maps & <More>, https://d.net.');
    expect(html).toContain('This email is from Maps &amp; &lt;More&gt;, <a href="https://d.net">https://d.net</a>.');
    expect(html).toContain('<a href="https://d.net/u?domain=a&amp;token=b">https://d.net/u?domain=a&amp;token=b</a>');
    expect(html).not.toMatch(/<script|<b>|<More>/);
    await send();
    expect(received[0]?.raw).toMatch(/multipart\/alternative[\s\S]*text\/plain[\s\S]*text\/html/);
  });

  // No input check accepts these addresses. Even without a check, they must not become two recipients.
  it.each([
    'a@bakery.com,b@evil.com',
    'a@bakery.com;b@evil.com',
    'a@bakery.com b@evil.com',
    'Name <a@bakery.com>, <b@evil.com>',
    '"a@evil.com,b"@bakery.com',
    'group: a@bakery.com, b@evil.com;',
    'a@bakery.com\r\nBcc: b@evil.com',
    'a@bakery.com\r\nRCPT TO:<b@evil.com>',
    'a@bakery.com>\r\nRCPT TO:<b@evil.com',
  ])('refuses the recipient %j', async (address) => {
    expect(await send(aMail({ address }))).toMatchObject({ result: 'refused' });
    expect(received).toEqual([]);
  });

  it.each([
    ['email.confirmation', {}, /Confirm alerts for bakery\.com/],
    ['llms_txt.recovered', { since: 'x' }, /valid again/],
    ['llms_txt.changed', { version: 2, changes: null, at: 'x' }, /llms\.txt changed/],
    ['proof.missing', { method: 'dns', since: 'x', lapses_at: 'y' }, /proof of ownership is missing/],
    ['proof.restored', { method: 'dns' }, /is back/],
    ['verification.lapsed', {}, /has lapsed/],
    ['test', {}, /test/],
  ])('announces %s in its subject', async (type, data, subject) => {
    await send(aMail({ type, data }));
    const [mail] = received;
    if (!mail) throw new Error('no mail');
    expect(listFields(mail).find((field) => field.startsWith('Subject:'))).toMatch(subject);
    // Every recipient of a confirmation can refuse all emails.
    expect(mail.text).toContain('/notify/unsubscribe?');
    expect(mail.text.includes('/notify/confirm?')).toBe(type === 'email.confirmation');
  });

  it('counts the changes of a new version', async () => {
    const kinds = [
      { kind: 'link-added', count: 2 },
      { kind: 'section-removed', count: 1 },
    ];
    const data = { version: 7, changes: { total: 3, kinds }, at: '2026-11-20T10:00:00.000Z' };
    await send(aMail({ type: 'llms_txt.changed', data }));
    const text = received[0]?.text;
    expect(text).toContain('changed (version 7). We saw the change on 20 Nov 2026, 10:00 UTC.');
    expect(text).toContain('2 links added, 1 section removed.');
  });

  it('gives the time and reason of a broken file, and links to the fix', async () => {
    const data = { status: 'invalid', reason: 'html-body', since: '2026-11-20T10:00:00.000Z' };
    await send(aMail({ type: 'llms_txt.broken', data }));
    const text = received[0]?.text;
    expect(text).toContain('has been invalid since 20 Nov 2026, 10:00 UTC: the server returns a web page.');
    expect(text).toContain('https://directory.net/rules/html-body');
  });

  it('ends after a permanent refusal and fails after a temporary one', async () => {
    refusal = { message: 'no such user owner@bakery.com', code: 550 };
    expect(await send()).toEqual({ result: 'refused', error: 'SMTP 550' });
    refusal = { message: 'greylisted', code: 451 };
    expect(await send()).toEqual({ result: 'failed', error: 'SMTP 451' });
  });

  it.each([
    ['connection', 554, { greeting: '554 no service for this address' }],
    ['login', 535, { AUTH: '535 wrong password' }],
    ['sender', 553, { MAIL: '553 not your address' }],
  ])('fails temporarily if the mail server permanently refuses the %s', async (_, code, refusal) => {
    const replies: Readonly<Record<string, string>> = {
      greeting: '220 hello',
      EHLO: '250 AUTH PLAIN',
      AUTH: '235 yes',
      ...refusal,
    };
    const server = createServer((socket) => {
      const reply = (to: string) => socket.write(`${replies[to] ?? '250 yes'}\r\n`);
      socket.on('error', () => {});
      reply('greeting');
      socket.on('data', (data) => reply(String(data).slice(0, 4)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const smtpPort = typeof address === 'object' && address ? address.port : 0;
    const sent = await send(aMail(), smtpPort, 'user:secret@127.0.0.1');
    expect(sent).toEqual({ result: 'failed', error: `SMTP ${code}` });
  });

  it('uses the sender name from the settings', async () => {
    await send(aMail(), port, '127.0.0.1', { from: { name: 'Night shift', address: 'alerts@directory.net' } });
    expect(received[0] && listFields(received[0])).toContain('From: Night shift <alerts@directory.net>');
  });

  it('fails temporarily if the mail server is down', async () => {
    expect(await send(aMail(), await freePort())).toMatchObject({
      result: 'failed',
      error: expect.stringMatching(/^E/),
    });
  });
});
