import type { Scope } from '@svc/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayUnderTest, type UnderTest } from './gateway-under-test.ts';
import { png, problemIn } from './requests.ts';

let gateway: UnderTest;
beforeEach(async () => {
  gateway = await gatewayUnderTest();
});

const depart = { type: 'depart' };
const milestones = '/v1/ops/jobs/SVC-1/milestones';

interface Device {
  scopes: readonly Scope[];
  driver?: string;
}
async function send({ scopes, driver }: Device, payload: object, url = milestones) {
  const claims = driver === undefined ? {} : { driver_id: driver };
  const authorization = `Bearer ${await gateway.issuer.token({ scopes, claims })}`;
  const headers = {
    authorization,
    ...(Buffer.isBuffer(payload) && { 'content-type': 'image/png' }),
  };
  return gateway.app.inject({ method: 'POST', url, headers, payload });
}
const courier: Device = { scopes: ['ops:courier'], driver: 'drv_own' };
const desk: Device = { scopes: ['ops:dispatch'] };
const lastInput = () => gateway.services.callsOfUsers().at(-1)?.input;

describe("a courier's device", () => {
  it('asks for the jobs of its own driver', async () => {
    expect((await send(courier, depart)).statusCode).toBe(200);
    expect(lastInput()).toEqual({ id: 'SVC-1', type: 'depart', courier_id: 'drv_own' });
  });

  it('cannot say that it is another driver', async () => {
    const files = '/v1/ops/jobs/SVC-1/files?kind=photo&courier_id=drv_other';
    const forged = await send(courier, { ...depart, courier_id: 'drv_other' });
    expect(problemIn(forged)).toMatchObject({ errors: [{ pointer: '/courier_id' }] });
    expect(problemIn(await send(courier, png, files))).toMatchObject({
      errors: [{ pointer: '/query/courier_id' }],
    });
    expect(lastInput()).toBeUndefined();
  });

  it('that belongs to no driver moves nothing', async () => {
    const response = await send({ scopes: ['ops:courier'] }, depart);
    expect(problemIn(response)).toMatchObject({
      code: 'insufficient_scope',
      required_scope: 'ops:dispatch',
      detail: 'The token is not bound to a driver.',
    });
    expect(lastInput()).toBeUndefined();
  });
});

describe('the desk', () => {
  it('moves any job, and nobody can say for it that a courier did', async () => {
    await send(desk, depart);
    expect(lastInput()).toEqual({ id: 'SVC-1', type: 'depart' });
    const forged = await send(desk, { ...depart, courier_id: 'drv_other' });
    expect(problemIn(forged)).toMatchObject({ errors: [{ pointer: '/courier_id' }] });
  });

  it('stays the desk when its token also is a courier’s', async () => {
    await send({ scopes: ['ops:dispatch', 'ops:courier'], driver: 'drv_own' }, depart);
    expect(lastInput()).toEqual({ id: 'SVC-1', type: 'depart' });
  });
});

it('refuses the decision on contents out of range to a dispatcher without the right', async () => {
  const decision = { disposition: 'discard', by: 'Ann', reason: 'Warm' };
  const url = '/v1/ops/events/oev_1/disposition';
  expect(problemIn(await send(desk, decision, url))).toMatchObject({
    ...{ status: 403, code: 'insufficient_scope', required_scope: 'ops:disposition' },
  });
  expect(lastInput()).toBeUndefined();
  expect((await send({ scopes: ['ops:disposition'] }, decision, url)).statusCode).toBe(200);
});

describe('a token with one of the scopes that suffice', () => {
  it('is told of all of them when it has none', async () => {
    const response = await send({ scopes: ['jobs:read'] }, depart);
    expect(problemIn(response).detail).toBe(
      'The token carries none of: ops:dispatch, ops:courier.',
    );
  });
});
