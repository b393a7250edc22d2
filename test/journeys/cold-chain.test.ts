import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, type Certificate, readingsBundle, temperatureTrace } from '@svc/contracts';
import { type Api, createApi } from '@svc/courier/api';
import { randomFor } from '@svc/courier/random';
import { begin, collect, findColdChain, handOver, type Run } from '@svc/fleet/jobs';
import { registered } from '@svc/fleet/provider';
import { readingAt } from '@svc/fleet/readings';
import { createRoad } from '@svc/fleet/road';
import { type HeldClock, heldClock } from '@svc/kit/clock';
import { type LiveCredentials, seedCredentials } from '@svc/stack/seed';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type Stage, startStage } from './environment.ts';

const deadline = { timeout: 60_000, interval: 50 };
const minutes = 12;
const faults = ['excursion', 'duplicates', 'out-of-order'] as const;

let stage: Stage;
let clock: HeldClock;
let clients: LiveCredentials['clients'];
let folder: string;
let run: Run;
let issued: Certificate;

const urls = () => ({ live: { base_url: stage.baseUrl }, auth: { auth_url: stage.publicUrl } });
/** With a token of this moment: the clock of the test leaves old ones behind. */
const as = (who: 'operator' | 'demo'): Api => createApi(urls(), clients[who]);
const later = (ms: number) => clock.set(new Date(clock.now().getTime() + ms).toISOString());

beforeAll(async () => {
  clock = heldClock('2026-11-02T09:00:00.000Z');
  folder = await mkdtemp(join(tmpdir(), 'cold-chain-'));
  stage = await startStage({ clock, env: { SVC_TELEMETRY_POLL_MS: '20' } });
  ({ clients } = await seedCredentials(stage.transport, undefined));
  run = await drivenAndDelivered();
  issued = await vi.waitFor(async () => {
    const found = await findColdChain(as('demo'), run);
    if (!found) throw new Error('no certificate of the cold chain yet');
    return found;
  }, deadline);
});
afterAll(async () => {
  await stage?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Twelve minutes on the road, too warm in the middle; batches come twice and overtake each other. */
async function drivenAndDelivered(): Promise<Run> {
  const [desk, sender] = [as('operator'), as('demo')];
  const [first] = await begin({ desk, sender }, 1);
  if (!first) throw new Error('there is a vehicle');
  await collect(desk, first);
  const time = () => clock.now().getTime();
  const provider = await registered({ desk, urls: urls(), clock: time });
  const road = createRoad(faults, randomFor(7, 0));
  const steps = minutes * 2;
  for (let step = 0; step <= steps; step += 1) {
    const moment = { at: clock.now(), part: step / steps };
    for (const batch of road.batches([readingAt(first, moment, faults)], moment.at)) {
      await provider.post(batch);
    }
    if (step < steps) later(30_000);
  }
  for (const batch of road.rest()) await provider.post(batch);
  await handOver(as('operator'), first);
  later(4 * 60_000);
  return first;
}

const anything = z.record(z.string(), z.unknown());
const eventTypes = async (): Promise<string[]> => {
  const page = z.object({ data: z.array(z.object({ type: z.string(), job_id: z.string() })) });
  const { data } = await as('demo').get('/events?limit=100', page);
  return data.filter(({ job_id }) => job_id === run.job.id).map(({ type }) => type);
};

async function fetched(path: string, accept: string): Promise<{ type: string; text: string }> {
  const { client_id, client_secret } = clients.demo;
  const granted = await fetch(`${stage.publicUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
  });
  const { access_token } = z.object({ access_token: z.string() }).parse(await granted.json());
  const response = await fetch(stage.baseUrl + path, {
    headers: { authorization: `Bearer ${access_token}`, accept },
  });
  expect(response.status).toBe(200);
  return { type: response.headers.get('content-type') ?? '', text: await response.text() };
}

const cli = fileURLToPath(new URL('../../packages/verify/src/cli.ts', import.meta.url));
/** As `npm run verify` does, under the keys that the carrier publishes. */
async function verified(content: unknown): Promise<{ code: number; out: string }> {
  const file = join(folder, 'bundle.json');
  await writeFile(file, JSON.stringify(content));
  const keys = `${stage.publicUrl}/.well-known/certificate-keys.json`;
  return new Promise((done) => {
    execFile(process.execPath, [cli, file, '--jwks', keys], (error, out) => {
      done({ code: error ? Number(error.code) : 0, out });
    });
  });
}

describe('a cold chain', () => {
  it('ends in a certificate that says what the probes told', () => {
    expect(issued).toMatchObject({
      type: 'proof_of_cold_chain',
      job_id: run.job.id,
      related: [expect.stringMatching(/^POC-/)],
      cold_chain: {
        range_c: [2, 8],
        coverage: 1,
        gaps: [],
        excursions: [{ device_id: run.device_id, minutes: 7 }],
        sensors: [{ device_id: run.device_id, calibrated_until: '2099-12-31' }],
        result: 'excursion',
      },
    });
    expect(issued.cold_chain?.max_c).toBeGreaterThan(8);
  });

  it('tells subscribers what is theirs to know, once, and keeps the rest in the house', async () => {
    await vi.waitFor(async () => {
      expect((await eventTypes()).filter((type) => type === 'certificate.issued')).toHaveLength(2);
    }, deadline);
    const types = await eventTypes();
    expect(types.filter((type) => type === 'temperature.excursion')).toHaveLength(1);
    expect(types.filter((type) => type === 'temperature.reading').length).toBeGreaterThan(5);
    expect(types).not.toContain('cold_chain.sealed');
    expect(types).not.toContain('geofence.entered');
  });

  it('enters the chain of custody; both certificates and the whole chain are verified offline', async () => {
    const whole = await as('demo').get(`/jobs/${run.job.id}/custody/bundle`, bundle);
    const types = whole.custody.events.map(({ type }) => type);
    expect(types.filter((type) => type === 'temperature_excursion')).toHaveLength(1);
    expect(whole.cold_chain?.certificate).toEqual(issued);
    const { code, out } = await verified(whole);
    expect(out).toContain(issued.id);
    expect(code).toBe(0);
    const told = JSON.stringify(whole).replace(
      '"minutes_out_of_range":5',
      '"minutes_out_of_range":4',
    );
    expect(await verified(JSON.parse(told))).toMatchObject({ code: 1 });
    expect(
      await verified({ ...whole, cold_chain: null }),
      'events that nobody signed for',
    ).toMatchObject({
      code: types.indexOf('temperature_excursion') < types.indexOf('delivered') ? 0 : 1,
    });
  });

  it('hands out the certified readings; one that was altered, left out or added is noticed', async () => {
    const { text } = await fetched(`/jobs/${run.job.ref}/temperature/bundle`, '*/*');
    const whole = readingsBundle.parse(JSON.parse(text));
    expect(whole.readings).toHaveLength(minutes * 2 + 1);
    const { code, out } = await verified(whole);
    expect(out).toMatch(/^VERIFIED: these are the readings that the carrier signed for/);
    expect(code).toBe(0);
    const [first, ...others] = whole.readings;
    if (!first) throw new Error('there are readings');
    for (const readings of [
      [{ ...first, temperature_c: first.temperature_c + 0.1 }, ...others],
      others,
      [first, first, ...others],
    ]) {
      const verdict = await verified({ ...whole, readings });
      expect(verdict.out).toContain('one was altered, left out or added');
      expect(verdict.code).toBe(1);
    }
    expect(await verified({ ...whole, readings: whole.readings.toReversed() })).toMatchObject({
      code: 0,
    });
  });

  it('is read as JSON, CSV and chart', async () => {
    const path = `/jobs/${run.job.id}/temperature`;
    const json = temperatureTrace.parse(JSON.parse((await fetched(path, '*/*')).text));
    expect(json).toMatchObject({ result: 'excursion', has_more: false });
    const csv = await fetched(path, 'text/csv');
    expect(csv.type).toBe('text/csv; charset=utf-8');
    expect(csv.text.trim().split('\r\n')).toHaveLength(json.readings.length + 1);
    const svg = await fetched(path, 'image/svg+xml');
    expect(svg.type).toBe('image/svg+xml');
    expect(svg.text).toContain('1 excursion, no gaps in the readings');
  });

  it('is on the tracking page for whoever has a page link, and on the certificate page', async () => {
    const { page_url } = await as('demo').get(`/jobs/${run.job.id}/temperature`, temperatureTrace);
    const page = async (url: string) =>
      (await fetch(url.replace(/^https?:\/\/[^/]*/, stage.publicUrl))).text();
    expect(await page(page_url)).toContain('1 excursion, no gaps in the readings');
    expect(await page(page_url.split('?')[0] ?? '')).not.toContain('<h2>Temperature</h2>');
    const shown = await page(issued.verify_url);
    expect(shown).toContain('This proof holds.');
    expect(shown).toContain('class="excursion"');
  });

  it('of another tenant is as absent', async () => {
    const rival = createApi(urls(), clients.rival);
    for (const path of ['', '/bundle']) {
      await expect(
        rival.get(`/jobs/${run.job.id}/temperature${path}`, anything),
      ).rejects.toMatchObject({ code: 'job_not_found' });
    }
  });
});
