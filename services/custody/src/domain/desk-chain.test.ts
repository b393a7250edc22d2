import type { CustodyEvent } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { toDeskEvent } from './desk-chain.ts';

const hash = `sha256:${'a'.repeat(64)}`;
const event: CustodyEvent = {
  ...{ v: 1, job_id: 'job_1', seq: 3, at: '2026-11-02T08:00:00.000Z', type: 'scanned' },
  ...{ by: 'driver:drv_1', note: 'At the gate', seal: 'SL-0001' },
  ...{ position: { lat_e6: -26_100_000, lng_e6: 28_000_000 }, details: null },
  ...{ prev_hash: hash, hash },
};

describe('an event for programs of the desk', () => {
  it('has neither note nor place nor details', () => {
    const details = { note_commitment: 'hmac-sha256:1', device_id: 'dvc_1' };
    expect(toDeskEvent({ ...event, details }, new Set())).toEqual({
      ...{ seq: 3, at: event.at, type: 'scanned', by: 'driver:drv_1', seal: 'SL-0001' },
      ...{ prev_hash: hash, hash, min_c: null, max_c: null, device_signed: false },
    });
  });

  it.each([
    [null, null, null],
    [{ min_dc: 84, max_dc: 113 }, 8.4, 11.3],
    [{ temperature_dc: -181 }, -18.1, -18.1],
    [{ temperature_dc: 'warm' }, null, null],
  ])('of %j is from %s to %s degrees', (details, min_c, max_c) => {
    expect(toDeskEvent({ ...event, details }, new Set())).toMatchObject({ min_c, max_c });
  });

  it('is signed by a device where its signature holds', () => {
    expect(toDeskEvent(event, new Set([3])).device_signed).toBe(true);
  });
});
