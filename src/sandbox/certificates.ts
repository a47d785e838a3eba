// Keep this import, because @peculiar/x509 needs it for its decorators.
import 'reflect-metadata';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
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
import { DAY_MS } from '../directory/duration.ts';
import { replaceFile } from '../runtime/replace-file.ts';
import type { CertificateKind } from './web-source.ts';

/** Validity of the authority: the longest use of a development folder. */
const AUTHORITY_DAYS = 3650;
/** Days before its end at which the authority is renewed, so that no certificate outlives it. */
const RENEW_DAYS = 31;
/** Validity of a site's certificate, longer than any run. */
const SITE_DAYS = 30;

const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const;

export type SiteCertificateKind = Exclude<CertificateKind, 'stalled'>;

export type Certificates = Awaited<ReturnType<typeof openCertificates>>;

/** Loads the authority in `folder`, or creates one there. */
export async function openCertificates(folder: string, now: () => number) {
  const authority = (await readAuthority(folder, now)) ?? (await makeAuthority(folder, now));
  // Use one key pair for all sites, because only this sandbox's clients trust the certificates.
  const siteKeys = await crypto.subtle.generateKey(KEY, true, ['sign', 'verify']);
  const siteKeyPem = await privatePem(siteKeys.privateKey);
  const contexts = new Map<string, Promise<SecureContext>>();

  async function makeSiteContext(names: readonly string[], kind: SiteCertificateKind): Promise<SecureContext> {
    const issued = kind === 'expired' ? now() - (SITE_DAYS + 1) * DAY_MS : now() - DAY_MS;
    const covered = kind === 'other-name' ? ['somewhere-else.example'] : names;
    const subject = covered[0] ?? '';
    const certificate = await X509CertificateGenerator.create({
      // Cut the common name to 64 characters (RFC 5280, upper bounds). Host names are in the extension.
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
    /** PEM of the only authority that clients trust. */
    ca: authority.pem,
    caFile: join(folder, AUTHORITY_FILE),
    /** Returns the certificate for `names`. The first name is the subject. Caches per subject and kind. */
    contextFor(names: readonly string[], kind: SiteCertificateKind) {
      const id = `${kind} ${names[0] ?? ''}`;
      const context = contexts.get(id);
      if (context) return context;
      const made = makeSiteContext(names, kind);
      contexts.set(id, made);
      return made;
    },
  };
}

const AUTHORITY_FILE = 'authority.pem';
const AUTHORITY_KEY_FILE = 'authority.key.pem';

type Authority = Awaited<ReturnType<typeof makeAuthority>>;

async function readAuthority(folder: string, now: () => number): Promise<Authority | null> {
  try {
    const pem = await readFile(join(folder, AUTHORITY_FILE), 'utf8');
    const keyPem = await readFile(join(folder, AUTHORITY_KEY_FILE), 'utf8');
    const certificate = new ParsedCertificate(pem);
    if (certificate.notAfter.getTime() < now() + RENEW_DAYS * DAY_MS) return null;
    const [der] = PemConverter.decode(keyPem);
    if (!der) return null;
    const key = await crypto.subtle.importKey('pkcs8', der, KEY, true, ['sign']);
    // Check that the pair matches, because the files are written one after another.
    return isPair(pem, keyPem) ? { pem, certificate, key } : null;
  } catch {
    return null;
  }
}

async function makeAuthority(folder: string, now: () => number) {
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
