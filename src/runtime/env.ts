import { z } from 'zod';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]', '::1']);

const port = (fallback: number) =>
  z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65_535).default(fallback);
const hostPort = z.string().regex(/^[^\s:]+:\d{1,5}$/, 'must look like 127.0.0.1:8443');
const flag = z
  .enum(['0', '1', 'true', 'false'], { error: 'must be true or false' })
  .transform((v) => v === '1' || v === 'true');

/** Every setting of every program: name, meaning, default. `.env.example` is written from it. */
const envSchema = z.object({
  PORT: port(4321).describe('Port the server listens on.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address the server listens on.'),
  BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
    .optional()
    .transform((url) => url?.replace(/\/+$/, ''))
    .describe('Public address of the service, without a trailing slash. Default: http://HOST:PORT.'),
  DATA_DIR: z.string().min(1).default('./.data').describe('Folder of the embedded database and the built pages.'),
  SERVICE_NAME: z
    .string()
    .min(1)
    .max(60)
    .default('llms.txt directory')
    .describe('Name of the service, shown on pages and in proofs.'),
  CONTACT_URL: z
    .url()
    .optional()
    .describe('Where a site owner can read about the crawler and complain. Default: BASE_URL/docs/crawler.'),
  SERVER_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe('Secret behind claims and owner keys. Needed with Supabase; the embedded default makes one in DATA_DIR.'),
  SUPABASE_URL: z.url().optional().describe('Data API of the Supabase project. Unset: the embedded database.'),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(1).optional().describe('Publishable key (sb_publishable_…).'),
  SUPABASE_SECRET_KEY: z
    .string()
    .min(1)
    .optional()
    .describe('Secret key (sb_secret_…) for the crawler and the server.'),
  DNS_SERVERS: z
    .string()
    .default('1.1.1.1,8.8.8.8,9.9.9.9')
    .transform((list) =>
      list
        .split(',')
        .map((s) => s.trim())
        .filter(Boolean),
    )
    .describe('Resolvers that the crawler asks, comma separated; never the system’s search domains.'),
  TRUSTED_PROXY: flag
    .default(false)
    .describe('Take the client address from X-Forwarded-For (only behind a proxy of yours).'),
  METRICS: flag
    .default(false)
    .describe('Answer /metrics in the text format of Prometheus; the proxy in front must keep it from the public.'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('Mail server for alerts, as smtp://user:password@host:port. Unset: no mail.'),
  MAIL_FROM: z.email().optional().describe('Sender of alert mails.'),
  SANDBOX_ORIGIN: hostPort
    .optional()
    .describe(
      'Development: TLS server that answers for every reserved name (*.example). Refused unless BASE_URL is loopback.',
    ),
  SANDBOX_CA: z
    .string()
    .min(1)
    .optional()
    .describe('Development: PEM file with the authority that signs the sandbox’s certificates.'),
  SANDBOX_DNS: hostPort
    .optional()
    .describe('Development: DNS server for the reserved names. Unset: they resolve to the sandbox.'),
});

type Parsed = z.infer<typeof envSchema>;
export interface Env extends Readonly<Parsed> {
  readonly BASE_URL: string;
}

export class EnvError extends Error {
  override readonly name = 'EnvError';
}

/** The settings, or an `EnvError` of one line that names the setting that is wrong. Empty values count as unset. */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const known = Object.fromEntries(
    Object.keys(envSchema.shape).flatMap((name) => (source[name] ? [[name, source[name]]] : [])),
  );
  const parsed = envSchema.safeParse(known);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new EnvError(`${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'malformed'}`);
  }
  const host = parsed.data.HOST.includes(':') ? `[${parsed.data.HOST}]` : parsed.data.HOST;
  const env = { ...parsed.data, BASE_URL: parsed.data.BASE_URL ?? `http://${host}:${parsed.data.PORT}` };
  if (env.SANDBOX_ORIGIN && !isLoopback(env.BASE_URL)) {
    throw new EnvError('SANDBOX_ORIGIN: only allowed while BASE_URL is a loopback address');
  }
  if (env.SMTP_URL && !env.MAIL_FROM) throw new EnvError('MAIL_FROM: needed when SMTP_URL is set');
  if (env.SUPABASE_URL) {
    for (const name of ['SUPABASE_SECRET_KEY', 'SERVER_SECRET'] as const) {
      if (!env[name]) throw new EnvError(`${name}: needed when SUPABASE_URL is set`);
    }
  }
  return env;
}

/** True for a base URL that only this machine can reach. */
export function isLoopback(baseUrl: string): boolean {
  return LOOPBACK.has(new URL(baseUrl).hostname);
}

/** The text of `.env.example`: every setting with its meaning and default, commented out. */
export function envExample(): string {
  const defaults = parseEnv({});
  const lines = Object.entries(envSchema.shape).map(([name, schema]) => {
    const value = name === 'BASE_URL' ? undefined : defaults[name as keyof Env];
    return `# ${schema.description ?? ''}\n#${name}=${value ?? ''}\n`;
  });
  return `# Every setting of every program. All are optional on a fresh machine.\n\n${lines.join('\n')}`;
}
