import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { alarmsOf, later } from './alarms.ts';
import { type App, start, startWebhooks } from './app.ts';

let app: App;
let at: ReturnType<typeof alarmsOf>;
beforeAll(async () => {
  app = await startWebhooks({ workers: [] });
  at = alarmsOf(app);
});
afterAll(() => app?.stop());
beforeEach(() => app.clock.set(start));

describe('acknowledge', () => {
  it('ok: notes who, when and what', async () => {
    const { job, alarm } = await at.newAlarm();
    app.clock.set(later(30));
    const by = { by: 'Lerato M', note: 'Called the driver' };
    const acknowledged = await at.desk().acknowledge({ id: alarm.id, ...by });
    expect(acknowledged).toEqual({
      ...alarm,
      status: 'acknowledged',
      acknowledged_by: 'Lerato M',
      acknowledged_at: later(30).toISOString(),
      note: 'Called the driver',
    });
    expect(await job.alarms()).toEqual([acknowledged]);
  });

  it('ok: keeps the name when the proof of the job is erased, and no note', async () => {
    const { job, alarm } = await at.newAlarm();
    await at.desk().acknowledge({ id: alarm.id, by: 'Lerato M', note: 'The recipient is away' });
    const erased = {
      type: 'proof.erased',
      job_id: job.job_id,
      data: { job_id: job.job_id, erased_at: start },
    };
    await app.happen(job.tenant, erased, 'custody');
    const after = await at.alarmed(job, ([first]) => first?.note === null);
    expect(after).toMatchObject([{ status: 'acknowledged', acknowledged_by: 'Lerato M' }]);
  });

  it('ops_event_not_found', async () => {
    await expect(at.desk().acknowledge({ id: 'oev_absent', by: 'Lerato M' })).rejects.toMatchObject(
      {
        code: 'ops_event_not_found',
      },
    );
  });

  it('already_acknowledged: one of two at the same time, told who was first', async () => {
    const { alarm } = await at.newAlarm();
    const names = ['Lerato M', 'Sipho K'];
    const attempts = await Promise.allSettled(
      names.map((by) => at.desk().acknowledge({ id: alarm.id, by })),
    );
    const [won] = attempts.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const [lost] = attempts.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(lost).toMatchObject({
      code: 'already_acknowledged',
      detail: `${won?.acknowledged_by} acknowledged it at ${start}.`,
    });
  });

  it('bad input: no name, and a note that is too long', async () => {
    const { alarm } = await at.newAlarm();
    const bad = { id: alarm.id, by: '', note: 'x'.repeat(501) };
    const reply = await app.call('acknowledge', bad, 'ten_carrier');
    expect(reply).toMatchObject({ invalid: [{ path: ['by'] }, { path: ['note'] }] });
  });

  it('replay: the same request gets the same answer', async () => {
    const { alarm } = await at.newAlarm();
    const input = { id: alarm.id, by: 'Lerato M' };
    const first = await app.call('acknowledge', input, 'ten_carrier', 'request-1');
    const second = await app.call('acknowledge', input, 'ten_carrier', 'request-1');
    expect(first).toMatchObject({ ok: { status: 'acknowledged' } });
    expect(second).toEqual({ ...first, replayed: true });
  });
});
