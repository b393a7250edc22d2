import { expect, it } from 'vitest';
import { countsTowardBound, requireFreeCredential } from './credential-bound.ts';

it.each([
  ['client', 49, undefined],
  ['client', 50, 'too_many_clients'],
  ['client', 150, 'too_many_clients'],
  ['api_key', 0, undefined],
  ['api_key', 50, 'too_many_api_keys'],
] as const)('a further %s is refused beside 50 or more: %i', (kind, count, code) => {
  const require = () => requireFreeCredential(kind, count, 50);
  if (code === undefined) expect(require).not.toThrow();
  else expect(require).toThrow(expect.objectContaining({ code }));
});

it.each([
  ['of a tenant', ['jobs:read'], null, false, true],
  ['of a driver', ['ops:courier'], 'drv_1', true, false],
  ["of the carrier's provider", ['telemetry:write'], null, true, false],
  ['of another tenant with that scope', ['telemetry:write'], null, false, true],
  ['of the carrier', ['telemetry:write', 'jobs:read'], null, true, true],
] as const)(
  'a client %s counts for the bound unless the carrier issues it for a device or feed',
  (_, scopes, driver_id, isOfCarrier, expected) => {
    expect(countsTowardBound({ scopes, driver_id }, isOfCarrier)).toBe(expected);
  },
);
