import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EnvError, envExample, parseEnv, requireTrustedProxy } from '../../src/runtime/env.ts';

const examplePath = join(import.meta.dirname, '../../.env.example');

describe('parser of settings', () => {
  it('supplies defaults for a fresh machine', () => {
    const env = parseEnv({});
    expect(env).toMatchObject({
      PORT: 4321,
      HOST: '127.0.0.1',
      BASE_URL: 'http://127.0.0.1:4321',
      DATA_DIR: './.data',
    });
  });

  it('drops the trailing slash of the base URL and treats empty as unset', () => {
    expect(parseEnv({ BASE_URL: 'https://dir.org/', PORT: '' })).toMatchObject({
      BASE_URL: 'https://dir.org',
      PORT: 4321,
    });
  });

  it.each(['owner/name@v1.0.0', 'my-org/my.name@0a1b2c3', 'owner/name@release/1.0+2'])(
    'accepts a repository: %s',
    (repository) => {
      expect(parseEnv({ REPOSITORY: repository }).REPOSITORY).toBe(repository);
    },
  );

  it('drops spaces around the name of the service, because proofs contain the name', () => {
    expect(parseEnv({ SERVICE_NAME: ' Our directory ' }).SERVICE_NAME).toBe('Our directory');
  });

  it.each([
    [{ PORT: 'eighty' }, 'PORT: '],
    [{ PORT: '70000' }, 'PORT: '],
    ...['not a url', 'http://', 'dir.org', '//dir.org', 'ftp://x', 'http://dir.org:99999'].map(
      (url): [Record<string, string>, string] => [{ BASE_URL: url }, 'BASE_URL: must be an http'],
    ),
    [{ PORT: '1e3' }, 'PORT: must be'],
    [{ PORT: '-1' }, 'PORT: must be'],
    [{ PORT: '0' }, 'PORT: 0 chooses a free port, and needs a BASE_URL'],
    [{ PORT: '80 80' }, 'PORT: must be'],
    [{ SERVICE_NAME: ' ' }, 'SERVICE_NAME: must not'],
    [{ SERVICE_NAME: 'a\nb' }, 'SERVICE_NAME: must be one'],
    [{ SERVICE_NAME: 'x'.repeat(61) }, 'SERVICE_NAME: must have at most'],
    ...['https://github.com/owner/name', 'owner/name', 'owner/name@v1 v2', 'name@v1', '@'].map(
      (repository): [Record<string, string>, string] => [{ REPOSITORY: repository }, 'REPOSITORY: must look like'],
    ),
    [{ CONTACT_URL: 'not a url' }, 'CONTACT_URL: must be'],
    [{ CONTACT_URL: 'javascript:x' }, 'CONTACT_URL: must be'],
    [{ SECURITY_CONTACT: 'me' }, 'SECURITY_CONTACT: must'],
    [{ SUPABASE_URL: 'not a url' }, 'SUPABASE_URL: must be'],
    [{ SUPABASE_SECRET_KEY: 'a\nb' }, 'SUPABASE_SECRET_KEY: must be'],
    [{ REGISTRATIONS_PER_DAY: '1.5' }, 'REGISTRATIONS_PER_DAY: must be'],
    [{ REGISTRATIONS_PER_DAY: '010' }, 'REGISTRATIONS_PER_DAY: must be'],
    [{ REGISTRATIONS_PER_DAY: '-1' }, 'REGISTRATIONS_PER_DAY: must be'],
    [{ METRICS: 'yes' }, 'METRICS: must be'],
    [{ MAIL_FROM: 'me' }, 'MAIL_FROM: '],
    [{ SIGNING_KEY: '{}' }, 'SIGNING_KEY: must be'],
    [{ SIGNING_KEY_OTHER: 'x' }, 'SIGNING_KEY_OTHER: must be'],
    [{ SERVER_SECRET_PREVIOUS: 'short' }, 'SERVER_SECRET_PREVIOUS: must'],
    [{ SANDBOX_ORIGIN: '127.0.0.1:1', SANDBOX_DNS: 'foo:53' }, 'SANDBOX_DNS: must be'],
    [{ TRUSTED_PROXY: 'true' }, 'TRUSTED_PROXY: '],
    [{ BASE_URL: 'https://user@dir.org' }, 'BASE_URL: '],
    [{ BASE_URL: 'https://dir.org/?a=b' }, 'BASE_URL: '],
    ...['https://dir.org/a', 'https://:p@dir.org', 'https://dir.org?', 'https://dir.org/#'].flatMap(
      (url): [Record<string, string>, string][] => [
        [{ BASE_URL: url }, 'BASE_URL: must be only a scheme and a host'],
        [{ SUPABASE_URL: url, SUPABASE_SECRET_KEY: 'k' }, 'SUPABASE_URL: must be only a scheme and a host'],
      ],
    ),
    ...['postgres://u:p@h/db', 'x.supabase.co'].map((url): [Record<string, string>, string] => [
      { SUPABASE_URL: url, SUPABASE_SECRET_KEY: 'k' },
      'SUPABASE_URL: must be an http',
    ]),
    [{ SUPABASE_SECRET_KEY: 'k' }, 'SUPABASE_URL: needed when'],
    ...['10/8', '192.168/16', '0xa.0.0.0/8', '10.0.0.0/33', '10', '::ffff:10.0.0.0/104', '10.0.0.0/8,10.1/16'].map(
      (proxy): [Record<string, string>, string] => [{ TRUSTED_PROXY: proxy }, 'TRUSTED_PROXY: must be none'],
    ),
    ...['http://x', '127.0.0.1:80', 'a..b', '127.1', ':::', 'host:4321', '-'].map(
      (host): [Record<string, string>, string] => [{ HOST: host }, 'HOST: must be an IP address or a host name'],
    ),
    [{ HOST: '999.1.1.1' }, 'HOST: '],
    [{ HOST: 'fe80::1%eth0' }, 'BASE_URL: needed, because'],
    [{ DNS_SERVERS: 'foo' }, 'DNS_SERVERS: '],
    [{ DNS_SERVERS: ',' }, 'DNS_SERVERS: '],
    [{ DNS_SERVERS: '1.1.1.1:99999' }, 'DNS_SERVERS: '],
    [{ SANDBOX_ORIGIN: '127.0.0.1:99999' }, 'SANDBOX_ORIGIN: '],
    [{ SMTP_URL: 'smtp://' }, 'SMTP_URL: '],
    [{ MAIL_FROM: 'alerts' }, 'MAIL_FROM: must be an address'],
    [{ MAIL_FROM: 'A <a@b.com>, B <b@b.com>' }, 'MAIL_FROM: must be an address'],
    [{ MAIL_FROM: 'a@b.com\r\nBcc: b@b.com' }, 'MAIL_FROM: must be an address'],
    [{ SERVER_SECRET: 'short' }, 'SERVER_SECRET: '],
    [{ SANDBOX_ORIGIN: 'nonsense' }, 'SANDBOX_ORIGIN: '],
    [{ SANDBOX_ORIGIN: '127.0.0.1:8443', BASE_URL: 'https://dir.org' }, 'SANDBOX_ORIGIN: only allowed'],
    [{ SANDBOX_ORIGIN: '127.0.0.1:1', HOST: '0.0.0.0', BASE_URL: 'http://127.0.0.1:4321' }, 'SANDBOX_ORIGIN: only'],
    [{ SANDBOX_ORIGIN: '127.0.0.1:1', HOST: '::', BASE_URL: 'http://[::1]:4321' }, 'SANDBOX_ORIGIN: only allowed'],
    [{ SANDBOX_CA: '/tmp/ca.pem' }, 'SANDBOX_CA: has no effect'],
    [{ SANDBOX_DNS: '127.0.0.1:53' }, 'SANDBOX_DNS: has no effect'],
    [{ SUPABASE_URL: 'https://x.supabase.co' }, 'SUPABASE_SECRET_KEY: '],
  ])('reports the setting in one line for %j', (source, start) => {
    expect(() => parseEnv(source)).toThrow(EnvError);
    expect(() => parseEnv(source)).toThrow(new RegExp(`^${start}[^\\n]+$`));
  });

  it.each(['HTTPS://Dir.org', 'https:dir.org/', 'https://dir.org:443'])('normalizes the base URL %s', (url) => {
    expect(parseEnv({ BASE_URL: url }).BASE_URL).toBe('https://dir.org');
  });

  it.each(['1.1.1.1', '1.1.1.1:53', '[2606:4700::1111]:53', '2606:4700::1111'])(
    'accepts %s as a resolver',
    (server) => {
      expect(parseEnv({ DNS_SERVERS: server }).DNS_SERVERS).toEqual([server]);
    },
  );

  it('requires TRUSTED_PROXY for a public server only', () => {
    expect(() => requireTrustedProxy(parseEnv({ BASE_URL: 'https://dir.org' }))).toThrow(/^TRUSTED_PROXY: needed/);
    expect(requireTrustedProxy(parseEnv({ BASE_URL: 'http://127.0.0.1:4321' }))).toEqual({ kind: 'none' });
    const env = parseEnv({ BASE_URL: 'https://dir.org', TRUSTED_PROXY: '2' });
    expect(requireTrustedProxy(env)).toEqual({ kind: 'hops', hops: 2 });
  });

  it.each([
    ['alerts@directory.net', '', 'alerts@directory.net'],
    ['<alerts@directory.net>', '', 'alerts@directory.net'],
    ['The directory <alerts@directory.net>', 'The directory', 'alerts@directory.net'],
    ['"The directory" <alerts@directory.net>', 'The directory', 'alerts@directory.net'],
    [' Das Verzeichnis – täglich <alerts@directory.net> ', 'Das Verzeichnis – täglich', 'alerts@directory.net'],
  ])('parses the sender %j', (text, name, address) => {
    expect(parseEnv({ MAIL_FROM: text }).MAIL_FROM).toEqual({ name, address });
  });

  it('matches .env.example', () => {
    if (process.env['UPDATE'] === '1') writeFileSync(examplePath, envExample());
    expect(readFileSync(examplePath, 'utf8')).toBe(envExample());
  });
});
