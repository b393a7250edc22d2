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

  it('gives the event of a good request', () => {
    const verdict = verify(good.body, good.headers, good.secrets, { now });
    expect(verdict).toEqual({ ok: true, event: JSON.parse(good.body) });
  });

  it('takes bytes, one secret as text, and headers as fetch has them', () => {
    const [secret = ''] = good.secrets;
    const bytes = new TextEncoder().encode(good.body);
    expect(verify(bytes, new Headers(good.headers), secret, { now }).ok).toBe(true);
  });

  it('reads header names in any case', () => {
    const headers = Object.fromEntries(
      Object.entries(good.headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    expect(verify(good.body, headers, good.secrets, { now }).ok).toBe(true);
  });

  it('does not choose between two signatures', () => {
    const twice = { ...good.headers, 'Svc-Signature': good.headers['svc-signature'] };
    expect(verify(good.body, twice, good.secrets, { now })).toEqual({
      ok: false,
      reason: 'header_missing',
    });
  });

  it('takes the tolerance that a caller sets', () => {
    const later = new Date((good.now + 61) * 1000);
    const answer = verify(good.body, good.headers, good.secrets, { now: later, toleranceS: 60 });
    expect(answer).toEqual({ ok: false, reason: 'timestamp_out_of_tolerance' });
  });

  it('refuses to work with an empty secret', () => {
    expect(() => verify(good.body, good.headers, '', { now })).toThrow('empty secret');
  });

  it('accepts nothing when there is no secret', () => {
    expect(verify(good.body, good.headers, [], { now }).ok).toBe(false);
  });
});
