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
const own = 'dkim=pass header.d=wholesaler.example';
/** Results as our own host writes them. */
const by = (results: string) => `mx.carrier.example; ${results}`;

describe('a message is authentic', () => {
  it.each([
    ['by its signature', by(`${own} header.s=k1`)],
    [
      'with a version and comments',
      'mx.carrier.example 1; dkim=pass (2048 bit key) header.d=wholesaler.example',
    ],
    ['by the identity of the signature', by('dkim=pass header.i=@wholesaler.example')],
    ['with blanks around signs', 'MX.Carrier.Example; dkim = pass header . d = Wholesaler.EXAMPLE'],
    ['by one signature of two', by(`dkim=fail header.d=x.example; ${own}`)],
    ['by a host of its domain', by('dkim=pass header.d=mail.wholesaler.example')],
  ])('is authentic by the rule: %s', (_, header) => {
    expect(ask(header, 'dkim')).toBe(true);
  });

  it('is authentic when all required methods passed', () => {
    const spf = 'spf=pass smtp.mailfrom=bounce@wholesaler.example';
    const dmarc = 'dmarc=pass header.from=wholesaler.example';
    expect(ask(by(`${spf}; ${own}; ${dmarc}`), 'spf', 'dkim', 'dmarc')).toBe(true);
    expect(ask(by(`${spf}; ${own}`), 'spf', 'dkim', 'dmarc')).toBe(false);
  });
});

it.each([
  ['without a header', []],
  ['with no result', [by('none')]],
  ['with a failed one', [by('dkim=fail header.d=wholesaler.example')]],
  ['by the signature of another', [by('dkim=pass header.d=evil.example')]],
  ['by a look-alike', [by('dkim=pass header.d=notwholesaler.example')]],
  ['by a top-level domain', [by('dkim=pass header.d=example')]],
  ['by a result without a domain', [by('dkim=pass')]],
  ['by another host', ['mx.evil.example; dkim=pass header.d=wholesaler.example']],
  ['by a header below that of another host', ['mx.evil.example; none', by(own)]],
  ['by a header that it brought along', [by('dkim=fail header.d=wholesaler.example'), by(own)]],
  ['by a comment', [by(`dkim=fail (${own})`)]],
  ['by a nested comment', [by(`dkim=fail ((a) ; ${own})`)]],
  ['by a quoted reason', [by(`dkim=fail reason="; ${own};"`)]],
  ['by a quote within a quote', [by(`dkim=fail reason="\\"; ${own};"`)]],
  ['by a domain named twice', [by('dkim=pass header.d=evil.example header.d=wholesaler.example')]],
  ['by another method', [by('spf=pass smtp.mailfrom=wholesaler.example')]],
])('a message is rejected as not authentic by the rule: %s', (_, headers) => {
  expect(ask(headers, 'dkim')).toBe(false);
});

describe('a long header', () => {
  const good = by(own);
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
    const padding = 'x'.repeat(4_096 - `mx.carrier.example; a=b c=;${own}`.length);
    const header = `mx.carrier.example; a=b c=${padding};${own}.evil.test`;
    expect(header.slice(0, 4_096).endsWith(own)).toBe(true);
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
