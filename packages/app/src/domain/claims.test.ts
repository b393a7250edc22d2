import { describe, expect, it } from 'vitest';
import type { RecordedAction } from './action.ts';
import { actionBody, actionPath } from './action-body.ts';
import { deviceClaims, reportClaims } from './device-claims.ts';
import { roomOf } from './room.ts';

const photo = {
  kind: 'photo',
  media_type: 'image/jpeg',
  sha256: 'ab'.repeat(32),
  key: 'key-1',
} as const;
const action: RecordedAction = {
  id: 'action-1',
  seq: 1,
  job_id: 'job_1',
  ref: 'HC-1',
  type: 'deliver',
  fields: { recipient: 'Intake', seal: 'SL-00421', handover_code: undefined },
  at: '2026-11-02T10:00:00.000Z',
  device_at: '2026-11-02T12:00:00.000Z',
  position: { lat: -26.2, lng: 28 },
  files: [{ ...photo, file_id: 'file_1' }],
};

describe('an action', () => {
  it('is the body of a milestone, with its files by id', () => {
    expect(actionBody(action)).toEqual({
      type: 'deliver',
      at: action.at,
      recipient: 'Intake',
      seal: 'SL-00421',
      position: action.position,
      photo_file_id: 'file_1',
    });
  });

  it('is the body and the claim of a scan, where a seal was replaced', () => {
    const fields = { location: 'Roadblock', replaces_seal: 'SL-1', seal: 'SL-2' };
    const replaced = { ...action, type: 'replace_seal', fields, files: [] } as const;
    expect(actionBody(replaced)).toMatchObject({ type: 'scan', ...fields });
    const claims = deviceClaims(replaced, { client_id: 'cdv_1', bodyMac: 'ab' });
    expect(claims).toMatchObject({ action: 'scan', seal: 'SL-2' });
  });

  it('is the body of an incident, which names its job and no place', () => {
    const fields = { category: 'spill', severity: 'high', description: 'A tube broke.' };
    const incident = { ...action, type: 'incident', fields } as const;
    expect(actionPath(incident)).toBe('/v1/ops/incidents');
    expect(actionPath(action)).toBe('/v1/ops/jobs/job_1/milestones');
    expect(actionBody(incident)).toEqual({
      job_id: 'job_1',
      at: action.at,
      ...fields,
      photo_file_id: 'file_1',
    });
  });

  it('is the body of a message, without place and files', () => {
    const message = {
      ...action,
      type: 'message',
      fields: { text: 'On my way' },
      files: [],
    } as const;
    expect(actionPath(message)).toBe('/v1/courier/jobs/job_1/messages');
    expect(actionBody(message)).toEqual({ at: action.at, text: 'On my way' });
    const claims = deviceClaims(message, { client_id: 'cdv_1', bodyMac: 'ab' });
    expect(claims).toMatchObject({ action: 'message', seal: null, files: [] });
  });

  it('is the body of a box, without place', () => {
    const fields = { identifier: 'BOX-0007', parcels: ['P-1'] };
    const box = { ...action, type: 'box', fields, files: [] } as const;
    expect(actionPath(box)).toBe('/v1/courier/jobs/job_1/boxes');
    expect(actionBody(box)).toEqual({ at: action.at, ...fields });
    const claims = deviceClaims(box, { client_id: 'cdv_1', bodyMac: 'ab' });
    expect(claims).toMatchObject({ action: 'box', seal: null, files: [] });
  });

  it('is the body of a box that is taken along, without parcels', () => {
    const fields = { identifier: 'BOX-0007' };
    const take = { ...action, type: 'take', fields, files: [] } as const;
    expect(actionPath(take)).toBe('/v1/courier/jobs/job_1/boxes');
    expect(actionBody(take)).toEqual({ at: action.at, ...fields, empty: true });
  });

  it('is no body before its files are filed', () => {
    expect(() => actionBody({ ...action, files: [photo] })).toThrow('the photo is not filed');
  });

  it('is signed with both times, its seal and the digests of its files', () => {
    expect(deviceClaims(action, { client_id: 'cdv_1', bodyMac: 'cd' })).toEqual({
      iss: 'cdv_1',
      jti: 'action-1',
      job_id: 'job_1',
      action: 'deliver',
      at: action.at,
      device_at: action.device_at,
      seal: 'SL-00421',
      files: [`sha256:${photo.sha256}`],
      body: 'hmac-sha256:cd',
    });
  });
});

it('a report of positions is signed without a job, under the time of its last one', () => {
  const { at, device_at } = action;
  const report = { id: 'report-1', at, device_at };
  expect(reportClaims(report, { client_id: 'cdv_1', bodyMac: 'cd' })).toEqual({
    ...{ iss: 'cdv_1', jti: 'report-1', job_id: '-', action: 'positions', at, device_at },
    ...{ seal: null, files: [], body: 'hmac-sha256:cd' },
  });
});

it.each([
  [{ usage: 10_000_000, quota: 1_000_000_000 }, 'enough'],
  [{ usage: 970_000_000, quota: 1_000_000_000 }, 'low'],
  [{}, 'unknown'],
])('of %o the room is %s', (estimate, expected) => {
  expect(roomOf(estimate)).toBe(expected);
});
