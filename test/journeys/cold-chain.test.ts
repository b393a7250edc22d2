import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  bundle,
  type Certificate,
  jobDetail,
  readingsBundle,
  temperatureTrace,
  trackingRecord,
} from '@svc/contracts';
import { type HeldClock, heldClock } from '@svc/kit/clock';
import { type LiveCredentials, seedCredentials } from '@svc/local/seed';
import { type Api, createApi } from '@svc/simulators/api';
import { findColdChain, type VehicleRun } from '@svc/simulators/fleet/jobs';
import { registerProvider } from '@svc/simulators/fleet/provider';
import { runFleet } from '@svc/simulators/fleet/run';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type Stage, startStage } from './environment.ts';
import { isLogged, offlineVerdict } from './offline-verdict.ts';

const probe = 'fleet-probe-1';
const deadline = { timeout: 60_000, interval: 50 };

let stage: Stage;
let clock: HeldClock;
let clients: LiveCredentials['clients'];
let folder: string;
let job: VehicleRun['job'];
let issued: Certificate;
const lines: string[] = [];

const urls = () => ({ live: { base_url: stage.baseUrl }, auth: { auth_url: stage.publicUrl } });
/** With a token of this moment: the clock of the test leaves old ones behind. */
const as = (who: 'operator' | 'demo'): Api => createApi(urls(), clients[who]);

beforeAll(async () => {
  clock = heldClock('2026-11-02T09:00:00.000Z');
  folder = await mkdtemp(join(tmpdir(), 'cold-chain-'));
  stage = await startStage({ clock, env: { SVC_TELEMETRY_POLL_MS: '20' } });
  ({ clients } = await seedCredentials(stage.transport, undefined));
  job = await drivenAndDelivered();
  issued = await vi.waitFor(async () => {
    const found = await findColdChain(as('demo'), { job });
    if (!found) throw new Error('no certificate of the cold chain yet');
    return found;
  }, deadline);
});
afterAll(async () => {
  await stage?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Ten minutes on the road, too warm in the middle; batches come twice and overtake each other. */
async function drivenAndDelivered(): Promise<VehicleRun['job']> {
  const desk = as('operator');
  const provider = await registerProvider({
    desk,
    urls: urls(),
    clock: () => clock.now().getTime(),
  });
  await runFleet(
    {
      vehicles: 1,
      rate: 6,
      minutes: 9.5,
      seed: 7,
      fault: ['excursion', 'duplicates', 'out-of-order'],
    },
    {
      desk,
      sender: as('demo'),
      provider,
      now: () => clock.now(),
      // The road's time passes at once; what it sets off needs a moment of ours.
      pause: async (ms) => {
        clock.advanceMs(ms);
        await pause(ms > 5_000 ? 10 : 60);
      },
      log: (line) => lines.push(line),
    },
  );
  const list = z.object({ data: z.array(z.object({ id: z.string(), ref: z.string() })) });
  const { data } = await as('demo').get('/jobs?status=delivered', list);
  const [job] = data;
  if (!job) throw new Error('a job was delivered');
  return job;
}

const anything = z.record(z.string(), z.unknown());
const eventTypes = async (): Promise<string[]> => {
  const page = z.object({ data: z.array(z.object({ type: z.string(), job_id: z.string() })) });
  const { data } = await as('demo').get('/events?limit=100', page);
  return data.filter(({ job_id }) => job_id === job.id).map(({ type }) => type);
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

const cli = fileURLToPath(new URL('../../packages/proof/src/verify/cli.ts', import.meta.url));
/** As `npm run proof -- verify` does, under the keys that the carrier publishes. */
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
  it('is driven by the simulated fleet, whose batches count once', () => {
    expect(lines.find((line) => line.startsWith('readings:'))).toMatch(
      /^readings: (\d+) accepted, \1 duplicates, 0 rejected$/,
    );
  });

  it('ends in a certificate that says what the probes told', () => {
    expect(issued).toMatchObject({
      type: 'proof_of_cold_chain',
      job_id: job.id,
      related: [expect.stringMatching(/^POC-/)],
      cold_chain: {
        range_c: [2, 8],
        coverage: 1,
        gaps: [],
        excursions: [{ device_id: probe, minutes: 5 }],
        sensors: [{ device_id: probe, calibrated_until: '2099-12-31' }],
        result: 'excursion',
      },
    });
    expect(issued.cold_chain?.max_c).toBeGreaterThan(8);
  });

  it('tells subscribers what is theirs to know, once, and keeps the rest in the house', async () => {
    // Events of two producers, each of which the feed takes at its own pace.
    const types = await vi.waitFor(async () => {
      const found = await eventTypes();
      const countOf = (type: string) => found.filter((each) => each === type).length;
      expect(countOf('certificate.issued')).toBe(2);
      expect(countOf('temperature.excursion')).toBe(1);
      expect(countOf('temperature.reading')).toBeGreaterThan(5);
      return found;
    }, deadline);
    expect(types).not.toContain('cold_chain.sealed');
    expect(types).not.toContain('geofence.entered');
  });

  it('enters the chain of custody; both certificates and the whole chain are verified offline', async () => {
    const whole = await as('demo').get(`/jobs/${job.id}/custody/bundle`, bundle);
    const types = whole.custody.events.map(({ type }) => type);
    expect(types.filter((type) => type === 'temperature_excursion')).toHaveLength(1);
    expect(whole.cold_chain?.certificate).toEqual(issued);
    const { code, out } = await verified(whole);
    expect(out).toContain(issued.id);
    expect(code).toBe(0);
    const changed = JSON.stringify(whole).replace(
      '"minutes_out_of_range":5',
      '"minutes_out_of_range":4',
    );
    expect(await verified(JSON.parse(changed))).toMatchObject({ code: 1 });
  });

  it('ends with an offline verdict that everything is proved to be logged', async () => {
    const { out } = await vi.waitFor(async () => {
      const whole = await as('demo').get(`/jobs/${job.id}/custody/bundle`, bundle);
      const verdict = await offlineVerdict(stage.publicUrl, whole);
      expect(verdict.code).toBe(0);
      return verdict;
    }, deadline);
    expect(out).toMatch(/^VERIFIED/);
    expect(out).toMatch(isLogged);
  });

  it('stands in the tracking record, and custody_events is the length of the chain', async () => {
    // Timeline and count are kept by jobs, by a consumer of its own.
    await vi.waitFor(async () => {
      const record = await as('demo').get(`/tracking/${job.ref}`, trackingRecord);
      const notes = record.events.filter(({ type }) => type === 'temperature_excursion');
      expect(notes).toMatchObject([{ note: 'Temperature out of range for 5 minutes' }]);
    }, deadline);
    const { custody } = await as('demo').get(`/jobs/${job.id}/custody/bundle`, bundle);
    const { custody_events } = await as('demo').get(`/jobs/${job.id}`, jobDetail);
    expect(custody_events).toBe(custody.events.length);
  });

  it('cannot be taken out of the bundle unseen, together with what it covers alone', async () => {
    const whole = await as('demo').get(`/jobs/${job.id}/custody/bundle`, bundle);
    const events = whole.custody.events.slice(0, whole.certificate?.custody.events);
    const chain_hash = events.at(-1)?.hash ?? '';
    const custody = { ...whole.custody, events, chain_hash };
    const cut = { ...whole, custody, cold_chain: null };
    const { code, out } = await verified({ ...cut, log: null });
    expect(out).toMatch(/^COLD CHAIN NOT SHOWN/);
    expect(code).toBe(2);
    expect(await verified(cut)).toMatchObject({
      code: 1,
      out: expect.stringContaining('left out'),
    });
  });

  it('hands out data of its page that the verifier knows as a public proof', async () => {
    const proof = await (await fetch(`${stage.publicUrl}/verify/${issued.id}/bundle.json`)).json();
    const { code, out } = await verified(proof);
    expect(out).toMatch(/^SIGNATURE AND LINKS HOLD/);
    expect(code).toBe(4);
  });

  it('hands out the certified readings; one that was altered is noticed', async () => {
    const { text } = await fetched(`/jobs/${job.ref}/temperature/bundle`, '*/*');
    const whole = readingsBundle.parse(JSON.parse(text));
    expect(whole.readings.length).toBeGreaterThan(50);
    const { code, out } = await verified(whole);
    expect(out).toMatch(/^VERIFIED: these are the readings that the carrier signed for/);
    expect(code).toBe(0);
    const [first, ...others] = whole.readings;
    if (!first) throw new Error('there are readings');
    const readings = [{ ...first, temperature_c: first.temperature_c + 0.1 }, ...others];
    const altered = await verified({ ...whole, readings });
    expect(altered.out).toContain('one was altered, left out or added');
    expect(altered.code).toBe(1);
  });

  it('is read as JSON, CSV and chart', async () => {
    const path = `/jobs/${job.id}/temperature`;
    const json = temperatureTrace.parse(JSON.parse((await fetched(path, '*/*')).text));
    expect(json).toMatchObject({ result: 'excursion', has_more: false });
    const csv = await fetched(path, 'text/csv');
    expect(csv.type).toBe('text/csv; charset=utf-8');
    expect(csv.text.trim().split('\r\n')).toHaveLength(json.readings.length + 1);
    const svg = await fetched(path, 'image/svg+xml');
    expect(svg.type).toBe('image/svg+xml');
    expect(svg.text).toContain('1 excursion, no gaps in the readings');
  });

  it('is on the tracking page for every holder of a page link, and on the certificate page', async () => {
    const { page_url } = await as('demo').get(`/jobs/${job.id}/temperature`, temperatureTrace);
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
      await expect(rival.get(`/jobs/${job.id}/temperature${path}`, anything)).rejects.toMatchObject(
        { code: 'job_not_found' },
      );
    }
  });
});
