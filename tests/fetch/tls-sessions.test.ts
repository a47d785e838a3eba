import { expect, it } from 'vitest';
import { createTlsSessions, MAX_TLS_HOSTS } from '../../src/fetch/tls-sessions.ts';

const session = Buffer.from('session');

it('resumes a session only with its host', () => {
  const sessions = createTlsSessions(() => 0);
  sessions.keep('a.example', session);
  expect(sessions.find('a.example')).toBe(session);
  expect(sessions.find('b.example')).toBeUndefined();
});

it('checks the certificate again after a minute', () => {
  let now = 0;
  const sessions = createTlsSessions(() => now);
  sessions.keep('a.example', session);
  now = 59_999;
  expect(sessions.find('a.example')).toBe(session);
  now = 60_000;
  expect(sessions.find('a.example')).toBeUndefined();
});

it('drops the oldest session above the limit', () => {
  const sessions = createTlsSessions(() => 0);
  for (let i = 0; i <= MAX_TLS_HOSTS; i += 1) sessions.keep(`${i}.example`, session);
  expect(sessions.find('0.example')).toBeUndefined();
  expect(sessions.find('1.example')).toBe(session);
  expect(sessions.find(`${MAX_TLS_HOSTS}.example`)).toBe(session);
});
