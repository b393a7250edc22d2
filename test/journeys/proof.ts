import {
  type Bundle,
  bookedJob,
  bundle,
  certificate,
  custodyRecord,
  jobDetail,
  jobs,
  pod,
  trackingRecord,
} from '@svc/contracts';
import { until } from '@svc/devnet';
import { parsePolicy } from '@svc/proof/log/policy';
import { verifyBundle } from '@svc/proof/verify/bundle';
import { checkSignature, type Trust } from '@svc/proof/verify/certificate';
import { chainFault } from '@svc/proof/verify/chain';
import { verifyPublicProof } from '@svc/proof/verify/public-proof';
import { expect, it } from 'vitest';
import { assignTo, fileImage, newCarrier, reach, reportMilestone } from './carrier.ts';
import { noProof, seal } from './desk.ts';
import { eventsOf, feedOf } from './events.ts';
import { outcomeOf, resource } from './http.ts';
import { expectMinimal, personal } from './minimisation.ts';
import { isLogged, offlineVerdict } from './offline-verdict.ts';
import { projected } from './projection.ts';
import { bookingOf, type Tenant } from './tenants.ts';
import type { Given, World } from './world.ts';

const required = { requirements: { ...noProof, otp: true, signature: true } };
const { recipient, position } = personal;

/** Expected events of the job, by their reader. */
const expectedTypes = {
  jobs: [
    'job.created',
    'job.assigned',
    'driver.en_route',
    'pickup.arriving',
    'pickup.completed',
    'job.updated',
    'custody.scanned',
    'delivery.arriving',
    'delivery.completed',
  ],
  custody: ['pod.available', 'certificate.issued'],
  chain: ['booked', 'assigned', 'collected', 'departed', 'scanned', 'delivered'],
};

export function proofJourneys(given: Given): void {
  it('a job is proved from its booking to a bundle that anybody can verify', async () => {
    const world = given();
    const [tenant, rival] = await Promise.all([world.tenant(), world.tenant()]);
    const { send } = tenant;
    const { reference, whom } = personal;
    const instructions = { note: `Ask for ${whom.name}`, dropoff_contact: whom };
    const body = { ...bookingOf(tenant), ...required, reference, ...instructions };
    const booked = resource(await send('POST /jobs', { key: 'a', body }), 201, bookedJob);
    const code = await bring(world, tenant, booked.id);

    const chain = await proved(world, tenant, booked.id);
    expect(chain.certificate?.custody).toEqual({
      events: expectedTypes.chain.length,
      seal,
      chain_hash: chain.custody.chain_hash,
    });
    const detail = resource(await send(`GET /jobs/${booked.ref}`), 200, jobDetail);
    expect(detail).toMatchObject({
      status: 'delivered',
      seal,
      custody_events: expectedTypes.chain.length,
    });
    const url = detail.certificate_url ?? '';
    const found = await send(`GET /${url.replace(`${world.stage.publicUrl}/v1/`, '')}`);
    expect(resource(found, 200, certificate).id).toBe(chain.id);
    await expectEvents(world, tenant, booked.id);
    await expectMinimal(world, tenant, { id: booked.id, code, certificate: chain.id });

    for (const key of [booked.id, booked.ref]) {
      for (const path of ['custody', 'custody/bundle', 'pod', 'handover-code'] as const) {
        expect(outcomeOf(await rival.send(`GET /jobs/${key}/${path}`))).toBe('404 job_not_found');
      }
    }
    for (const key of [booked.id, booked.ref, chain.id]) {
      const answer = await rival.send(`GET /certificates/${key}`);
      expect(outcomeOf(answer)).toBe('404 certificate_not_found');
    }
    expect(await eventsOf(world.stage, rival.id)).toEqual([]);
  });
}

/** From assignment to delivery, told by the driver's device; answers the handover code. */
async function bring(world: World, tenant: Tenant, id: string): Promise<string> {
  const { send } = tenant;
  const carrier = await newCarrier(world);
  const courier = await carrier.courier({ first_name: 'Thandi', last_name: personal.surname });
  const other = await carrier.courier();
  expect(outcomeOf(await send(`GET /jobs/${id}/handover-code`))).toBe('409 invalid_transition');
  await assignTo(carrier, id, courier);
  expect(outcomeOf(await reportMilestone(other.send, id, { type: 'depart' }))).toBe(
    '404 job_not_found',
  );
  expect(outcomeOf(await reportMilestone(send, id, { type: 'depart' }))).toBe(
    '403 insufficient_scope',
  );
  const message = { body: { text: personal.message } };
  for (const [{ send: write }, side] of [
    [carrier, 'ops'],
    [courier, 'courier'],
  ] as const) {
    expect((await write(`POST /${side}/jobs/${id}/messages`, message)).status).toBe(201);
  }
  const step = (...steps: Parameters<typeof reach>[2]) => reach(courier.send, id, steps);

  await step({ type: 'depart', position }, 'en_route_pickup', 'driver.en_route');
  await step({ type: 'arriving', eta_minutes: 5 }, 'en_route_pickup', 'pickup.arriving');
  const box = { parcels_scanned: 1, box_temperature_c: 4.2 };
  await step({ type: 'collect', seal, ...box, position }, 'collected', 'pickup.completed');
  await step({ type: 'depart' }, 'in_transit', 'job.updated');
  await step({ type: 'scan', location: 'Depot', seal }, 'in_transit', 'custody.scanned');
  await step({ type: 'arriving', eta_minutes: 3 }, 'in_transit', 'delivery.arriving');
  const { ref } = resource(await send(`GET /jobs/${id}`), 200, jobDetail);
  expect(resource(await send(`GET /tracking/${ref}`), 200, trackingRecord)).toMatchObject({
    status: 'in_transit',
    driver: { first_name: 'Thandi' },
    vehicle: { registration: courier.registration },
  });

  expect(outcomeOf(await send(`GET /jobs/${id}/pod`))).toBe('409 pod_pending');
  expect(outcomeOf(await send(`GET /certificates/${id}`))).toBe('409 certificate_pending');
  const response = await send(`GET /jobs/${id}/handover-code`);
  const { code } = resource(response, 200, jobs.actions.handoverCode.output);
  await expectMinimal(world, tenant, { id, code });
  const signature = await fileImage(courier.send, id, 'signature');
  const handOver = { type: 'deliver', recipient, seal, position } as const;
  expect(outcomeOf(await reportMilestone(courier.send, id, handOver))).toBe('422 proof_required');
  const proof = { ...handOver, handover_code: code, signature_file_id: signature.id };
  const wrong = { ...proof, handover_code: code === '000000' ? '000001' : '000000' };
  expect(outcomeOf(await reportMilestone(courier.send, id, wrong))).toBe(
    '422 invalid_handover_code',
  );
  await step(proof, 'delivered', 'delivery.completed');
  return code;
}

/** Record, proof and certificate, each held against the others, and the bundle of them. */
export async function proved(
  { stage }: World,
  { send }: Tenant,
  id: string,
): Promise<Bundle & { id: string }> {
  await projected(stage, id);
  const record = resource(await send(`GET /jobs/${id}/custody`), 200, custodyRecord);
  expect(chainFault(record)).toBeUndefined();
  const issued = resource(await send(`GET /certificates/${id}`), 200, certificate);
  const byId = await send(`GET /certificates/${issued.id}`);
  expect(JSON.parse(byId.text)).toEqual(issued);
  expect(issued.verify_url).toBe(`${stage.publicUrl}/verify/${issued.id}`);

  const found = await fetch(`${stage.publicUrl}/.well-known/certificate-keys.json`);
  const jwks = JSON.parse(await found.text());
  const jose = await send(`GET /certificates/${id}`, { headers: { accept: 'application/jose' } });
  expect(jose.headers.get('content-type')).toBe('application/jose');
  const signed = await checkSignature(jose.text, [], { jwks });
  expect(signed).toMatchObject({ signature: 'ok', payload: { id: issued.id, job_id: id } });

  const whole = resource(await send(`GET /jobs/${id}/custody/bundle`), 200, bundle);
  expect(whole).toMatchObject({ custody: record, certificate: issued, certificate_jws: jose.text });
  // The world's watermark keeps the trace open: the cold chain is not shown, and no more is wrong.
  expect(await verifyBundle(whole, { jwks })).toMatchObject({
    outcome: 'cold_chain_not_shown',
    certificate: { signature: 'ok', matches_chain: true },
    texts: { absent: 0 },
    faults: [],
  });
  const altered = structuredClone(whole);
  altered.custody.events.splice(1, 1);
  expect(await verifyBundle(altered, { jwks })).toMatchObject({ verified: false });
  await expectPublicProof(issued.verify_url, { jwks });
  await expectLogged({ stage, send }, id, { jwks });
  return { ...whole, id: issued.id };
}

/** Within seconds the log proves chain, certificate and key, under the policy that the log itself states. */
async function expectLogged(
  { stage, send }: Pick<World, 'stage'> & Pick<Tenant, 'send'>,
  id: string,
  { jwks }: Required<Pick<Trust, 'jwks'>>,
): Promise<void> {
  const answer = await fetch(`${stage.publicUrl}/log/policy`);
  const policy = parsePolicy(await answer.text());
  const logged = await until(
    async () => {
      const whole = resource(await send(`GET /jobs/${id}/custody/bundle`), 200, bundle);
      const { log } = await verifyBundle(whole, { jwks, policy });
      return log.status === 'proved' ? { log, whole } : undefined;
    },
    { timeoutMs: 60_000, everyMs: 250, what: 'a checkpoint that covers the certificate' },
  );
  const { log, whole } = logged;
  expect(log).toMatchObject({ faults: [], missing: [] });
  expect(log.handovers.map(({ type }) => type)).toContain('delivered');
  const { code, out } = await offlineVerdict(stage.publicUrl, whole);
  expect(out).toMatch(/^COLD CHAIN NOT SHOWN: custody is verified/);
  expect(out).toMatch(isLogged);
  expect(code).toBe(2);
}

async function expectPublicProof(
  verifyUrl: string,
  { jwks }: Required<Pick<Trust, 'jwks'>>,
): Promise<void> {
  const page = await fetch(verifyUrl, { headers: { accept: 'text/html' } });
  expect(page.status).toBe(200);
  const data = await fetch(`${verifyUrl}/bundle.json`);
  const proof = JSON.parse(await data.text());
  expect(proof).toMatchObject({ chain_intact: true });
  const verdict = await verifyPublicProof(proof, { jwks });
  expect(verdict).toMatchObject({ outcome: 'contents_withheld', faults: [] });
}

async function expectEvents(world: World, tenant: Tenant, id: string): Promise<void> {
  const { send } = tenant;
  const record = resource(await send(`GET /jobs/${id}/custody`), 200, custodyRecord);
  expect(record.events.map(({ type }) => type)).toEqual(expectedTypes.chain);
  const proof = resource(await send(`GET /jobs/${id}/pod`), 200, pod);
  expect(proof).toMatchObject({ recipient, otp_verified: true, photo_url: null });
  const signature = await fetch(proof.signature_url ?? '');
  expect(signature.headers.get('content-type')).toBe('image/png');
  expect(await signature.text()).toContain(`signature of ${id}`);

  const own = (await eventsOf(world.stage, tenant.id)).filter(({ job_id }) => job_id === id);
  expect(own.map(({ type }) => type)).toEqual([...expectedTypes.jobs, ...expectedTypes.custody]);
  const feed = await feedOf(tenant, id, own.length);
  expect(feed.map(({ type }) => type).toSorted()).toEqual(own.map(({ type }) => type).toSorted());
}
