import type { CustodyFact } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { commitHandover, nextEvent, toRecord } from './chain.ts';

const fact: CustodyFact = {
  at: '2026-11-02T08:00:00.000Z',
  type: 'scanned',
  by: 'driver:drv_1',
  note: null,
  seal: null,
  position: null,
  details: null,
};
const head = { seq: 4, hash: 'sha256:4' };

describe('the next event', () => {
  it('follows the last one with its hash', () => {
    expect(nextEvent(fact, 'job_1', head)).toEqual({
      v: 1,
      job_id: 'job_1',
      seq: 5,
      ...fact,
      prev_hash: 'sha256:4',
    });
  });

  it.each([
    [0, 0],
    [-0, 0],
    [-0.0000001, 0],
    [0.0000005, 1],
    [-26.2041, -26_204_100],
    [28.04731234, 28_047_312],
    [180, 180_000_000],
    [-90, -90_000_000],
  ])('stores the position %d in millionths: %d', (degrees, millionths) => {
    const position = { lat: degrees, lng: degrees };
    expect(nextEvent({ ...fact, position }, 'job_1', head).position).toEqual({
      lat_e6: millionths,
      lng_e6: millionths,
    });
  });

  it.each([
    ['a blank note', { note: '' }, { note: null }],
    ['a blank seal', { seal: '' }, { seal: null }],
    ['details without members', { details: {} }, { details: null }],
    ['a note in normal form D', { note: 'u\u0308' }, { note: '\u00fc' }],
    ['who did it in normal form D', { by: 'desk:u\u0308' }, { by: 'desk:\u00fc' }],
    ['details in normal form D', { details: { 'u\u0308': 'o\u0308' } }, { details: { ü: 'ö' } }],
    ['other details', { details: { n: 0, yes: false } }, { details: { n: 0, yes: false } }],
  ])('normalizes %s to one form', (_what, entry, form) => {
    expect(nextEvent({ ...fact, ...entry }, 'job_1', head)).toMatchObject(form);
  });
});

describe('a hand-over', () => {
  const handover = {
    recipient_commitment: 'hmac-sha256:0',
    signature_file_id: 'file_1',
    photo_file_id: null,
    files: [
      { id: 'file_1', sha256: 'aa' },
      { id: 'file_2', sha256: 'bb' },
    ],
  };

  it('commits to the recipient and the named files, beside the other details', () => {
    const entry = { ...fact, details: { otp_verified: true } };
    expect(commitHandover(entry, handover).details).toEqual({
      otp_verified: true,
      recipient_commitment: 'hmac-sha256:0',
      signature_sha256: 'aa',
    });
    expect(commitHandover(entry, { ...handover, photo_file_id: 'file_2' }).details).toMatchObject({
      photo_sha256: 'bb',
    });
  });

  it('has no commitment to files that were not filed', () => {
    const { details } = commitHandover(fact, { ...handover, signature_file_id: 'file_9' });
    expect(details).toEqual({ recipient_commitment: 'hmac-sha256:0' });
  });
});

describe('a record', () => {
  const stored = [
    { seq: 1, bytes: '{"seq":1,"v":1}', hash: 'sha256:1' },
    { seq: 2, bytes: '{"seq":2,"v":1}', hash: 'sha256:2' },
  ];

  it('has the hash of its last event, and the hashed bytes of each', () => {
    expect(toRecord('job_1', stored, head)).toMatchObject({
      job_id: 'job_1',
      chain_hash: 'sha256:2',
      events: [
        { v: 1, seq: 1, hash: 'sha256:1' },
        { v: 1, seq: 2, hash: 'sha256:2' },
      ],
    });
  });

  it('without events has the genesis hash', () => {
    expect(toRecord('job_1', [], { seq: 0, hash: 'sha256:0' })).toEqual({
      job_id: 'job_1',
      chain_hash: 'sha256:0',
      events: [],
    });
  });
});
