import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heldClock } from '../src/service/clock.ts';
import { startServices } from '../src/testing/start-services.ts';
import { hearingService, notes, notesService } from './notes.ts';

const clock = heldClock('2026-11-02T08:00:00.000Z');
const start = () => startServices([notesService, hearingService], { clock });
let app: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  app = await start();
});
afterAll(() => app?.stop());

let tenants = 0;
const freshTenant = () => {
  tenants += 1;
  return `ten_${tenants}`;
};
const add = (input: unknown, as: Parameters<typeof app.call>[2]) =>
  app.call([notes, 'add'], input, as);
const texts = async (tenant: string) =>
  (await app.clients(tenant).notes.list({})).data.map((note) => note.text);

describe('a command', () => {
  it('commits its effect and answers', async () => {
    const tenant = freshTenant();
    const reply = await add({ text: 'a' }, { tenant });
    expect(reply).toMatchObject({ ok: { text: 'a' } });
    expect(await texts(tenant)).toEqual(['a']);
  });

  it('names every fault of a bad input and stores nothing', async () => {
    const tenant = freshTenant();
    const reply = await add({ text: 1, times: 'x' }, { tenant });
    expect(reply).toMatchObject({
      invalid: [
        { path: ['text'], code: 'invalid_type' },
        { path: ['times'], code: 'invalid_type' },
      ],
    });
    expect(await texts(tenant)).toEqual([]);
  });

  it('refuses with the code that the contract gives a fault of a field', async () => {
    const reply = await add({ text: '' }, { tenant: freshTenant() });
    expect(reply).toMatchObject({ refused: { code: 'reason_required' } });
  });

  it('undoes what a refusing handler wrote', async () => {
    const tenant = freshTenant();
    const reply = await add({ text: 'forbidden' }, { tenant });
    expect(reply).toEqual({ refused: { code: 'already_cancelled', detail: 'not this one' } });
    expect(await texts(tenant)).toEqual([]);
  });

  it('keeps what a handler wrote and emitted when its refusal is a fact', async () => {
    const tenant = freshTenant();
    const reply = await add({ text: 'remembered' }, { tenant });
    expect(reply).toEqual({ refused: { code: 'already_cancelled', detail: 'but it was noted' } });
    expect(await texts(tenant)).toEqual(['remembered']);
    const events = (await app.outbox('notes')).filter((event) => event.tenant_id === tenant);
    expect(events).toMatchObject([{ type: 'note.added', data: { text: 'remembered' } }]);
  });

  it.each(['bug', 'undeclared'])('answers %s with a fault that tells nothing', async (text) => {
    const tenant = freshTenant();
    expect(await add({ text }, { tenant })).toEqual({ fault: 'internal' });
    expect(await texts(tenant)).toEqual([]);
  });
});

describe('a receipt', () => {
  const key = (request: string, fingerprint = 'f') => ({ tenant: 'ten_r', request, fingerprint });

  it('replays the first answer and does nothing twice', async () => {
    const first = await add({ text: 'once' }, key('r1'));
    const second = await add({ text: 'once' }, key('r1'));
    expect(first).toHaveProperty('ok');
    expect(second).toEqual({ ...first, replayed: true });
    expect((await texts('ten_r')).filter((text) => text === 'once')).toHaveLength(1);
  });

  it('replays a refusal, also one made while gathering', async () => {
    for (const text of ['forbidden', 'expired']) {
      const first = await add({ text, ask: true }, key(`r2-${text}`));
      expect(first).toHaveProperty('refused');
      expect(await add({ text, ask: true }, key(`r2-${text}`))).toEqual({
        ...first,
        replayed: true,
      });
    }
  });

  it('replays the first answer of a command that gathers first, also when nothing is left to gather', async () => {
    const before = new Date(clock.now().getTime() + 1).toISOString();
    const addBefore = (request: string) =>
      app.call([notes, 'addBefore'], { text: 'in time', before }, key(request));
    const first = await addBefore('r2-first');
    expect(first).toHaveProperty('ok');
    expect(await addBefore('r2-first')).toEqual({ ...first, replayed: true });
    clock.advanceMs(1);
    expect(await addBefore('r2-first')).toEqual({ ...first, replayed: true });
    const late = await addBefore('r2-late');
    expect(late).toMatchObject({ refused: { code: 'quote_expired' } });
    expect(await addBefore('r2-late')).toEqual({ ...late, replayed: true });
    expect((await texts('ten_r')).filter((text) => text === 'in time')).toHaveLength(1);
  });

  it('replays a refusal that is a fact, and writes once', async () => {
    const first = await add({ text: 'remembered' }, key('r2-fact'));
    expect(await add({ text: 'remembered' }, key('r2-fact'))).toEqual({ ...first, replayed: true });
    expect((await texts('ten_r')).filter((text) => text === 'remembered')).toHaveLength(1);
  });

  it('is not made for a wait, even one whose writes are kept', async () => {
    const first = await add({ text: 'too often' }, key('r2-wait'));
    expect(first).toMatchObject({ refused: { code: 'rate_limited' } });
    expect(await add({ text: 'too often' }, key('r2-wait'))).toEqual(first);
    expect((await texts('ten_r')).filter((text) => text === 'too often')).toHaveLength(2);
  });

  it('refuses another body under the same key', async () => {
    await add({ text: 'x' }, key('r3'));
    expect(await add({ text: 'y' }, key('r3', 'other'))).toMatchObject({
      refused: { code: 'idempotency_key_reused' },
    });
  });

  it('keeps neither bad input nor a fault', async () => {
    expect(await add({ text: 7 }, key('r4'))).toHaveProperty('invalid');
    expect(await add({ text: 'bug' }, key('r4'))).toHaveProperty('fault');
    expect(await add({ text: 'fine' }, key('r4'))).toHaveProperty('ok');
  });

  it('belongs to one tenant', async () => {
    await add({ text: 'mine' }, { tenant: 'ten_m', request: 'same', fingerprint: 'f' });
    const other = await add(
      { text: 'theirs' },
      { tenant: 'ten_n', request: 'same', fingerprint: 'f' },
    );
    expect(other).toMatchObject({ ok: { text: 'theirs' } });
    expect(other).not.toHaveProperty('replayed');
  });

  it('is forgotten after 24 hours', async () => {
    await add({ text: 'daily' }, key('r5'));
    clock.advanceMs(24 * 3600_000 - 1);
    expect(await add({ text: 'daily' }, key('r5'))).toHaveProperty('replayed');
    clock.advanceMs(1);
    expect(await add({ text: 'daily' }, key('r5'))).not.toHaveProperty('replayed');
    expect((await texts('ten_r')).filter((text) => text === 'daily')).toHaveLength(2);
  });

  it('lets 50 twins of one key act once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => add({ text: 'twin' }, key('r6'))),
    );
    const fresh = replies.filter((reply) => 'ok' in reply && !reply.replayed);
    expect(fresh).toHaveLength(1);
    expect(replies.every((reply) => 'ok' in reply)).toBe(true);
    expect((await texts('ten_r')).filter((text) => text === 'twin')).toHaveLength(1);
  });

  it('of a one-time secret is stored encrypted and replayed whole', async () => {
    const as = { tenant: 'ten_s', request: 'r7', fingerprint: 'f' };
    const first = await app.call([notes, 'reveal'], {}, as);
    const { rows } = await app.owner.query(
      "select outcome from notes.receipt where tenant_id = 'ten_s'",
    );
    expect(rows[0].outcome).not.toContain('key_');
    expect(await app.call([notes, 'reveal'], {}, as)).toEqual({ ...first, replayed: true });
  });
});

describe('a query', () => {
  it('cannot write', async () => {
    expect(await app.call([notes, 'misuse'], {}, { tenant: 'ten_q' })).toEqual({
      fault: 'internal',
    });
    expect(await texts('ten_q')).toEqual([]);
  });
});
