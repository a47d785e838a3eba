import { isIP } from 'node:net';
import { z } from 'zod';
import { parseSigningKey } from '../fetch/signatures/signing-key.ts';
import { PUBLISH_PROFILES } from '../site/publish-profile.ts';
import { NO_PROXY, parseTrustedProxy, type TrustedProxy } from './trusted-proxy.ts';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]', '::1']);

/** Reads a whole number in decimal digits. `1e3` and `0x10` are typing errors. */
const wholeNumber = (max: number, error: string) =>
  z
    .string()
    .regex(/^(?:0|[1-9]\d*)$/, error)
    .transform(Number)
    .refine((value) => value <= max, error);
const MAX_PORT = 65_535;
const webAddress = z
  .url({ protocol: /^https?$/, hostname: /./, normalize: true, error: 'must be an http(s) URL' })
  .transform((url) => url.replace(/(?<!\/)\/+$/, ''));
/** Key of visible characters, because it is sent in a header field. */
const apiKey = z.string().regex(/^[\x21-\x7e]+$/, 'must be a key without blanks');
const hostPort = z
  .string()
  .refine((text) => /^[^\s:]+:\d{1,5}$/.test(text) && isPort(text), 'must look like 127.0.0.1:8443');
/** Text that `parse` converts. Null means that the text is wrong. The message omits the text, because it may be a secret. */
const parsedText = <Value>(parse: (text: string) => Value | null, message: string) =>
  z.string().transform((text, context) => {
    const value = parse(text);
    if (value !== null) return value;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
/** Matches a sender. The characters of its name do not start another field or address. */
const SENDER = /^(?:"?([^"<>@,;:\\\r\n]{0,100}?)"?\s*<([^<>\s]+)>|([^<>\s]+))$/;
function parseSender(text: string) {
  const [, name = '', bracketed, bare] = SENDER.exec(text.trim()) ?? [];
  const address = z.email().safeParse(bracketed ?? bare);
  return address.success ? { name: name.trim(), address: address.data } : null;
}
const flag = z
  .enum(['0', '1', 'true', 'false'], { error: 'must be true or false' })
  .transform((v) => v === '1' || v === 'true');

const signingKey = parsedText(
  parseSigningKey,
  'must be a private Ed25519 key as JSON Web Key, made by `npx directory admin make-signing-key`',
);

/** Reports whether the text after the last colon is a port. */
function isPort(text: string): boolean {
  const value = Number(text.slice(text.lastIndexOf(':') + 1));
  return value >= 1 && value <= MAX_PORT;
}

/** Reports whether a text is an IP address, optionally with a port: `[::1]:53`. */
function isServerAddress(text: string): boolean {
  if (isIP(text)) return true;
  const [, address] = /^\[?([^\]]*)\]?:\d{1,5}$/.exec(text) ?? [];
  return address !== undefined && isIP(address) !== 0 && text.startsWith('[') === (isIP(address) === 6) && isPort(text);
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  // Accept an invalid URL here, because another check refuses it.
  return url === null || url.origin === text;
}

/** Host name without a port. The last label of a name has a letter. */
const HOST_NAME = /^(?:[\w-]+\.)*[\w-]*[a-z][\w-]*$/i;

/** Settings of all programs: name, meaning and default. A test generates `.env.example` from the settings. */
const envSchema = z.object({
  PORT: wholeNumber(MAX_PORT, 'must be a port number').default(4321).describe('Port the server listens on.'),
  HOST: z
    .string()
    .refine((host) => isIP(host) !== 0 || HOST_NAME.test(host), 'must be an IP address or a host name, without a port')
    .default('127.0.0.1')
    .describe('Address the server listens on.'),
  BASE_URL: webAddress
    .refine(isOrigin, 'must be only a scheme and a host, such as https://example.com')
    .optional()
    .describe('Public address of the service, without a trailing slash. Default: http://HOST:PORT.'),
  DATA_DIR: z.string().min(1).default('./.data').describe('Folder of the embedded database and the built pages.'),
  SERVICE_NAME: z
    .string()
    .trim()
    .max(60, 'must have at most 60 characters')
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must be one line')
    .regex(/[\p{L}\p{N}\p{P}\p{S}]/u, 'must not be blank')
    .default('llms.txt directory')
    .describe('Name of the service, shown on pages and in proofs.'),
  REPOSITORY: z
    .string()
    .regex(/^[\w.-]+\/[\w.-]+@[\w./+-]+$/, 'must look like owner/name@v1.0.0, a GitHub repository with a tag or commit')
    .optional()
    .describe(
      'Public GitHub repository of the software with a tag or commit, such as owner/name@v1.0.0, for recipes in the documentation. If unset, pages show no recipe that needs the repository.',
    ),
  CONTACT_URL: z
    .url({ protocol: /^(https?|mailto)$/, normalize: true, error: 'must be an http(s) or mailto: URL' })
    .optional()
    .describe('Page or mailto: address for questions about the crawler. Default: BASE_URL/docs/crawler.'),
  SECURITY_CONTACT: z
    .url({
      protocol: /^(https|mailto)$/,
      error: 'must look like mailto:security@example.com or https://example.com/security',
    })
    .optional()
    .describe(
      'Contact for vulnerability reports, as mailto: or https:, for /.well-known/security.txt. Default: BASE_URL/docs/policy.',
    ),
  SERVER_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Secret for claims, owner keys and links in emails. The server and the alert sender need it with Supabase. The embedded database creates one in DATA_DIR.',
    ),
  SERVER_SECRET_PREVIOUS: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'A second secret, accepted but not used for new claims, keys and links. When you replace SERVER_SECRET, set this to the old secret.',
    ),
  SIGNING_KEY: signingKey
    .optional()
    .describe(
      'Private Ed25519 key (JSON Web Key) that signs the crawler’s requests, so sites can verify the requests. `npx directory admin make-signing-key` creates the key. Needs a BASE_URL with https. If unset, requests are not signed.',
    ),
  SIGNING_KEY_OTHER: signingKey
    .optional()
    .describe(
      'A second key to publish without signing. When you replace SIGNING_KEY, set this first to the new key, then to the old key.',
    ),
  SUPABASE_URL: webAddress
    .refine(isOrigin, 'must be only a scheme and a host, such as https://example.com')
    .optional()
    .describe('Data API of the Supabase project. If unset, the embedded database is used.'),
  SUPABASE_SECRET_KEY: apiKey.optional().describe('Secret key (sb_secret_…) for the crawler and the server.'),
  DNS_SERVERS: z
    .string()
    .default('1.1.1.1,8.8.8.8,9.9.9.9')
    .transform((list) =>
      list
        .split(',')
        .map((s) => s.trim())
        .filter(Boolean),
    )
    .refine((servers) => servers.length > 0, 'must name at least one resolver')
    .refine((servers) => servers.every(isServerAddress), 'must be addresses such as 1.1.1.1, 127.0.0.1:53 or [::1]:53')
    .describe('Resolvers of the crawler, comma separated. The system’s search domains are never used.'),
  TRUSTED_PROXY: parsedText(
    parseTrustedProxy,
    'must be none, a number of proxies (1 to 8), or complete networks like 10.0.0.0/8',
  )
    .optional()
    .describe(
      'Proxies that report client addresses: none (clients connect directly), the number of proxies before the server, or their networks (10.0.0.0/8,2001:db8::/32). The server needs it with a public BASE_URL.',
    ),
  REGISTRATIONS_PER_DAY: wholeNumber(2 ** 31 - 1, 'must be a whole number')
    .default(10_000)
    .describe(
      'Most new domains per day from all clients together. The last fifth is for networks with few registrations. Imports do not count.',
    ),
  MAX_INDEXED_SITES: wholeNumber(2 ** 31 - 1, 'must be a whole number')
    .default(20_000)
    .describe(
      'Most listed sites whose files browsers search in the built index. In a larger directory, browsers call the API first.',
    ),
  PUBLISH_PROFILE: z
    .enum(PUBLISH_PROFILES, { error: `must be one of ${PUBLISH_PROFILES.join(', ')}` })
    .default('standard')
    .describe(
      'Built files per site: lean (page), standard (page, badge and part of the search index) or full (also Markdown, JSON, feeds and picture). The server renders the rest.',
    ),
  METRICS: flag
    .default(false)
    .describe('Serve /metrics in the text format of Prometheus. The proxy must block public access to it.'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, hostname: /./, error: 'must look like smtp://user:password@host:port' })
    .optional()
    .describe(
      'Mail server for alerts, as smtp://user:password@host:port. A server elsewhere must offer TLS. If unset, no email is sent.',
    ),
  MAIL_FROM: parsedText(parseSender, 'must be an address such as alerts@example.com, or Name <address>')
    .optional()
    .describe('Sender of alert emails: an address, or `Name <address>`.'),
  SANDBOX_ORIGIN: hostPort
    .optional()
    .describe(
      'Development: TLS server that answers for every reserved name (*.example). Refused unless BASE_URL and HOST are loopback.',
    ),
  SANDBOX_CA: z
    .string()
    .min(1)
    .optional()
    .describe('Development: PEM file with the authority that signs the sandbox’s certificates.'),
  SANDBOX_DNS: z
    .string()
    .refine(isServerAddress, 'must be an address such as 127.0.0.1:5353')
    .optional()
    .describe('Development: DNS server for the reserved names. If unset, reserved names resolve to the sandbox.'),
});

type Parsed = z.infer<typeof envSchema>;
export interface Env extends Readonly<Parsed> {
  readonly BASE_URL: string;
}

export class EnvError extends Error {
  override readonly name = 'EnvError';
}

/**
 * Parses the settings. Throws an `EnvError` of one line that names the wrong setting. Empty values count as unset.
 */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const settings = Object.fromEntries(
    Object.keys(envSchema.shape).flatMap((name) => (source[name] ? [[name, source[name]]] : [])),
  );
  const parsed = envSchema.safeParse(settings);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new EnvError(`${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'malformed'}`);
  }
  // Pages and tokens contain the address, so a port chosen by the system needs an address from the settings.
  if (parsed.data.PORT === 0 && parsed.data.BASE_URL === undefined) {
    throw new EnvError('PORT: 0 chooses a free port, and needs a BASE_URL. Set a port or BASE_URL');
  }
  const host = parsed.data.HOST.includes(':') ? `[${parsed.data.HOST}]` : parsed.data.HOST;
  const env = { ...parsed.data, BASE_URL: parsed.data.BASE_URL ?? `http://${host}:${parsed.data.PORT}` };
  if (!URL.canParse(env.BASE_URL)) throw new EnvError('BASE_URL: needed, because HOST has a zone');
  if (env.SANDBOX_ORIGIN && !isLocal(env)) {
    throw new EnvError('SANDBOX_ORIGIN: only allowed while BASE_URL and HOST are loopback addresses');
  }
  for (const name of ['SANDBOX_CA', 'SANDBOX_DNS'] as const) {
    if (env[name] && !env.SANDBOX_ORIGIN) throw new EnvError(`${name}: has no effect without SANDBOX_ORIGIN`);
  }
  checkSigning(env);
  if (env.SMTP_URL && !env.MAIL_FROM) throw new EnvError('MAIL_FROM: needed when SMTP_URL is set');
  if (env.SUPABASE_URL && !env.SUPABASE_SECRET_KEY) {
    throw new EnvError('SUPABASE_SECRET_KEY: needed when SUPABASE_URL is set');
  }
  // Require the URL, because without it programs would use the embedded database.
  if (env.SUPABASE_SECRET_KEY && !env.SUPABASE_URL) {
    throw new EnvError('SUPABASE_URL: needed when SUPABASE_SECRET_KEY is set');
  }
  return env;
}

function checkSigning({ SIGNING_KEY, SIGNING_KEY_OTHER, BASE_URL }: Env): void {
  if (SIGNING_KEY_OTHER && !SIGNING_KEY) throw new EnvError('SIGNING_KEY_OTHER: has no effect without SIGNING_KEY');
  if (SIGNING_KEY && SIGNING_KEY_OTHER?.id === SIGNING_KEY.id) {
    throw new EnvError('SIGNING_KEY_OTHER: is the same key as SIGNING_KEY');
  }
  if (SIGNING_KEY && !BASE_URL.startsWith('https:') && !isLoopback(BASE_URL)) {
    throw new EnvError('SIGNING_KEY: needs a BASE_URL with https, where sites find the public key');
  }
}

/**
 * Returns the proxies that the server trusts for client addresses. Throws an `EnvError` if a public server has no
 * TRUSTED_PROXY.
 */
export function requireTrustedProxy({ TRUSTED_PROXY, BASE_URL }: Env): TrustedProxy {
  if (TRUSTED_PROXY) return TRUSTED_PROXY;
  if (isLoopback(BASE_URL)) return NO_PROXY;
  throw new EnvError(
    'TRUSTED_PROXY: needed with a public BASE_URL. Set the number of proxies before this server (1 for one nginx, 2 for a CDN and nginx), their networks, or none',
  );
}

/** Reports whether only this machine can reach a URL. */
export function isLoopback(url: string): boolean {
  return LOOPBACK.has(new URL(url).hostname);
}

/** Reports whether only this machine can reach the server, by its public URL and its listening address. */
export function isLocal({ BASE_URL, HOST }: Pick<Env, 'BASE_URL' | 'HOST'>): boolean {
  return isLoopback(BASE_URL) && LOOPBACK.has(HOST);
}

/** Renders `.env.example`: every setting with its meaning and default, commented out. */
export function envExample(): string {
  const defaults = parseEnv({});
  const lines = Object.entries(envSchema.shape).map(([name, schema]) => {
    const value = name === 'BASE_URL' ? undefined : defaults[name as keyof Env];
    return `# ${schema.description ?? ''}\n#${name}=${value ?? ''}\n`;
  });
  return `# Every setting of every program. All settings are optional on a fresh machine.\n\n${lines.join('\n')}`;
}
