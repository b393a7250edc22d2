/** The same vectors in other implementations. */
import { execFileSync } from 'node:child_process';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signedHeaders } from '../src/sign.ts';
import { verify } from '../src/verify.ts';
import { vectors } from './vectors.ts';

const good = vectors.filter((each) => each.expect === 'ok');

describe('openssl', () => {
  it.each(good)('reckons one of the signatures: $name', ({ body, headers, secrets }) => {
    const signatures = secrets.map((secret) => {
      const hexkey = Buffer.from(secret).toString('hex');
      const output = execFileSync(
        'openssl',
        ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${hexkey}`, '-hex'],
        { input: `${headers['svc-timestamp']}.${body}`, encoding: 'utf8' },
      );
      return `v1=${output.trim().split(' ').at(-1)}`;
    });
    expect(signatures).toContain(headers['svc-signature']);
  });
});

describe('the standardwebhooks library', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each(good)('accepts $name with each secret, and what is signed for a trial', (vector) => {
    const { body, headers, now, secrets } = vector;
    const at = new Date(now * 1000);
    vi.setSystemTime(at);
    const signed = (secret: string) =>
      signedHeaders({ id: headers['svc-event-id'] ?? 'evt_1', body }, secret, at);
    for (const secret of secrets) {
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
      expect(new Webhook(secret).verify(body, signed(secret))).toEqual(JSON.parse(body));
      expect(verify(body, signed(secret), secret)).toMatchObject({ ok: true });
    }
  });

  it('refuses a body that was not signed', () => {
    const [{ headers, secrets, now } = { headers: {}, secrets: [], now: 0 }] = good;
    vi.setSystemTime(now * 1000);
    expect(() => new Webhook(secrets[0] ?? '').verify('{}', headers)).toThrow();
  });
});
