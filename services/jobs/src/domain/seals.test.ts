import { describe, expect, it } from 'vitest';
import { jobIn } from '../../test/job.ts';
import { applyCommand, commands, custodyOf, typesOf } from '../../test/job-commands.ts';

const wrong = { seal: 'SEAL-9' };
const broken = (location: string) => ({
  type: 'seal.broken',
  data: { expected_seal: 'SEAL-1', observed_seal: 'SEAL-9', location, by: 'driver:drv_1' },
  custody: { type: 'seal_broken', seal: 'SEAL-9', details: { expected_seal: 'SEAL-1', location } },
});

describe('a seal', () => {
  it('is set by the collection of the job', () => {
    const { job, events } = applyCommand(jobIn('assigned'), commands.collect);
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
    expect(applyCommand(announced, commands.collect).job.status).toBe('collected');
    const { job, events } = applyCommand(announced, { ...commands.collect, ...wrong });
    expect(job).toMatchObject({
      status: 'exception',
      interrupted_status: 'en_route_pickup',
      seal: 'SEAL-1',
      collected_at: null,
    });
    expect(events).toMatchObject([broken('Clinic North')]);
  });

  it('that does not match at a hand-off is scanned and stops the job', () => {
    const result = applyCommand(jobIn('in_transit'), { ...commands.scan, ...wrong });
    expect(result.job).toMatchObject({ status: 'exception', interrupted_status: 'in_transit' });
    expect(result.events).toMatchObject([
      { type: 'custody.scanned', data: { location: 'Depot', seal_match: false } },
      broken('Depot'),
    ]);
    expect(custodyOf(result)).toEqual(['scanned', 'seal_broken']);
    expect(result.job.custody_events).toBe(3);
  });

  it('that does not match at delivery stops it, whatever the proof', () => {
    const bare = { ...commands.deliver, ...wrong, signature_file_id: undefined };
    const result = applyCommand(jobIn('collected'), { ...bare, code: 'wrong' });
    expect(result.job).toMatchObject({ status: 'exception', code_attempts: 0 });
    expect(result.events).toMatchObject([broken('Central Laboratory')]);
  });

  it('that dispatch put on instead is expected from then on', () => {
    const stopped = applyCommand(jobIn('in_transit'), { ...commands.scan, ...wrong });
    const { job } = applyCommand(stopped.job, { type: 'resume', seal: 'SEAL-9' });
    expect(typesOf(applyCommand(job, { ...commands.deliver, ...wrong }))).toEqual([
      'delivery.completed',
    ]);
    expect(applyCommand(job, commands.deliver).job.status).toBe('exception');
  });
});
