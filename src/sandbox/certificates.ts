// @peculiar/x509 is built on decorators and refuses to load without this.
import 'reflect-metadata';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecureContext, type SecureContext } from 'node:tls';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509Certificate as ParsedCertificate,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import type { CertificateKind } from './web-source.ts';

const DAY_MS = 86_400_000;
/** The authority is valid for as long as a development folder may be used. */
const AUTHORITY_DAYS = 3650;
/** It is renewed a month before its end, so that no certificate outlives it. */
const RENEW_DAYS = 31;
/** A site's certificate is valid for longer than any run. */
const SITE_DAYS = 30;

const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const;

export type SiteCertificateKind = Exclude<CertificateKind, 'stalled'>;

export interface Certificates {
  /** The authority, in PEM: what a client must trust, and all it must trust. */
  readonly ca: string;
  /** File that holds `ca`. */
  readonly caFile: string;
  /** For `names`, the first of which is its subject; made on first use, then kept: one per subject and kind. */
  contextFor(names: readonly string[], kind: SiteCertificateKind): Promise<SecureContext>;
}

/** The authority kept in `folder`, or a new one stored there. */
export async function openCertificates(folder: string, now: () => number): Promise<Certificates> {
  const authority = (await readAuthority(folder, now)) ?? (await makeAuthority(folder, now));
  // One key pair for all sites: their certificates differ in name only, and only this sandbox's clients trust them.
  const siteKeys = await crypto.subtle.generateKey(KEY, true, ['sign', 'verify']);
  const siteKeyPem = await privatePem(siteKeys.privateKey);
  const contexts = new Map<string, Promise<SecureContext>>();

  async function makeSiteContext(names: readonly string[], kind: SiteCertificateKind): Promise<SecureContext> {
    const issued = kind === 'expired' ? now() - (SITE_DAYS + 1) * DAY_MS : now() - DAY_MS;
    const covered = kind === 'other-name' ? ['somewhere-else.example'] : names;
    const subject = covered[0] ?? '';
    const certificate = await X509CertificateGenerator.create({
      // A common name has 64 characters at most (RFC 5280, upper bounds); host names are in the extension.
      subject: `CN=${subject.slice(0, 64)}`,
      issuer: kind === 'self-signed' ? `CN=${subject.slice(0, 64)}` : authority.certificate.subject,
      notBefore: new Date(issued),
      notAfter: new Date(issued + SITE_DAYS * DAY_MS),
      publicKey: siteKeys.publicKey,
      signingKey: kind === 'self-signed' ? siteKeys.privateKey : authority.key,
      signingAlgorithm: SIGNATURE,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        new SubjectAlternativeNameExtension(covered.map((value) => ({ type: 'dns' as const, value }))),
      ],
    });
    return createSecureContext({ cert: certificate.toString('pem'), key: siteKeyPem });
  }

  return {
    ca: authority.pem,
    caFile: join(folder, AUTHORITY_FILE),
    contextFor(names, kind) {
      const id = `${kind} ${names[0] ?? ''}`;
      const known = contexts.get(id);
      if (known) return known;
      const made = makeSiteContext(names, kind);
      contexts.set(id, made);
      return made;
    },
  };
}

const AUTHORITY_FILE = 'authority.pem';
const AUTHORITY_KEY_FILE = 'authority.key.pem';

interface Authority {
  readonly pem: string;
  readonly certificate: ParsedCertificate;
  readonly key: CryptoKey;
}

async function readAuthority(folder: string, now: () => number): Promise<Authority | null> {
  try {
    const pem = await readFile(join(folder, AUTHORITY_FILE), 'utf8');
    const keyPem = await readFile(join(folder, AUTHORITY_KEY_FILE), 'utf8');
    const certificate = new ParsedCertificate(pem);
    if (certificate.notAfter.getTime() < now() + RENEW_DAYS * DAY_MS) return null;
    const [der] = PemConverter.decode(keyPem);
    if (!der) return null;
    const key = await crypto.subtle.importKey('pkcs8', der, KEY, true, ['sign']);
    // The two files are written one after the other: a pair that does not match is not used.
    return isPair(pem, keyPem) ? { pem, certificate, key } : null;
  } catch {
    return null;
  }
}

async function makeAuthority(folder: string, now: () => number): Promise<Authority> {
  const keys = await crypto.subtle.generateKey(KEY, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Sandbox authority (this machine only)',
    notBefore: new Date(now() - 365 * DAY_MS),
    notAfter: new Date(now() + AUTHORITY_DAYS * DAY_MS),
    keys,
    signingAlgorithm: SIGNATURE,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const pem = `${certificate.toString('pem')}\n`;
  await mkdir(folder, { recursive: true });
  await replaceFile(join(folder, AUTHORITY_KEY_FILE), await privatePem(keys.privateKey), 0o600);
  await replaceFile(join(folder, AUTHORITY_FILE), pem, 0o644);
  return { pem, certificate, key: keys.privateKey };
}

async function privatePem(key: CryptoKey): Promise<string> {
  return PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), PemConverter.PrivateKeyTag);
}

function isPair(certificatePem: string, keyPem: string): boolean {
  return new X509Certificate(certificatePem).checkPrivateKey(createPrivateKey(keyPem));
}

/** Written under another name and renamed, so that a program killed half-way leaves the old file or the new one. */
async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  await writeFile(`${path}.new`, text, { mode });
  await rename(`${path}.new`, path);
}
