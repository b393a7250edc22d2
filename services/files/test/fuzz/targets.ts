/** Manifests of wholesalers, and the e-mails that bring them. */
import { ok } from 'node:assert/strict';
import { edited, filled } from '@svc/devnet/fuzz/edits';
import { type AnyFuzzTarget, defineTarget } from '@svc/devnet/fuzz/target';
import fc from 'fast-check';
import { organizationOf } from '../../src/adapters/organizational-domain.ts';
import { isManifestName, safeName, sizeMax } from '../../src/domain/file.ts';
import { isAuthentic } from '../../src/domain/mail/authentication-results.ts';
import { classifyMail, type Mail } from '../../src/domain/mail/mail.ts';
import { bytesOf, check, type Format, largest, read } from './manifests.ts';

const formats: readonly Format[] = ['csv', 'edi'];
const manifests = formats.map((format) =>
  defineTarget({
    name: `files/manifest-${format}`,
    inputs: bytesOf(format),
    read: (bytes) => read(format, bytes),
    holds: (_, bytes) => check(format, bytes),
    sizeMax,
    large: largest[format],
  }),
);

const sender = 'waves@wholesaler.example';
const policy = { authservId: 'mx.carrier.example', required: ['dkim'] as const, organizationOf };
const result =
  'mx.carrier.example; dkim=pass (2048 bit) header.d=evil.example header.s=k1; spf=fail';

/** Names of parts as a message may give them. */
const names = edited(
  ['wave-1.csv', '../x.edi', '.csv'],
  ['/', '\\', '\0', '.', 'é', '\r\n', '%2e'],
);
const mails: fc.Arbitrary<Mail> = fc.record({
  id: fc.string({ unit: 'binary' }),
  size: fc.nat(30 * 1024 * 1024),
  from: fc.array(fc.constantFrom(sender, '', 'a@b'), { maxLength: 3 }),
  fromHeaders: fc.nat(3),
  authenticationResults: fc.array(fc.constantFrom(result.replace('evil', 'wholesaler'), ''), {
    maxLength: 2,
  }),
  origin: fc.constantFrom('answer' as const, 'machine' as const, 'other' as const),
  attachments: fc.array(fc.record({ part: fc.string(), name: names, size: fc.nat() }), {
    maxLength: 25,
  }),
});

export const targets: readonly AnyFuzzTarget[] = [
  ...manifests,
  defineTarget({
    name: 'files/authentication-results',
    inputs: edited([result], [';', '=', '(', ')', '"', '\\', ' ', 'dkim', 'pass', 'header.d', '.']),
    read: (header) => isAuthentic([header], sender, policy),
    // The good header vouches for another domain, and no edit spells ours.
    holds: (isIt) => ok(!isIt),
    sizeMax: 256 * 1024,
    large: {
      blanks: filled(' ', 'mx.carrier.example; dkim'),
      comments: filled('('),
      results: filled('; dkim=pass'),
      properties: filled(' a=b', 'mx.carrier.example; dkim=pass'),
      escapes: filled('\\'),
    },
  }),
  defineTarget({
    name: 'files/mail',
    inputs: mails,
    read: (mail) => classifyMail(mail, { sender, policy }),
    holds: (verdict) => {
      if (!('manifests' in verdict)) return;
      for (const { name } of verdict.manifests) {
        ok(isManifestName(name));
        ok(!/[/\\\0]/.test(safeName({ id: 'wf_01M8011XYMHKJ4CXNRBPKV7H0M', name })), name);
      }
    },
    sizeMax: 10_000,
    large: {
      attachments: (size) => ({
        id: '<1@x>',
        size: 1,
        from: [sender],
        fromHeaders: 1,
        authenticationResults: [result.replace('evil', 'wholesaler')],
        origin: 'other' as const,
        attachments: Array.from({ length: size }, () => ({ part: '2', name: 'w.csv', size: 1 })),
      }),
    },
  }),
];
