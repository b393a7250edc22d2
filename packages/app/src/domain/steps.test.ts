import { describe, expect, it } from 'vitest';
import type { ActionFields, ActionType, JobStatus } from './action.ts';
import { isOffered, isOver, offeredFor, projected, stepsFrom } from './steps.ts';

const recorded = (type: ActionType, fields: ActionFields = {}) => ({ type, fields });
const seal = 'SL-00421';

describe('the state of a job after what is recorded', () => {
  it.each<[string, JobStatus, string | null, ReturnType<typeof recorded>[], JobStatus]>([
    ['leaving for the pickup', 'assigned', null, [recorded('depart')], 'en_route_pickup'],
    ['collecting', 'en_route_pickup', null, [recorded('collect', { seal })], 'collected'],
    [
      'collecting under another seal than announced',
      'assigned',
      'SL-9',
      [recorded('collect', { seal })],
      'exception',
    ],
    ['leaving for the drop-off', 'collected', seal, [recorded('depart')], 'in_transit'],
    ['a scan', 'in_transit', seal, [recorded('scan', { seal })], 'in_transit'],
    ['a scan of another seal', 'in_transit', 'SL-9', [recorded('scan', { seal })], 'exception'],
    ['an announced arrival', 'in_transit', seal, [recorded('arriving')], 'in_transit'],
    ['handing over', 'in_transit', seal, [recorded('deliver', { seal })], 'delivered'],
    [
      'handing over under another seal',
      'in_transit',
      'SL-9',
      [recorded('deliver', { seal })],
      'exception',
    ],
    [
      'a hand-over under the seal that replaced another',
      'in_transit',
      'SL-9',
      [recorded('replace_seal', { replaces_seal: 'SL-9', seal }), recorded('deliver', { seal })],
      'delivered',
    ],
    ['an incident', 'in_transit', seal, [recorded('incident')], 'in_transit'],
    ['a message', 'in_transit', seal, [recorded('message')], 'in_transit'],
    ['a box', 'assigned', null, [recorded('box')], 'assigned'],
    ['a failed collection', 'en_route_pickup', null, [recorded('pickup_failed')], 'exception'],
    ['a failed hand-over', 'in_transit', seal, [recorded('delivery_failed')], 'exception'],
    [
      'a whole trip',
      'assigned',
      null,
      [
        recorded('depart'),
        recorded('collect', { seal }),
        recorded('depart'),
        recorded('deliver', { seal }),
      ],
      'delivered',
    ],
  ])('is as the API has it after %s', (_, status, known, actions, expected) => {
    expect(projected({ status, seal: known }, actions).status).toBe(expected);
  });

  it('leaves out what was refused', () => {
    const refusal = { code: 'invalid_time', detail: '' };
    const actions = [{ ...recorded('depart'), refusal }];
    expect(projected({ status: 'assigned', seal: null }, actions).status).toBe('assigned');
  });
});

describe('the steps that are offered', () => {
  it.each<[JobStatus, ActionType | undefined]>([
    ['booked', undefined],
    ['assigned', 'depart'],
    ['en_route_pickup', 'collect'],
    ['collected', 'depart'],
    ['in_transit', 'deliver'],
    ['exception', undefined],
    ['delivered', undefined],
    ['cancelled', undefined],
  ])('begin, in the state %s, with %s', (status, first) => {
    expect(stepsFrom(status)[0]).toBe(first);
  });

  it.each<[JobStatus, string | null, ActionType[]]>([
    ['assigned', '2-8C', ['depart', 'box', 'collect', 'pickup_failed', 'incident']],
    ['exception', '2-8C', ['box', 'incident']],
    ['exception', null, ['incident', 'box']],
    ['delivered', '2-8C', ['incident']],
  ])('are, in the state %s and for the class %s, %j', (status, temperature_class, expected) => {
    expect(offeredFor({ status, seal, temperature_class })).toEqual(expected);
  });

  it.each<[JobStatus, boolean]>([
    ['in_transit', false],
    ['exception', false],
    ['delivered', true],
    ['cancelled', true],
  ])('end with the job: %s is over: %s', (status, expected) => {
    expect(isOver({ status })).toBe(expected);
  });
});

it('lets an incident be reported while a job is interrupted, and no step', () => {
  expect(isOffered('exception', 'incident')).toBe(true);
  expect(isOffered('exception', 'deliver')).toBe(false);
  expect(isOffered('in_transit', 'deliver')).toBe(true);
});
