import { describe, expect, it } from 'vitest';
import { organizationOf } from '../../adapters/organizational-domain.ts';
import {
  type AuthenticationMethod,
  type AuthenticationPolicy,
  isAuthentic,
} from './authentication-results.ts';

const from = 'waves@wholesaler.example';
const policy = (...required: AuthenticationMethod[]): AuthenticationPolicy => ({
  authservId: 'mx.carrier.example',
  required,
  organizationOf,
});
const ask = (header: string | string[], ...required: AuthenticationMethod[]) =>
  isAuthentic([header].flat(), from, policy(...required));

describe('a message is authentic', () => {
  it.each([
    ['by its signature', 'mx.carrier.example; dkim=pass header.d=wholesaler.example header.s=k1'],
    [
      'with a version and comments',
      'mx.carrier.example 1; dkim=pass (2048 bit key) header.d=wholesaler.example',
    ],
    [
      'by the identity of the signature',
      'mx.carrier.example; dkim=pass header.i=@wholesaler.example',
    ],
    ['with blanks around signs', 'MX.Carrier.Example; dkim = pass header . d = Wholesaler.EXAMPLE'],
    [
      'by one signature of two',
      'mx.carrier.example; dkim=fail header.d=x.example; dkim=pass header.d=wholesaler.example',
    ],
    ['by a host of its domain', 'mx.carrier.example; dkim=pass header.d=mail.wholesaler.example'],
  ])('is authentic by the rule: %s', (_, header) => {
    expect(ask(header, 'dkim')).toBe(true);
  });

  it('is authentic when all required methods passed', () => {
    const spf = 'spf=pass smtp.mailfrom=bounce@wholesaler.example';
    const dkim = 'dkim=pass header.d=wholesaler.example';
    const dmarc = 'dmarc=pass header.from=wholesaler.example';
    expect(ask(`mx.carrier.example; ${spf}; ${dkim}; ${dmarc}`, 'spf', 'dkim', 'dmarc')).toBe(true);
    expect(ask(`mx.carrier.example; ${spf}; ${dkim}`, 'spf', 'dkim', 'dmarc')).toBe(false);
  });
});

it.each([
  ['without a header', []],
  ['with no result', ['mx.carrier.example; none']],
  ['with a failed one', ['mx.carrier.example; dkim=fail header.d=wholesaler.example']],
  ['by the signature of another', ['mx.carrier.example; dkim=pass header.d=evil.example']],
  ['by a look-alike', ['mx.carrier.example; dkim=pass header.d=notwholesaler.example']],
  ['by a top-level domain', ['mx.carrier.example; dkim=pass header.d=example']],
  ['by a result without a domain', ['mx.carrier.example; dkim=pass']],
  ['by another host', ['mx.evil.example; dkim=pass header.d=wholesaler.example']],
  [
    'by a header below that of another host',
    ['mx.evil.example; none', 'mx.carrier.example; dkim=pass header.d=wholesaler.example'],
  ],
  [
    'by a header that it brought along',
    [
      'mx.carrier.example; dkim=fail header.d=wholesaler.example',
      'mx.carrier.example; dkim=pass header.d=wholesaler.example',
    ],
  ],
  ['by a comment', ['mx.carrier.example; dkim=fail (dkim=pass header.d=wholesaler.example)']],
  [
    'by a nested comment',
    ['mx.carrier.example; dkim=fail ((a) ; dkim=pass header.d=wholesaler.example)'],
  ],
  [
    'by a quoted reason',
    ['mx.carrier.example; dkim=fail reason="; dkim=pass header.d=wholesaler.example;"'],
  ],
  [
    'by a quote within a quote',
    ['mx.carrier.example; dkim=fail reason="\\"; dkim=pass header.d=wholesaler.example;"'],
  ],
  [
    'by a domain named twice',
    ['mx.carrier.example; dkim=pass header.d=evil.example header.d=wholesaler.example'],
  ],
  ['by another method', ['mx.carrier.example; spf=pass smtp.mailfrom=wholesaler.example']],
])('a message is rejected as not authentic by the rule: %s', (_, headers) => {
  expect(ask(headers, 'dkim')).toBe(false);
});

describe('a long header', () => {
  const good = 'mx.carrier.example; dkim=pass header.d=wholesaler.example';
  it.each([
    ['of another host', `mx.evil.example; ${' '.repeat(1_000_000)}x`],
    ['of our host', `${good}; spf=none ${' '.repeat(1_000_000)}x`],
    ['of signs', `mx.carrier.example; dkim${' ='.repeat(500_000)}`],
    ['without an end', ' '.repeat(1_000_000)],
  ])('with %s is parsed within its time', (_, header) => {
    const { user } = process.cpuUsage();
    isAuthentic([header], from, policy('dkim'));
    expect((process.cpuUsage().user - user) / 1_000).toBeLessThan(100);
  });

  it('is parsed as far as 4 KiB', () => {
    expect(ask(`${good}; spf=none ${' '.repeat(5_000)}x`, 'dkim')).toBe(true);
    expect(ask(`mx.carrier.example; ${' '.repeat(5_000)}; ${good.slice(20)}`, 'dkim')).toBe(false);
  });

  it('authenticates no domain whose name was cut off', () => {
    const result = 'dkim=pass header.d=wholesaler.example';
    const padding = 'x'.repeat(4_096 - `mx.carrier.example; a=b c=;${result}`.length);
    const header = `mx.carrier.example; a=b c=${padding};${result}.evil.test`;
    expect(header.slice(0, 4_096).endsWith(result)).toBe(true);
    expect(ask(header, 'dkim')).toBe(false);
  });
});

it.each([
  ['wholesaler.co.za', 'wholesaler.co.za', true],
  ['mail.wholesaler.co.za', 'wholesaler.co.za', true],
  ['wholesaler.co.za', 'orders.wholesaler.co.za', true],
  ['mail.wholesaler.co.za', 'orders.wholesaler.co.za', true],
  ['co.za', 'wholesaler.co.za', false],
  ['other.co.za', 'wholesaler.co.za', false],
  ['onmicrosoft.com', 'wholesaler.onmicrosoft.com', false],
  ['other.onmicrosoft.com', 'wholesaler.onmicrosoft.com', false],
  ['za', 'co.za', false],
  ['127.0.0.1', '127.0.0.1', false],
])('the domain %s is aligned with %s: %s', (signer, sender, isAligned) => {
  const header = `mx.carrier.example; dkim=pass header.d=${signer}`;
  expect(isAuthentic([header], `waves@${sender}`, policy('dkim'))).toBe(isAligned);
});
