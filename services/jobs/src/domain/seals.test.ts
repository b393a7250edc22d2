import { describe, expect, it } from 'vitest';
import { factsOf, happenings, happens, typesOf } from '../../test/happenings.ts';
import { jobIn } from '../../test/job.ts';

const wrong = { seal: 'SEAL-9' };
const broken = (location: string) => ({
  type: 'seal.broken',
  data: { expected_seal: 'SEAL-1', observed_seal: 'SEAL-9', location, by: 'driver:drv_1' },
  custody: { type: 'seal_broken', seal: 'SEAL-9', details: { expected_seal: 'SEAL-1', location } },
});

describe('a seal', () => {
  it('is put on at collection', () => {
    const { job, events } = happens(jobIn('assigned'), happenings.collect);
    expect(job).toMatchObject({ seal: 'SEAL-1', status: 'collected' });
    expect(events).toMatchObject([
      {
        data: { parcels_scanned: 1, seal: 'SEAL-1', box_temperature_c: 4.1 },
        custody: { seal: 'SEAL-1', details: { parcels_scanned: 1, temperature_dc: 41 } },
      },
    ]);
  });

  it('that was announced is expected at collection', () => {
    const announced = jobIn('en_route_pickup', { seal: 'SEAL-1' });
    expect(happens(announced, happenings.collect).job.status).toBe('collected');
    const { job, events } = happens(announced, { ...happenings.collect, ...wrong });
    expect(job).toMatchObject({
      status: 'exception',
      interrupted: 'en_route_pickup',
      seal: 'SEAL-1',
      collected_at: null,
    });
    expect(events).toMatchObject([broken('Clinic North')]);
  });

  it('that does not match at a hand-off is scanned and stops the job', () => {
    const outcome = happens(jobIn('in_transit'), { ...happenings.scan, ...wrong });
    expect(outcome.job).toMatchObject({ status: 'exception', interrupted: 'in_transit' });
    expect(outcome.events).toMatchObject([
      { type: 'custody.scanned', data: { location: 'Depot', seal_match: false } },
      broken('Depot'),
    ]);
    expect(factsOf(outcome)).toEqual(['scanned', 'seal_broken']);
    expect(outcome.job.custody_events).toBe(3);
  });

  it('that does not match at delivery stops it, whatever the proof', () => {
    const bare = { ...happenings.deliver, ...wrong, signature_file_id: undefined };
    const outcome = happens(jobIn('collected'), { ...bare, code: 'wrong' });
    expect(outcome.job).toMatchObject({ status: 'exception', code_tries: 0 });
    expect(outcome.events).toMatchObject([broken('Central Laboratory')]);
  });

  it('that dispatch put on instead is expected from then on', () => {
    const stopped = happens(jobIn('in_transit'), { ...happenings.scan, ...wrong });
    const { job } = happens(stopped.job, { type: 'resume', seal: 'SEAL-9' });
    expect(typesOf(happens(job, { ...happenings.deliver, ...wrong }))).toEqual([
      'delivery.completed',
    ]);
    expect(happens(job, happenings.deliver).job.status).toBe('exception');
  });
});
