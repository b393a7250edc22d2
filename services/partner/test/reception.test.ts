import type { partner, RequestOf } from '@svc/contracts';
import { refused } from '@svc/kit/testing/service-test';
import { beforeEach, describe, expect, it } from 'vitest';
import { partnerTest } from './app.ts';
import { setStatus } from './neighbours.ts';

let job: string;
const app = partnerTest();
beforeEach(async () => {
  job = `job_${app.tenant}`;
  app.clock.set('2026-11-02T08:00:00.000Z');
  setStatus(job, 'delivered');
  const specimens = ['S-2', 'S-1'].map((barcode) => ({ barcode, container: 'tube' }));
  await app.as().pushManifest({ job_id: job, specimens });
});

type Specimen = RequestOf<typeof partner.actions.receiveSpecimens>['specimens'][number];
const accepted = (barcode: string): Specimen => ({ barcode, verdict: 'accepted' });
const rejected = (barcode: string, reason: Specimen['reason']): Specimen => ({
  barcode,
  verdict: 'rejected',
  ...(reason && { reason }),
});
const receive = (...specimens: Specimen[]) => app.as().receiveSpecimens({ id: job, specimens });
const attempt = (...specimens: Specimen[]) => app.call('receiveSpecimens', { id: job, specimens });
const emitted = (type = 'specimens.received') => app.emitted(type);

describe('a reception', () => {
  it('starts with the specimens that the manifests list', async () => {
    expect(await app.as().getReception({ id: job })).toEqual({
      ...{ object: 'reception', job_id: job, ref: 'SVC-1' },
      ...{ accepted: 0, rejected: 0, outstanding: 2 },
      specimens: ['S-1', 'S-2'].map((barcode) => ({
        ...{ barcode, expected: true, verdict: null, reason: null, note: null },
        ...{ received_at: null, received_by: null },
      })),
    });
  });

  it('stores each verdict, shows it on the manifest and emits it without the note', async () => {
    const note = 'Lid was loose';
    const answer = await receive(accepted('S-1'), { ...rejected('S-2', 'leaking'), note });
    expect(answer).toMatchObject({ accepted: 1, rejected: 1, outstanding: 0 });
    expect(answer.specimens[1]).toMatchObject({
      ...{ barcode: 'S-2', verdict: 'rejected', reason: 'leaking', note },
      received_at: '2026-11-02T08:00:00.000Z',
      received_by: expect.any(String),
    });
    const rows = await app.sql('select id from partner.manifest where tenant_id = $1', [
      app.tenant,
    ]);
    const { specimens } = await app.as().getManifest({ id: rows[0].id });
    expect(specimens).toMatchObject([
      { barcode: 'S-1', verdict: 'accepted', reason: null },
      { barcode: 'S-2', verdict: 'rejected', reason: 'leaking' },
    ]);
    const events = await emitted();
    expect(events).toMatchObject([
      {
        job_id: job,
        data: {
          ...{ job_id: job, ref: 'SVC-1', received_at: '2026-11-02T08:00:00.000Z' },
          specimens: [
            { barcode: 'S-1', verdict: 'accepted', reason: null },
            { barcode: 'S-2', verdict: 'rejected', reason: 'leaking' },
          ],
        },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain(note);
  });

  it('returns the same for a repeated verdict, and emits it once', async () => {
    const first = await receive(accepted('S-1'));
    app.clock.advanceMs(60_000);
    expect(await receive(accepted('S-1'))).toEqual(first);
    expect(await emitted()).toHaveLength(1);
  });

  it('accepts an unlisted specimen as not expected', async () => {
    expect(await receive(rejected('S-9', 'not_expected'))).toMatchObject({
      ...{ rejected: 1, outstanding: 2 },
      specimens: [{}, {}, { barcode: 'S-9', expected: false }],
    });
  });

  it('loses its notes with the proof of the hand-over', async () => {
    await receive({ ...rejected('S-2', 'other'), note: 'Remark' });
    await app.clients(app.tenant).custody.emit([
      {
        ...{ type: 'proof.erased', job_id: job, internals: {} },
        data: { job_id: job, erased_at: '2026-11-02T09:00:00.000Z' },
      },
    ]);
    await app.once('the note to be erased', async () => {
      const { specimens } = await app.as().getReception({ id: job });
      return specimens.every(({ note }) => note === null) ? true : undefined;
    });
  });
});

describe('reception.completed', () => {
  const completed = () => emitted('reception.completed');

  it('is emitted once when nothing is outstanding, with all verdicts', async () => {
    await receive({ ...rejected('S-2', 'leaking'), note: 'Lid was loose' });
    await receive(rejected('S-9', 'not_expected'));
    expect(await completed()).toEqual([]);
    app.clock.advanceMs(60_000);
    await receive(accepted('S-1'));
    await receive(accepted('S-1'));
    const events = await completed();
    expect(events).toMatchObject([
      {
        job_id: job,
        data: {
          ...{ job_id: job, received_at: '2026-11-02T08:01:00.000Z', accepted: 1, rejected: 2 },
          specimens: [
            { barcode: 'S-2', verdict: 'rejected', reason: 'leaking' },
            { barcode: 'S-9', verdict: 'rejected', reason: 'not_expected' },
            { barcode: 'S-1', verdict: 'accepted', reason: null },
          ],
        },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain('Lid');
  });

  it('is not emitted for unexpected specimens, but again after a later manifest', async () => {
    await receive(accepted('S-1'), accepted('S-2'));
    await receive(rejected('S-9', 'not_expected'));
    expect(await completed()).toHaveLength(1);
    const specimens = [{ barcode: 'S-3', container: 'tube' }];
    await app.as().pushManifest({ job_id: job, specimens });
    await receive(accepted('S-3'));
    expect(await completed()).toMatchObject([{}, { data: { accepted: 3, rejected: 1 } }]);
  });

  it('is not emitted for a job without a manifest', async () => {
    const other = `job_other_${app.tenant}`;
    setStatus(other, 'delivered');
    const specimens = [rejected('S-9', 'not_expected')];
    await app.as().receiveSpecimens({ id: other, specimens });
    expect(await completed()).toEqual([]);
  });
});

describe('a verdict is refused', () => {
  it('that contradicts an earlier one is refused, with its person and time', async () => {
    await receive(accepted('S-1'));
    const detail = 'S-1 was accepted at 2026-11-02T08:00:00.000Z by cli_test.';
    const contradicted = refused('already_received', { detail });
    expect(await attempt(rejected('S-1', 'broken'))).toEqual(contradicted);
    await receive(rejected('S-2', 'broken'));
    expect(await attempt(rejected('S-2', 'leaking'))).toEqual(refused('already_received'));
  });

  it.each([
    ['an acceptance of what no manifest lists', accepted('S-9')],
    ['a rejection of it for another reason', rejected('S-9', 'broken')],
    ['a rejection of what one lists as not expected', rejected('S-1', 'not_expected')],
  ])('is refused with specimen_not_expected for %s', async (_name, specimen) => {
    expect(await attempt(specimen)).toEqual(refused('specimen_not_expected'));
  });

  it('is refused with all others of its request', async () => {
    expect(await attempt(accepted('S-1'), accepted('S-9'))).toEqual(
      refused('specimen_not_expected'),
    );
    expect(await attempt(accepted('S-1'), accepted('S-1'))).toEqual(refused('duplicate_barcode'));
    expect(await app.as().getReception({ id: job })).toMatchObject({ outstanding: 2 });
    expect(await emitted()).toEqual([]);
  });

  it('is refused before the delivery, and for an absent job', async () => {
    setStatus(job, 'in_transit');
    const detail = 'Job SVC-1 is in_transit; specimens are received once it is delivered.';
    expect(await attempt(accepted('S-1'))).toEqual(refused('invalid_transition', { detail }));
    const input = { id: 'absent', specimens: [accepted('S-1')] };
    expect(await app.call('receiveSpecimens', input)).toEqual(refused('job_not_found'));
    expect(await app.call('getReception', { id: 'absent' })).toEqual(refused('job_not_found'));
  });
});

it('one of two concurrent verdicts on a specimen counts', async () => {
  const replies = await Promise.all([attempt(accepted('S-1')), attempt(rejected('S-1', 'broken'))]);
  expect(replies.filter((reply) => 'refused' in reply)).toEqual([refused('already_received')]);
  expect(await emitted()).toHaveLength(1);
});

it('a specimen of a run is received once, at whichever stop it was collected', async () => {
  const plan = { sku: 'LAB-ROUTE', days: ['tue' as const], starts_on: '2026-11-03' };
  const { id: route_id } = await app.as().createRoute({
    ...{ ...plan, name: 'North', dropoff_site_id: 'lab-0' },
    stops: [
      { site_id: 'cli-0', window: '10:00-10:30' },
      { site_id: 'ph-0', window: '10:00-11:00' },
    ],
  });
  await app.bookStops();
  const { runs } = await app.as().getRoute({ id: route_id });
  const [first = '', second = ''] = runs.map(({ job_id }) => job_id ?? '');
  const specimens = ['R-1', 'R-2'].map((barcode) => ({ barcode, container: 'tube' }));
  const { id } = await app.as().pushManifest({ route_id, specimens });
  for (const each of [first, second]) setStatus(each, 'delivered');
  await app.as().receiveSpecimens({ id: first, specimens: [accepted('R-1')] });
  expect(await app.as().getReception({ id: second })).toMatchObject({ accepted: 1 });
  const again = { id: second, specimens: [rejected('R-1', 'missing')] };
  expect(await app.call('receiveSpecimens', again)).toEqual(refused('already_received'));
  expect((await app.as().getManifest({ id })).specimens).toMatchObject([
    { verdict: 'accepted' },
    { verdict: null },
  ]);
  await app.as().receiveSpecimens({ id: second, specimens: [accepted('R-2')] });
  const completed = await emitted('reception.completed');
  expect(completed.map(({ job_id }) => job_id)).toEqual([first, second].sort());
  expect(completed, 'each with its own specimens').toMatchObject([
    { data: { accepted: 1, specimens: [{ barcode: first < second ? 'R-1' : 'R-2' }] } },
    { data: { accepted: 1, specimens: [{ barcode: first < second ? 'R-2' : 'R-1' }] } },
  ]);
});
