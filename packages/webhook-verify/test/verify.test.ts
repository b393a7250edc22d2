import { verify } from '@svc/webhook-verify';
import { describe, expect, it } from 'vitest';
import { vector, vectors } from './vectors.ts';

const good = vector('one secret');
const now = new Date(good.now * 1000);

describe('verify', () => {
  it.each(vectors)(
    'judges $name as $expect',
    ({ body, headers, secrets, now, expect: expected }) => {
      const verdict = verify(body, headers, secrets, { now: new Date(now * 1000) });
      expect(verdict.ok ? 'ok' : verdict.reason).toBe(expected);
    },
  );

  it('gives the event of a good request, in bytes too, with header names in any case', () => {
    const event = JSON.parse(good.body);
    expect(verify(good.body, good.headers, good.secrets, { now })).toEqual({ ok: true, event });
    const [secret = ''] = good.secrets;
    const bytes = new TextEncoder().encode(good.body);
    expect(verify(bytes, new Headers(good.headers), secret, { now })).toEqual({ ok: true, event });
    const headers = Object.fromEntries(
      Object.entries(good.headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    expect(verify(good.body, headers, secret, { now })).toEqual({ ok: true, event });
    const twice = { ...good.headers, 'Svc-Signature': good.headers['svc-signature'] };
    const reason = 'header_missing';
    expect(verify(good.body, twice, secret, { now })).toEqual({ ok: false, reason });
  });

  it('takes the tolerance that a caller sets', () => {
    const later = new Date((good.now + 61) * 1000);
    const answer = verify(good.body, good.headers, good.secrets, { now: later, toleranceS: 60 });
    expect(answer).toEqual({ ok: false, reason: 'timestamp_out_of_tolerance' });
  });

  it('accepts nothing without a secret, and refuses to work with an empty one', () => {
    expect(() => verify(good.body, good.headers, '', { now })).toThrow('empty secret');
    expect(verify(good.body, good.headers, [], { now }).ok).toBe(false);
  });
});
