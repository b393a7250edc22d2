import { expect, it } from 'vitest';
import { byCarrier, byClient } from './internals.ts';

it.each([
  ['a client', byClient('cli_1'), 'client:cli_1'],
  ['the desk', byCarrier('cli_1', undefined), 'desk:cli_1'],
  ['a courier', byCarrier('cli_1', 'drv_1'), 'driver:drv_1'],
  ['a reaction', byClient('on:order.ready'), 'system'],
  ['a worker', byCarrier('worker:geofence', undefined), 'system'],
])('the actor of a custody fact is named by role and id: %s', (_, by, expected) => {
  expect(by).toBe(expected);
});
