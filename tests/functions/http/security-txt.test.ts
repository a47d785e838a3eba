import { expect, it } from 'vitest';
import { BASE_URL, serveFake } from './serve-fake.ts';

it('names a contact and an end within a year (RFC 9116)', async () => {
  const { get, context } = serveFake({});
  const answer = await get('/.well-known/security.txt');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const text = await answer.text();
  expect(text).toContain(`Contact: ${BASE_URL}/docs/policy\n`);
  expect(text).toContain(`Canonical: ${BASE_URL}/.well-known/security.txt\n`);
  const [, expires = ''] = /^Expires: (\S+)$/m.exec(text) ?? [];
  const days = (Date.parse(expires) - context.now()) / 86_400_000;
  expect(days).toBeGreaterThan(90);
  expect(days).toBeLessThan(365);
});

it('uses the contact of the settings', async () => {
  const { get } = serveFake({}, { securityContact: 'mailto:security@dir.example' });
  expect(await (await get('/.well-known/security.txt')).text()).toContain('Contact: mailto:security@dir.example\n');
});
