import { describe, expect, it } from 'vitest';
import { type Endpoint, rotated, toResource, wantedTypes, withStatus } from './endpoint.ts';

const now = new Date('2026-11-02T08:00:00.000Z');
const later = new Date('2026-11-03T08:00:00.000Z');
const endpoint: Endpoint = {
  id: 'wh_a',
  url: 'https://hooks.example.com/',
  events: ['*'],
  status: 'active',
  disabled_at: null,
  secret: 'sealed 1',
  secret_version: 1,
  old_secret: null,
  old_secret_expires_at: null,
  created_at: now,
};

describe('wanted types', () => {
  it('are kept once each, in the order given', () => {
    const wanted = ['job.updated', 'job.created', 'job.updated'];
    expect(wantedTypes(wanted)).toEqual(['job.updated', 'job.created']);
    expect(wantedTypes(['*'])).toEqual(['*']);
  });

  it.each(['job.*', 'job.deleted', 'JOB.CREATED'])('are refused when there is no %s', (type) => {
    expect(() => wantedTypes(['job.created', type])).toThrow(
      expect.objectContaining({
        code: 'unknown_event_type',
        detail: expect.stringContaining(type),
      }),
    );
  });
});

describe('a rotation', () => {
  it('keeps the secret in use for 24 hours', () => {
    expect(rotated(endpoint, 'sealed 2', now)).toMatchObject({
      secret: 'sealed 2',
      secret_version: 2,
      old_secret: 'sealed 1',
      old_secret_expires_at: later,
    });
  });

  it('ends the one that was old already', () => {
    const twice = rotated(rotated(endpoint, 'sealed 2', now), 'sealed 3', now);
    expect(twice).toMatchObject({ secret: 'sealed 3', old_secret: 'sealed 2', secret_version: 3 });
  });
});

describe('a status', () => {
  it('remembers when the endpoint was disabled first', () => {
    const disabled = withStatus(endpoint, 'disabled', now);
    expect(disabled).toMatchObject({ status: 'disabled', disabled_at: now });
    expect(withStatus(disabled, 'disabled', later).disabled_at).toEqual(now);
    expect(withStatus(disabled, 'active', later)).toEqual(endpoint);
  });
});

describe('the resource', () => {
  it('holds no secret', () => {
    expect(toResource(rotated(endpoint, 'sealed 2', now))).toEqual({
      id: 'wh_a',
      object: 'webhook',
      url: 'https://hooks.example.com/',
      events: ['*'],
      status: 'active',
      created_at: '2026-11-02T08:00:00.000Z',
    });
  });
});
