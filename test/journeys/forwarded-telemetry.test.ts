/** A telematics system that forwards its own JSON with the key of its provider, through the gateway. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { exampleForwarded, telemetryBatch, vehicle as vehicleForm } from '@svc/contracts';
import { type HeldClock, heldClock } from '@svc/kit/clock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { documented } from '../../services/tracking/test/telematics-bodies.ts';
import { newRegistration } from './desk.ts';
import { type Stage, startStage } from './environment.ts';
import { createSend, jsonOf, outcomeOf, resource, type Send } from './http.ts';
import { fetchToken, newTenant, type Tenant } from './tenants.ts';

const scopes = ['ops:dispatch', 'admin:users', 'telemetry:write'] as const;
const providerForm = z.looseObject({
  ...{ id: z.string(), client_id: z.string(), client_secret: z.string() },
  ...{ secret: z.string(), api_key: z.string().nullable() },
});
const device = '861234567890123';
const dayMs = 86_400_000;

let stage: Stage;
let clock: HeldClock;
let carrier: Tenant;
beforeAll(async () => {
  clock = heldClock('2026-11-02T08:00:00.000Z');
  stage = await startStage({ clock });
  carrier = await newTenant(stage, { scopes });
});
afterAll(() => stage?.stop());

/** With a token of this moment. */
const desk = () => carrier.sendWith(scopes);
const byKey = (key: string | null): Send => createSend(stage.baseUrl, { 'x-api-key': key ?? '' });

async function newProvider(format?: string) {
  const send = await desk();
  const body = { name: 'Own trackers', ...(format && { format }) };
  return resource(await send('POST /ops/telemetry-providers', { body }), 201, providerForm);
}

/** What Traccar posts at this moment. */
function positionNow() {
  const time = clock.now().toISOString().replace('Z', '+00:00');
  const { position } = exampleForwarded;
  const moved = { ...position, deviceTime: time, fixTime: time, protocol: 'teltonika' };
  return { position: moved, device: { id: 12, name: 'Van 12', uniqueId: device } };
}
const forward = (send: Send, body: unknown = positionNow(), format = 'traccar') =>
  send(`POST /telemetry/forwarded/${format}`, { body });

it('its key forwards the format of its provider, and the vehicle is where the tracker is', async () => {
  const { api_key, client_id, ...hidden } = await newProvider('traccar');
  expect({ client_id, ...hidden }).toMatchObject({ client_secret: '', secret: '' });
  const send = await desk();
  const wanted = { body: { registration: newRegistration() } };
  const { id: vehicle_id } = resource(await send('POST /ops/vehicles', wanted), 201, vehicleForm);
  await send('POST /ops/devices', { body: { device_id: device, vehicle_id } });
  const batch = resource(await forward(byKey(api_key)), 202, telemetryBatch);
  expect(batch).toMatchObject({ accepted: 2, rejected: [] });
  const { latitude: lat, longitude: lng } = exampleForwarded.position;
  const found = resource(await send(`GET /ops/vehicles/${vehicle_id}`), 200, vehicleForm);
  expect(found.last_position).toEqual({ lat, lng });
  const again = resource(await forward(byKey(api_key)), 202, telemetryBatch);
  expect(again).toMatchObject({ accepted: 0, duplicates: 2 });
});

it('its key opens nothing else, and no key that a tenant makes opens this', async () => {
  const send = byKey((await newProvider('traccar')).api_key);
  expect(outcomeOf(await send('POST /telemetry/fleet', { body: {} }))).toBe('403 token_required');
  expect(outcomeOf(await send('GET /jobs'))).toBe('403 insufficient_scope');
  expect(outcomeOf(await send('POST /ops/telemetry-providers', { body: {} }))).toBe(
    '403 token_required',
  );
  const administer = await desk();
  const body = { name: 'Own', scopes: ['telemetry:write'] };
  expect(outcomeOf(await administer('POST /api-keys', { body }))).toBe('400 invalid_body');
});

it('a body in another format, or malformed, is refused', async () => {
  const send = byKey((await newProvider('traccar')).api_key);
  const none = '404 provider_not_found';
  expect(outcomeOf(await forward(send, {}, 'tive'))).toBe(none);
  expect(outcomeOf(await forward(send, {}, 'fleetmatics'))).toBe(none);
  const { client_id, client_secret } = await newProvider();
  const client = { clientId: client_id, clientSecret: client_secret };
  const token = await fetchToken(stage, client, ['telemetry:write']);
  const signs = createSend(stage.baseUrl, { authorization: `Bearer ${token}` });
  expect(outcomeOf(await forward(signs))).toBe(none);
  const { position, device: of } = positionNow();
  const malformed = await forward(send, { position: { ...position, latitude: '1' }, device: of });
  expect(malformed.status).toBe(400);
  expect(jsonOf(malformed).errors).toMatchObject([{ pointer: '/position/latitude' }]);
});

it('a key that was rotated forwards for 24 hours more, and one that was revoked never', async () => {
  const { id, client_id, api_key } = await newProvider('traccar');
  const rotate = (await desk())(`POST /ops/telemetry-providers/${id}/rotate-secret`);
  const form = providerForm.pick({ api_key: true });
  const { api_key: next } = resource(await rotate, 200, form);
  const outcomes = async () => [
    outcomeOf(await forward(byKey(api_key))),
    outcomeOf(await forward(byKey(next))),
  ];
  expect(await outcomes()).toEqual(['202 undefined', '202 undefined']);
  clock.advanceMs(dayMs);
  expect(await outcomes()).toEqual(['401 invalid_api_key', '202 undefined']);
  const removed = await (await desk())(`DELETE /api-keys/${client_id}`);
  expect(removed.status).toBe(200);
  expect(await outcomes()).toEqual(['401 invalid_api_key', '401 invalid_api_key']);
});

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
/** Answers as the system does, and keeps where and what it was asked. */
async function startSystem(answer: () => object) {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    asked.push(`${request.url} ${await text(request)}`);
    response.end(JSON.stringify(answer()));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      await once(server.close(), 'close');
    },
  };
}

/** The block of the guide for two rounds, with the system's own host replaced; what it printed. */
async function runLoop(format: string, origin: string, key: string): Promise<string> {
  const guide = await read('docs/telemetry.md');
  const loops = [...guide.matchAll(/^```bash\n(.*?)^```$/gms)].map(([, code = '']) => code);
  const [define] = /^forward\(\).*$/m.exec(guide) ?? [];
  const [json] = /^json\(\).*$/m.exec(await read('deploy/local/src/env-file.ts')) ?? [];
  const loop = loops.find((code) => code.includes(`forward ${format} `)) ?? 'exit 1';
  const twice = 'sleep() { ROUND=$((ROUND + 1)); [ "$ROUND" -le 2 ]; }';
  const code = [json, define, twice, loop.replace(/https:\/\/[^/"]+/, origin)].join('\n');
  await using folder = await mkdtempDisposable(join(tmpdir(), 'loop-'));
  const env = {
    ...{ PATH: process.env.PATH, BASE: stage.baseUrl, KEY: key },
    ...{ SAMSARA: 'own', CARTRACK: 'own:own', GEOTAB: '{"database":"own"}', VERSION: '' },
  };
  const child = spawn('bash', ['-euo', 'pipefail', '-c', `CURSOR= ROUND=0\n${code}`], {
    cwd: folder.path,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return output;
}

it.each([
  ['samsara', '70001', /^\/fleet\/\S+&after=84d3f6fa-/],
  ['geotab', '70002', /"fromVersion":"0000000000a1b2c4"/],
  ['cartrack', '70003', /^\/rest\/vehicles\/status /],
] as const)(
  'the loop of the guide hands on what %s answers, from where it was',
  async (format, tracker, next) => {
    const { api_key } = await newProvider(format);
    const send = await desk();
    const wanted = { body: { registration: newRegistration() } };
    const { id: vehicle_id } = resource(await send('POST /ops/vehicles', wanted), 201, vehicleForm);
    await send('POST /ops/devices', { body: { device_id: tracker, vehicle_id } });
    const at = clock.now().toISOString().replace('.000Z', 'Z');
    const place = { lat: -26.2, lng: 28.05 };
    await using system = await startSystem(() =>
      documented[format]({ device: tracker, at, ...place }),
    );
    const answers = await runLoop(format, system.origin, api_key ?? '');
    const batches = z
      .array(telemetryBatch)
      .parse(JSON.parse(`[${answers.replaceAll('}{', '},{')}]`));
    expect(batches).toMatchObject([{ rejected: [] }, { accepted: 0, rejected: [] }]);
    expect(batches[1]?.duplicates).toBe(batches[0]?.accepted);
    expect(system.asked).toHaveLength(2);
    expect(system.asked[1]).toMatch(next);
    const found = resource(await send(`GET /ops/vehicles/${vehicle_id}`), 200, vehicleForm);
    expect(found.last_position).toEqual(place);
  },
);
