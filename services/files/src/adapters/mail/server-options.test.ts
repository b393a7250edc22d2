import { expect, it } from 'vitest';
import { mailServerOptions } from './server-options.ts';

const ports = { plain: 143, secure: 993 };

it.each<[string, boolean | undefined, { port: number; secure: boolean; isPlain: boolean }]>([
  ['imaps://u:p@mail.example', undefined, { port: 993, secure: true, isPlain: false }],
  ['imaps://u:p@mail.example', true, { port: 993, secure: true, isPlain: false }],
  ['imap://u:p@mail.example', undefined, { port: 143, secure: false, isPlain: false }],
  ['imap://u:p@localhost.example', undefined, { port: 143, secure: false, isPlain: false }],
  ['imap://u:p@mail.example', true, { port: 143, secure: false, isPlain: true }],
  ['imap://u:p@localhost:10143', undefined, { port: 10_143, secure: false, isPlain: true }],
  ['imap://u:p@[::1]', undefined, { port: 143, secure: false, isPlain: true }],
  ['imap://u:p@127.0.0.1', false, { port: 143, secure: false, isPlain: false }],
])('connects to %s by TLS unless plain text is allowed: %s', (url, plainText, expected) => {
  const way = mailServerOptions(url, ports, { ca: undefined, plainText });
  expect(way).toMatchObject({ ...expected, auth: { user: 'u', pass: 'p' } });
  expect(way.tls).toEqual({ rejectUnauthorized: true, minVersion: 'TLSv1.2' });
});
