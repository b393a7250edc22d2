import { expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';

it.each([
  ['createTenat', 'createTenant'],
  ['CREATETENANT', 'createTenant'],
  ['creteClient', 'createClient'],
  ['listSites', 'listSites'],
  ['xyz', undefined],
  ['', undefined],
])('the nearest known name to %j is %j', (name, near) => {
  expect(nearestName(name, ['createClient', 'createTenant', 'listSites'])).toBe(near);
});
