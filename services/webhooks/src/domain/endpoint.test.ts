import { describe, expect, it } from 'vitest';
import {
  type Endpoint,
  requireFreeEndpoint,
  requireKnownTypes,
  toWebhookResource,
  withRotatedSecret,
  withStatus,
} from './endpoint.ts';

const now = new Date('2026-11-02T08:00:00.000Z');
const later = new Date('2026-11-03T08:00:00.000Z');
const endpoint: Endpoint = {
  id: 'wh_a',
  url: 'https://hooks.example.com/',
  events: ['*'],
  status: 'active',
  disabled_at: null,
  secret: 'encrypted 1',
  secret_version: 1,
  old_secret: null,
  old_secret_expires_at: null,
  created_at: now,
};

it('an endpoint is refused at the bound', () => {
  expect(() => requireFreeEndpoint(19, 20)).not.toThrow();
  expect(() => requireFreeEndpoint(20, 20)).toThrow(
    expect.objectContaining({ code: 'too_many_endpoints' }),
  );
  expect(() => requireFreeEndpoint(35, 20)).toThrow(
    expect.objectContaining({ code: 'too_many_endpoints' }),
  );
});

describe('subscribed types', () => {
  it('are stored once each, in the order given', () => {
    const wanted = ['job.updated', 'job.created', 'job.updated'];
    expect(requireKnownTypes(wanted)).toEqual(['job.updated', 'job.created']);
    expect(requireKnownTypes(['*'])).toEqual(['*']);
  });

  it.each(['job.*', 'job.deleted', 'JOB.CREATED'])('are refused when there is no %s', (type) => {
    expect(() => requireKnownTypes(['job.created', type])).toThrow(
      expect.objectContaining({
        code: 'unknown_event_type',
        detail: expect.stringContaining(type),
      }),
    );
  });
});

describe('a rotation', () => {
  it('keeps the secret in use for 24 hours', () => {
    expect(withRotatedSecret(endpoint, 'encrypted 2', now)).toMatchObject({
      secret: 'encrypted 2',
      secret_version: 2,
      old_secret: 'encrypted 1',
      old_secret_expires_at: later,
    });
  });

  it('ends the secret that was old already', () => {
    const twice = withRotatedSecret(
      withRotatedSecret(endpoint, 'encrypted 2', now),
      'encrypted 3',
      now,
    );
    expect(twice).toMatchObject({
      secret: 'encrypted 3',
      old_secret: 'encrypted 2',
      secret_version: 3,
    });
  });
});

it('a status keeps the time when the endpoint was disabled first', () => {
  const disabled = withStatus(endpoint, 'disabled', now);
  expect(disabled).toMatchObject({ status: 'disabled', disabled_at: now });
  expect(withStatus(disabled, 'disabled', later).disabled_at).toEqual(now);
  expect(withStatus(disabled, 'active', later)).toEqual(endpoint);
});

it('the resource has no secret among its fields', () => {
  expect(toWebhookResource(withRotatedSecret(endpoint, 'encrypted 2', now))).toEqual({
    id: 'wh_a',
    object: 'webhook',
    url: 'https://hooks.example.com/',
    events: ['*'],
    status: 'active',
    created_at: '2026-11-02T08:00:00.000Z',
  });
});
