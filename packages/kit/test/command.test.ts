import { describe, expect, it } from 'vitest';
import { refused } from '../src/testing/service-test.ts';
import { notesTest } from './notes.ts';

const app = notesTest({ clock: '2026-11-02T08:00:00.000Z' });
const { clock } = app;

const add = (input: unknown, as?: Parameters<typeof app.call>[2]) => app.call('add', input, as);
const texts = async (tenant = app.tenant) =>
  (await app.as(tenant).list({})).data.map((note) => note.text);

describe('a command', () => {
  it('commits its effect and returns it', async () => {
    const reply = await add({ text: 'a' });
    expect(reply).toMatchObject({ ok: { text: 'a' } });
    expect(await texts()).toEqual(['a']);
  });

  it('names every fault of a bad input and stores nothing', async () => {
    const reply = await add({ text: 1, times: 'x' });
    expect(reply).toMatchObject({
      invalid: [
        { path: ['text'], code: 'invalid_type' },
        { path: ['times'], code: 'invalid_type' },
      ],
    });
    expect(await texts()).toEqual([]);
  });

  it('is refused with the code that the contract gives a fault of a field', async () => {
    const reply = await add({ text: '' });
    expect(reply).toEqual(refused('reason_required'));
  });

  it('rolls back what a refusing handler wrote', async () => {
    const reply = await add({ text: 'forbidden' });
    expect(reply).toEqual(refused('already_cancelled', { detail: 'not this one' }));
    expect(await texts()).toEqual([]);
  });

  it('keeps what a handler wrote and emitted when its refusal keeps writes', async () => {
    const reply = await add({ text: 'remembered' });
    expect(reply).toEqual(refused('already_cancelled', { detail: 'but it was noted' }));
    expect(await texts()).toEqual(['remembered']);
    const events = await app.outbox(app.tenant);
    expect(events).toMatchObject([{ type: 'note.added', data: { text: 'remembered' } }]);
  });

  it.each(['bug', 'undeclared'])(
    'returns for %s an internal fault without details',
    async (text) => {
      expect(await add({ text })).toEqual({ fault: 'internal' });
      expect(await texts()).toEqual([]);
    },
  );
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
