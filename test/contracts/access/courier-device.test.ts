import { until } from '@svc/devnet';
import { verifyBundle } from '@svc/verify/bundle';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type CourierDevice, enrolDevice } from '../../journeys/courier-device.ts';
import { seal } from '../../journeys/desk.ts';
import { type Answer, outcomeOf, type Request, resource, type Send } from '../../journeys/http.ts';
import { type Actor, bookJob } from '../requests.ts';
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
const at = () => stand.clock.now().toISOString();
async function assignedJob(): Promise<string> {
  const { id } = await bookJob(desk);
  await desk.send(`POST /ops/jobs/${id}/assign`, { body: desk.crew });
  return id;
}
const report = (id: string, request: Request): Promise<Answer> =>
  send(`POST /ops/jobs/${id}/milestones`, request);
const collection = () => ({
  ...{ type: 'collect', at: at(), seal, parcels_scanned: 1, box_temperature_c: 4.2 },
});

describe('an action that a device signs', () => {
  it('stands in the chain with its signature, which the verifier believes', async () => {
    const job_id = await assignedJob();
    const request = await device.signed(collection(), { job_id });
    expect((await report(job_id, request)).status).toBe(200);
    const fetched = async () => {
      const answer = await desk.send(`GET /jobs/${job_id}/custody/bundle`);
      const read = resource(answer, 200, chain);
      return read.custody.events.length > 2 && read;
    };
    const made = await until(fetched, { timeoutMs: 30_000, what: 'the chain to have the event' });
    const verdict = await verifyBundle(made);
    expect(verdict.faults).toEqual([]);
    expect(verdict.devices.captures).toMatchObject([
      { type: 'collected', device_id: device.id, device_at: at() },
    ]);
    expect(JSON.stringify(made)).not.toContain(request.headers['device-salt']);
  });

  it('happens once: its key brings the first answer, another key none', async () => {
    const job_id = await assignedJob();
    const request = await device.signed(collection(), { job_id });
    const first = await report(job_id, request);
    const again = await report(job_id, request);
    expect(again).toMatchObject({ status: 200, text: first.text });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const replayed = await report(job_id, { ...request, key: crypto.randomUUID() });
    expect(outcomeOf(replayed)).toBe('422 invalid_device_signature');
  });

  it('is refused without the signature, for another job, and with a changed body', async () => {
    const job_id = await assignedJob();
    const body = collection();
    const key = crypto.randomUUID();
    expect(outcomeOf(await report(job_id, { key, body }))).toBe('422 device_signature_required');
    const elsewhere = await device.signed(body, { job_id: 'job_other' });
    expect(outcomeOf(await report(job_id, elsewhere))).toBe('422 invalid_device_signature');
    const request = await device.signed(body, { job_id });
    const changed = { ...request, body: { ...body, parcels_scanned: 2 } };
    expect(outcomeOf(await report(job_id, changed))).toBe('422 invalid_device_signature');
    const { text } = await desk.send(`GET /ops/jobs/${job_id}`);
    expect(JSON.parse(text)).toMatchObject({ status: 'assigned' });
  });

  it('may be an incident of a job of its own, signed as well', async () => {
    const job_id = await assignedJob();
    const happenedAt = at();
    const what = {
      ...{ job_id, category: 'delay', severity: 'low', description: 'Road closed' },
      at: happenedAt,
    };
    const unsigned = await send('POST /ops/incidents', { body: what });
    expect(outcomeOf(unsigned)).toBe('422 device_signature_required');
    const request = await device.signedIncident(what, { job_id, at: happenedAt });
    const changed = { ...request, body: { ...what, severity: 'high' } };
    expect(outcomeOf(await send('POST /ops/incidents', changed))).toBe(
      '422 invalid_device_signature',
    );
    expect((await send('POST /ops/incidents', request)).status).toBe(201);
  });
});

it('a device reads the run of its driver alone, and is refused once it is revoked', async () => {
  expect((await send('GET /courier/run')).status).toBe(200);
  expect((await send('GET /ops/jobs')).status).toBe(403);
  expect((await desk.send(`DELETE /ops/courier-devices/${device.id}`)).status).toBe(200);
  await expect.poll(async () => (await send('GET /courier/run')).status).toBe(401);
  expect((await device.requestToken(stand.clock.now().getTime())).status).toBe(401);
});
