/** Addresses that tenants want events sent to. */
import { ok } from 'node:assert/strict';
import { edited, filled } from '@svc/devnet/fuzz/edits';
import { type AnyFuzzTarget, defineTarget } from '@svc/devnet/fuzz/target';
import { Refusal } from '@svc/kit/refusal';
import { parseTarget } from '../../src/domain/url.ts';

const good = [
  'https://hooks.example.com/svc?x=1#y',
  'https://[2001:db8::1]:8443/',
  'http://127.0.0.1:80/',
];
const tokens = [
  '@',
  ':',
  '/',
  '\\',
  '[',
  ']',
  '.',
  '%',
  '%00',
  'localhost',
  '0x7f.1',
  '。',
  'xn--',
  '\t',
  '65536',
];

export const targets: readonly AnyFuzzTarget[] = [
  defineTarget({
    name: 'webhooks/url',
    inputs: edited(good, tokens),
    read: (text) => parseTarget(text, false),
    refuses: (error) => error instanceof Refusal,
    holds: ({ protocol, host, isAddress }) => {
      ok(protocol === 'https:' && host !== '' && !/[\s@/\\]/.test(host), host);
      ok(isAddress || (host.includes('.') && !/(^|\.)localhost$/.test(host)), host);
    },
    sizeMax: 16 * 1024,
    large: {
      labels: filled('a.', 'https://', 'com/'),
      'unicode labels': filled('ä.', 'https://', 'com/'),
      path: filled('/..', 'https://a.com'),
      escapes: filled('%', 'https://a.com/'),
      blanks: filled(' ', 'https://a.com/'),
      colons: filled(':', 'https://['),
    },
  }),
];
