import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** Complete message. */
  readonly raw: string;
}

/** Starts a local mail server that stores every message. `refuse` returns an error to refuse a recipient. */
export async function receiveMail(refuse: () => Error | null = () => null) {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, callback) => callback(refuse()),
    onData: (stream, { envelope: { mailFrom, rcptTo } }, callback) => {
      text(stream).then((raw) => {
        const { head } = splitPart(raw);
        const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(head)?.[1] ?? '';
        const from = mailFrom ? mailFrom.address : '';
        received.push({ from, to: rcptTo.map(({ address }) => address), subject, text: readText(raw), raw });
        callback();
      }, callback);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  if (typeof address !== 'object' || !address) throw new Error('the mail server has no port');
  const { port } = address;
  return { received, port, smtpUrl: `smtp://127.0.0.1:${port}`, close: () => server.close(() => {}) };
}

function splitPart(part: string): { readonly head: string; readonly body: string } {
  const end = part.indexOf('\r\n\r\n');
  return { head: part.slice(0, end), body: part.slice(end) };
}

/** Returns the plain text of a message, which is its first part. */
function readText(message: string): string {
  const { head, body } = splitPart(message);
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1];
  if (boundary !== undefined) return readText((body.split(`--${boundary}`)[1] ?? '').trimStart());
  return /quoted-printable/i.test(head) ? readQuotedPrintable(body) : body;
}

/** Decodes quoted-printable text (RFC 2045 §6.7). */
function readQuotedPrintable(body: string): string {
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
