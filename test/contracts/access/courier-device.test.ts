import { until } from '@svc/devnet';
import { verifyBundle } from '@svc/proof/verify/bundle';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type CourierDevice, enrolDevice } from '../../journeys/courier-device.ts';
import { seal } from '../../journeys/desk.ts';
import { outcomeOf, type Request, resource, type Send } from '../../journeys/http.ts';
import { bookedJob } from '../endpoints/fixtures.ts';
import type { Actor } from '../requests.ts';
import { type Stand, startStand } from '../stand.ts';

let stand: Stand;
let desk: Actor;
let device: CourierDevice;
let send: Send;
beforeAll(async () => {
  stand = await startStand('live');
  desk = await stand.actor();
  const { publicUrl } = stand.stage;
  device = await enrolDevice({ publicUrl, send: desk.send }, desk.crew.driver_id);
  send = stand.sendAs(await device.credential(stand.clock.now().getTime()));
});
afterAll(() => stand.stop());

const chain = z.looseObject({ custody: z.looseObject({ events: z.array(z.unknown()) }) });
const newJob = async () => {
  const id = await bookedJob(desk);
  await desk.send(`POST /ops/jobs/${id}/assign`, { body: desk.crew });
  const report = (request: Request) => send(`POST /ops/jobs/${id}/milestones`, request);
  const at = stand.clock.now().toISOString();
  const body = { type: 'collect', at, seal, parcels_scanned: 1, box_temperature_c: 4.2 };
  return { id, report, at, body };
};

it('an action that a device signs is recorded once, and the verifier believes its signature', async () => {
  const { id, report, at, body } = await newJob();
  const request = await device.signed(body, { job_id: id });
  const first = await report(request);
  const replayed = await report(request);
  expect(replayed).toMatchObject({ status: 200, text: first.text });
  expect(replayed.headers.get('idempotent-replayed')).toBe('true');
  const fetched = async () => {
    const answer = await desk.send(`GET /jobs/${id}/custody/bundle`);
    const read = resource(answer, 200, chain);
    return read.custody.events.length > 2 && read;
  };
  const made = await until(fetched, { timeoutMs: 30_000, what: 'the chain to have the event' });
  const verdict = await verifyBundle(made);
  expect(verdict.faults).toEqual([]);
  expect(verdict.devices.captures).toMatchObject([
    { type: 'collected', device_id: device.id, device_at: at },
  ]);
  expect(JSON.stringify(made)).not.toContain(request.headers['device-salt']);
});

it('a device reports where it is with a signature of its own, until it is revoked', async () => {
  const { publicUrl } = stand.stage;
  const phone = await enrolDevice({ publicUrl, send: desk.send }, desk.crew.driver_id);
  const sendAsPhone = stand.sendAs(await phone.credential(stand.clock.now().getTime()));
  const at = stand.clock.now().toISOString();
  const report = async () => {
    const request = await phone.signedPositions([{ at, position: { lat: -26.2, lng: 28 } }]);
    return sendAsPhone('POST /courier/positions', request);
  };
  await expect.poll(async () => (await report()).status).toBe(202);
  expect(JSON.parse((await report()).text)).toMatchObject({ accepted: 0, duplicates: 1 });
  const other = await phone.signedPositions([{ at, position: { lat: -26.2, lng: 28 } }]);
  const changed = { ...other, body: { positions: [{ at, position: { lat: -26.3, lng: 28 } }] } };
  expect(outcomeOf(await sendAsPhone('POST /courier/positions', changed))).toBe(
    '422 invalid_device_signature',
  );
  await desk.send(`DELETE /ops/courier-devices/${phone.id}`);
  await expect.poll(async () => (await report()).status).toBe(401);
});

it('a device reads the run of its driver alone', async () => {
  expect((await send('GET /courier/run')).status).toBe(200);
  expect((await send('GET /ops/jobs')).status).toBe(403);
});
