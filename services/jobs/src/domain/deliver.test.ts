import type { Requirements } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { jobIn } from '../../test/job.ts';
import { applyCommand, handOver, now } from '../../test/job-commands.ts';
import type { JobCommandOf } from './job-command.ts';

type HandOver = Partial<JobCommandOf<'deliver'>>;
const none: Requirements = { otp: false, id_check: false, signature: false, photo: false };
const all: Requirements = { otp: true, id_check: true, signature: true, photo: true };
const bare: HandOver = { signature_file_id: undefined, files: [] };
const requiring = (requirements: Partial<Requirements>) =>
  jobIn('in_transit', { requirements: { ...none, ...requirements } });
const delivered = (job: ReturnType<typeof requiring>, change: HandOver, note = '') =>
  applyCommand(job, { ...handOver, ...change }, { note });

describe('proof', () => {
  it.each<[string, Partial<Requirements>, HandOver]>([
    ['nothing when nothing is required', {}, {}],
    ['the code', { otp: true }, { code: 'right' }],
    ['an id check', { id_check: true }, { id_check: 'staff_badge' }],
    ['a signature', { signature: true }, handOver],
    ['a photo', { photo: true }, { ...handOver, photo_file_id: 'file_p' }],
    ['no id check that was refused where none is required', {}, { id_check: 'refused' }],
  ])('a hand-over is proved sufficiently by %s', (_, requirements, change) => {
    expect(delivered(requiring(requirements), { ...bare, ...change }).job.status).toBe('delivered');
  });

  it.each<[Partial<Requirements>, HandOver, string]>([
    [{ otp: true }, {}, 'handover_code'],
    [{ id_check: true }, {}, 'id_check'],
    [{ id_check: true }, { id_check: 'refused' }, 'id_check'],
    [{ signature: true }, {}, 'signature_file_id'],
    [{ photo: true }, {}, 'photo_file_id'],
    [all, {}, 'handover_code, id_check, signature_file_id, photo_file_id'],
  ])('that %o requires is missing in %o: %s', (requirements, change, missing) => {
    expect(() => delivered(requiring(requirements), { ...bare, ...change })).toThrow(
      `proof_required: Job SVC-0123ABCD requires ${missing}.`,
    );
  });

  it.each([
    ['signature', { signature_file_id: 'file_x' }],
    ['signature', { signature_file_id: 'file_p' }],
    ['photo', { photo_file_id: 'file_x' }],
    ['photo', { photo_file_id: 'file_s' }],
  ])('names a %s that the job does not have: %o', (kind, change) => {
    expect(() => delivered(requiring({}), change)).toThrow(
      `unknown_file: The job has no ${kind} with the id that was sent.`,
    );
  });
});

describe('a delivery', () => {
  it('publishes the recipient to subscribers, and the chain everything but that', () => {
    const { job, events } = delivered(requiring({ otp: true }), {
      code: 'right',
      id_check: 'over_18_confirmed',
      photo_file_id: 'file_p',
    });
    expect(job.delivered_at).toEqual(now);
    expect(events).toEqual([
      {
        type: 'delivery.completed',
        data: {
          recipient: 'Naledi Mokoena',
          otp_verified: true,
          delivered_at: '2026-11-02T09:00:00.000Z',
        },
        custody: {
          at: '2026-11-02T09:00:00.000Z',
          type: 'delivered',
          by: 'driver:drv_1',
          note: null,
          seal: 'SEAL-1',
          position: null,
          details: {
            otp_verified: true,
            id_check: 'over_18_confirmed',
            signature_sha256: 'sha-of-signature',
            photo_sha256: 'sha-of-photo',
          },
        },
        proof: {
          recipient: 'Naledi Mokoena',
          otp_verified: true,
          id_check: 'over_18_confirmed',
          signature_file_id: 'file_s',
          photo_file_id: 'file_p',
        },
      },
    ]);
  });

  it.each(['left at reception', 'given to naledi mokoena herself'])(
    'gives custody the note %o, which stays outside the chain',
    (note) => {
      expect(delivered(requiring({}), {}, note).events).toMatchObject([{ custody: { note } }]);
    },
  );

  it('appears in the timeline without its recipient', () => {
    const { milestones } = delivered(requiring({}), {}, 'given to Naledi Mokoena');
    expect(milestones).toEqual([{ at: now, type: 'delivered', note: 'Delivered', seal: 'SEAL-1' }]);
  });
});
