import { publishedSandboxKey } from '@svc/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonOf, outcomeOf } from '../http.ts';
import { book, isSample, list, type Sandbox, startSandbox } from './callers.ts';
import { bytesOf, exchange } from './wire.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

const key = `x-api-key: ${publishedSandboxKey}`;
const raw = (...headers: string[]) =>
  exchange(
    sandbox.stage.publicUrl,
    bytesOf('GET /api/v1/jobs', [key, 'x-forwarded-for: 203.0.113.9', ...headers]),
  );
const callersKnown = async () => {
  const { rows } = await sandbox.stage.owner.query(
    'select count(*)::int as n from accounts.rate_window',
  );
  return rows[0]?.n;
};

describe('hundreds of sessions from one address', () => {
  it('are as many callers, who are forgotten after six hours', async () => {
    const before = await callersKnown();
    const names = Array.from({ length: 200 }, (_, n) => `flood-${n}`);
    for (let at = 0; at < names.length; at += 8) {
      const answers = await Promise.all(
        names.slice(at, at + 8).map((name) => sandbox.session(name)('GET /jobs?limit=1')),
      );
      expect(answers.every(({ status }) => status === 200)).toBe(true);
    }
    expect(await callersKnown()).toBe(before + names.length);
    sandbox.clock.advanceMs(6 * 3_600_000);
    await sandbox.stage.runSchedule('accounts', 'expire-callers');
    expect(await callersKnown()).toBe(0);
  });
});

describe('a session name', () => {
  it('of a mebibyte is refused before anybody looks at it', async () => {
    const before = await callersKnown();
    const answer = await raw(`svc-sandbox-session: ${'s'.repeat(1_048_576)}`);
    expect(outcomeOf(answer)).toBe('400 invalid_body');
    expect(jsonOf(answer).detail).toMatch(/header/i);
    expect(await callersKnown()).toBe(before);
  });

  it.each([
    ['twice', 'svc-sandbox-session: a', 'svc-sandbox-session: b'],
    ['twice the same', 'svc-sandbox-session: a', 'SVC-SANDBOX-SESSION: a'],
    ['of 129 characters', `svc-sandbox-session: ${'s'.repeat(129)}`],
    ['that is empty', 'svc-sandbox-session:'],
  ])('%s is refused by its name', async (_, ...headers) => {
    const answer = await raw(...headers);
    expect(outcomeOf(answer)).toBe('400 invalid_body');
    expect(jsonOf(answer).errors).toMatchObject([{ pointer: '/headers/svc-sandbox-session' }]);
  });

  it('that looks like an address, or like an identity of ours, is just a name', async () => {
    await book(sandbox.from('203.0.113.50'));
    const { tenant } = await book(sandbox.session('victim'));
    for (const name of ['203.0.113.50', 'address 203.0.113.50', tenant.id, 'session victim']) {
      expect((await list(sandbox.session(name))).data.every(isSample)).toBe(true);
    }
  });
});

describe('a forged x-forwarded-for', () => {
  it.each([
    '203.0.113.60, 198.51.100.1',
    ', 198.51.100.1',
    'unknown, 198.51.100.1',
    `${'1.1.1.1, '.repeat(500)}198.51.100.1`,
  ])('%s is the address that our proxy saw', async (forwarded) => {
    const victim = sandbox.from('203.0.113.60');
    const { id } = await book(victim);
    expect(outcomeOf(await sandbox.from(forwarded)(`GET /jobs/${id}`))).toBe('404 job_not_found');
    const { tenant } = await book(sandbox.from(forwarded));
    expect((await book(sandbox.from('198.51.100.1'))).tenant).toEqual(tenant);
  });

  it('buys no second window of requests', async () => {
    const sends = Array.from({ length: 61 }, (_, n) => sandbox.from(`10.0.0.${n}, 198.51.100.2`));
    const answers = await Promise.all(sends.map((send) => send('GET /jobs?limit=1')));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});
