import { describe, expect, it } from 'vitest';
import { refused } from '../src/testing/service-test.ts';
import { notesTest } from './notes.ts';

const app = notesTest({ clock: '2026-11-02T08:00:00.000Z' });
const { clock } = app;

const add = (input: unknown, as?: Parameters<typeof app.call>[2]) => app.call('add', input, as);
const texts = async (tenant = app.tenant) =>
  (await app.as(tenant).list({})).data.map((note) => note.text);

describe('a command', () => {
  const types = ['text', 'times'].map((field) => ({ path: [field], code: 'invalid_type' }));
  it.each<[string, object, object, string[]]>([
    ['commits its effect and returns it', { text: 'a' }, { ok: { text: 'a' } }, ['a']],
    ['names every fault of a bad input', { text: 1, times: 'x' }, { invalid: types }, []],
    ['has the code of the contract for a fault', { text: '' }, refused('reason_required'), []],
    ['rolls back a refusal', { text: 'forbidden' }, refused('already_cancelled', 'not this'), []],
    [
      'keeps the writes of a refusal that says so',
      { text: 'remembered' },
      refused('already_cancelled', 'but it was noted'),
      ['remembered'],
    ],
    ['shows nothing of a bug', { text: 'bug' }, { fault: 'internal' }, []],
    ['shows nothing of an undeclared refusal', { text: 'undeclared' }, { fault: 'internal' }, []],
  ])('that is called once %s', async (_what, input, reply, kept) => {
    expect(await add(input)).toMatchObject(reply);
    expect(await texts()).toEqual(kept);
    const events = (await app.outbox(app.tenant)).map(({ type, data }) => [type, data]);
    expect(events).toEqual(kept.map((text) => ['note.added', { text }]));
  });
});

describe('a receipt', () => {
  const key = (request: string, fingerprint = 'f') => ({ tenant: 'ten_r', request, fingerprint });

  const count = async (wanted: string) =>
    (await texts('ten_r')).filter((text) => text === wanted).length;

  it.each([
    ['the first reply', { text: 'once' }, 'ok', 1],
    ['a refusal', { text: 'forbidden' }, 'refused', 0],
    ['one made while gathering', { text: 'expired', ask: true }, 'refused', 0],
    ['one that keeps writes', { text: 'remembered' }, 'refused', 1],
  ])('repeats %s, and has no second effect', async (_what, input, kind, effects) => {
    const first = await add(input, key(input.text));
    expect(first).toHaveProperty(kind);
    expect(await add(input, key(input.text))).toEqual({ ...first, replayed: true });
    expect(await count(input.text)).toBe(effects);
  });

  it('repeats the reply of a command that gathers first, also when that has expired', async () => {
    const before = new Date(clock.now().getTime() + 1).toISOString();
    const addBefore = (request: string) =>
      app.call('addBefore', { text: 'in time', before }, key(request));
    const first = await addBefore('r2-first');
    expect(first).toHaveProperty('ok');
    expect(await addBefore('r2-first')).toEqual({ ...first, replayed: true });
    clock.advanceMs(1);
    expect(await addBefore('r2-first')).toEqual({ ...first, replayed: true });
    const late = await addBefore('r2-late');
    expect(late).toEqual(refused('quote_expired'));
    expect(await addBefore('r2-late')).toEqual({ ...late, replayed: true });
    expect(await count('in time')).toBe(1);
  });

  it('is not stored for a rate limit, even one whose writes are kept', async () => {
    const first = await add({ text: 'too often' }, key('r2-wait'));
    expect(first).toEqual(refused('rate_limited'));
    expect(await add({ text: 'too often' }, key('r2-wait'))).toEqual(first);
    expect(await count('too often')).toBe(2);
  });

  it('refuses another body under the same key', async () => {
    await add({ text: 'x' }, key('r3'));
    expect(await add({ text: 'y' }, key('r3', 'other'))).toEqual(refused('idempotency_key_reused'));
  });

  it('is not stored for bad input or a fault', async () => {
    expect(await add({ text: 7 }, key('r4'))).toHaveProperty('invalid');
    expect(await add({ text: 'bug' }, key('r4'))).toHaveProperty('fault');
    expect(await add({ text: 'fine' }, key('r4'))).toHaveProperty('ok');
  });

  it('belongs to one tenant alone', async () => {
    const as = (tenant: string) => ({ tenant, request: 'same', fingerprint: 'f' });
    await add({ text: 'mine' }, as('ten_m'));
    const other = await add({ text: 'theirs' }, as('ten_n'));
    expect(other).toMatchObject({ ok: { text: 'theirs' } });
    expect(other).not.toHaveProperty('replayed');
  });

  it('is deleted after 24 hours', async () => {
    await add({ text: 'daily' }, key('r5'));
    clock.advanceMs(24 * 3600_000 - 1);
    expect(await add({ text: 'daily' }, key('r5'))).toHaveProperty('replayed');
    clock.advanceMs(1);
    expect(await add({ text: 'daily' }, key('r5'))).not.toHaveProperty('replayed');
    expect(await count('daily')).toBe(2);
  });

  it('has one effect for 50 concurrent requests with one key', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => add({ text: 'twin' }, key('r6'))),
    );
    const fresh = replies.filter((reply) => 'ok' in reply && !reply.replayed);
    expect(fresh).toHaveLength(1);
    expect(replies.every((reply) => 'ok' in reply)).toBe(true);
    expect(await count('twin')).toBe(1);
  });

  it('of a one-time secret is stored encrypted and repeated whole', async () => {
    const as = { tenant: 'ten_s', request: 'r7', fingerprint: 'f' };
    const first = await app.call('reveal', {}, as);
    const rows = await app.sql("select outcome from notes.receipt where tenant_id = 'ten_s'");
    expect(rows[0].outcome).not.toContain('key_');
    expect(await app.call('reveal', {}, as)).toEqual({ ...first, replayed: true });
  });
});

it('a query fails when it tries to write', async () => {
  expect(await app.call('misuse', {}, { tenant: 'ten_q' })).toEqual({
    fault: 'internal',
  });
  expect(await texts('ten_q')).toEqual([]);
});
