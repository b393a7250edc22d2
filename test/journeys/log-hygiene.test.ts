import { bookedJob, roleScopes, user } from '@svc/contracts';
import { until } from '@svc/devnet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignTo, fileImage, newCarrier, reportMilestone } from './carrier.ts';
import { noProof, seal } from './desk.ts';
import { canRun, type Stage, startStage } from './environment.ts';
import { createSend, outcomeOf, resource } from './http.ts';
import { logsOf } from './logs.ts';
import { projected } from './projection.ts';
import { bookingOf, clientsOf, fetchToken, newTenant, type Tenant } from './tenants.ts';

const topology = 'a process per service';

/** Values in clients' requests, each unlike anything else in a log. */
const personal = {
  email: 'nomsa.dlamini@hygiene.example',
  name: 'Nomsa Hygiene Dlamini',
  address: '17 Hygiene Crescent',
  lat: -26.193_184_5,
  lng: 28.045_717_3,
  reason: 'The hygiene patient has moved',
  reference: 'HYGIENE-PO-1',
  cost_centre: 'HYGIENE-CC-1',
  ward: 'hygiene ward 7',
  key: 'hygiene-idempotency-key-1',
  recipient: 'Hygiene Recipient',
  surname: 'Hygiene-Driver',
  note: 'Hygiene gate is blue',
  door: 'Hygiene door is at the back',
  whom: 'Hygiene Night Porter',
  phone: '+27 11 555 9731',
  incident: 'Hygiene parcel was wet',
  message: 'Hygiene tooth hurts',
  hook: 'hygiene-hook-path',
  seen: -26.283_184,
  phone_at: -26.217_391,
  badKey: `svc_live_key_${'0'.repeat(26)}_HYGIENE`,
  badToken: 'hygiene.bad.token',
  badPassword: 'hygiene-wrong-secret',
  subject: 'hygiene-subject-1',
  browser: 'Hygiene Browser',
};

describe.skipIf(!canRun(topology))('the logs of all processes, at the level trace,', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage({ topology, env: { SVC_LOG_LEVEL: 'trace' } });
  });
  afterAll(() => stage.stop());

  it('hold none of what clients send, own or are', async () => {
    const tenant = await newTenant(stage);
    const token = await fetchToken(stage, tenant, [
      ...roleScopes.viewer,
      'jobs:write',
      'admin:users',
      'admin:sites',
    ]);
    const { api_key } = await clientsOf(stage, tenant.id).accounts.createApiKey({ name: 'Desk' });
    const send = createSend(stage.baseUrl, { authorization: `Bearer ${token}` });
    const { email, name, address, lat, lng, reason, reference, cost_centre, ward, key } = personal;

    const person = { email, name, role: 'viewer' };
    const { id } = resource(await send('POST /users', { body: person, key }), 201, user);
    const { subject, browser } = personal;
    const claims = { issuer: 'https://id.example', subject, browser, email, email_verified: true };
    const people = clientsOf(stage, '').accounts;
    const members = clientsOf(stage, tenant.id).accounts;
    const { token: invitation } = await members.renewInvitation({ id });
    const { token: sessionToken } = await people.acceptInvitation({ ...claims, token: invitation });
    await people.findPerson({ token: sessionToken });
    const place = { name, type: 'clinic', address, position: { lat, lng } };
    expect((await send('POST /sites', { body: place })).status).toBe(201);
    const { door: note, whom, phone } = personal;
    const instructions = { note, dropoff_contact: { name: whom, phone } };
    const labels = { reference, cost_centre, metadata: { ward } };
    const body = { ...bookingOf(tenant), ...labels, ...instructions };
    const job = resource(await send('POST /jobs', { body, key }), 201, bookedJob);
    await send('POST /jobs', { body, key });
    await createSend(stage.baseUrl, { 'x-api-key': api_key })(`GET /tracking/${job.ref}`);
    await send(`GET /jobs?reference=${reference}`);
    await send(`POST /jobs/${job.ref}/cancel`, { body: { reason } });

    const handedOver = await handOver(tenant);

    // Refused requests are logged with more words.
    expect(outcomeOf(await send('POST /users', { body: person }))).toBe('409 email_taken');
    await send('POST /users', { body: { ...person, email: `${email}, ${email}`, role: name } });
    await send('POST /sites', { raw: `{"name":"${name}","position":{"lat":${lat}` });
    await createSend(stage.baseUrl, { 'x-api-key': personal.badKey })('GET /jobs');
    await createSend(stage.baseUrl, { authorization: `Bearer ${personal.badToken}` })('GET /jobs');
    const wrong = {
      grant_type: 'client_credentials',
      client_id: tenant.clientId,
      client_secret: personal.badPassword,
    };
    await fetch(`${stage.publicUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams(wrong),
    });
    const other = { ...claims, subject: `${subject}-other` };
    await expect(people.signIn(other)).rejects.toThrow('unknown_person');
    await failOnPurpose(['accounts.session', 'accounts.tenant_user', 'accounts.site', 'jobs.job']);
    const faults = [
      await send(`PATCH /users/${id}`, { body: { email: `x${email}` } }),
      await send('POST /users', { body: { ...person, email: `y${email}` } }),
      await send('POST /sites', { body: place }),
      await send('POST /jobs', { body, key: `${key}-again` }),
    ];
    expect(faults.map(outcomeOf)).toEqual(Array.from({ length: 4 }, () => '500 internal'));

    await expect(people.signIn(claims)).rejects.toThrow();

    const secrets = {
      ...personal,
      ...handedOver,
      token,
      signature: token.split('.')[2],
      'client secret': tenant.clientSecret,
      'API key': api_key,
      'session token': sessionToken,
      invitation,
      "the API key's secret": api_key.split('_').at(-1),
      'tracking link': job.tracking_url.split('/').at(-1),
      'job reference': job.ref,
      'master secret': stage.settings.secret,
    };
    const lines = await until(whole, { timeoutMs: 60_000, what: 'the logs to be written' });
    for (const [what, secret] of Object.entries(secrets)) {
      const found = lines.filter((line) => line.includes(String(secret)));
      expect(found, what).toEqual([]);
    }
    // They are the right files: what may be told is there.
    expect(lines.filter((line) => line.includes('"msg":"request"')).length).toBeGreaterThan(15);
    expect(lines.some((line) => line.includes(tenant.id))).toBe(true);
  });

  /** A job from assignment to its proof, with all that people tell about it; answers what is secret. */
  const handOver = async (tenant: Tenant) => {
    const carrier = await newCarrier({ stage, observe: () => undefined });
    const courier = await carrier.courier({ first_name: 'Thandi', last_name: personal.surname });
    const { send } = tenant;
    const hook = { url: `http://127.0.0.1:9/${personal.hook}`, events: ['*'] };
    const registered = JSON.parse((await send('POST /webhooks', { body: hook })).text);
    const body = { ...bookingOf(tenant), requirements: { ...noProof, otp: true, photo: true } };
    const { id, tracking_url } = resource(
      await send('POST /jobs', { body, key: 'handed over' }),
      201,
      bookedJob,
    );
    await assignTo(carrier, id, courier);
    const spoken = { note: personal.note, position: { lat: personal.seen, lng: personal.lng } };
    const box = { parcels_scanned: 1, box_temperature_c: 4.2 };
    await reportMilestone(courier.send, id, { type: 'collect', seal, ...box, ...spoken });
    const report = async (lat: unknown) => {
      const at = new Date().toISOString();
      const body = { positions: [{ at, position: { lat, lng: personal.lng } }] };
      return (await courier.send('POST /courier/positions', { body })).status;
    };
    await expect.poll(() => report(personal.phone_at)).toBe(202);
    expect(await report(String(personal.phone_at))).toBe(400);
    const { code } = JSON.parse((await send(`GET /jobs/${id}/handover-code`)).text);
    const photo = await fileImage(courier.send, id, 'photo');
    const { recipient, incident: description } = personal;
    const proof = { handover_code: code, photo_file_id: photo.id, ...spoken };
    const delivered = await reportMilestone(courier.send, id, {
      type: 'deliver',
      seal,
      recipient,
      ...proof,
    });
    expect(delivered.status, delivered.text).toBe(200);
    await projected(stage, id);
    const incident = { job_id: id, category: 'delay', severity: 'low', description };
    await carrier.send('POST /ops/incidents', { body: incident });
    const message = { body: { text: personal.message } };
    const sent = [
      await carrier.send(`POST /ops/jobs/${id}/messages`, message),
      await courier.send(`POST /courier/jobs/${id}/messages`, message),
      // Refused requests are logged with more words.
      await carrier.send(`POST /ops/jobs/${id}/messages`, {
        body: { text: `${personal.message}\n` },
      }),
    ];
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 400]);
    const { photo_url } = JSON.parse((await send(`GET /jobs/${id}/pod`)).text);
    for (const url of [photo_url, tracking_url]) expect((await fetch(url)).status).toBe(200);
    return {
      'handover code': `"${code}"`,
      'link to a photo': photo_url.split('/').at(-1),
      'link to a job': tracking_url.split('/').at(-1),
      'signing secret': registered.secret,
    };
  };

  /** With the last four requests, by the gateway and by who failed at them, and the last sign-in. */
  const whole = async (): Promise<string[] | undefined> => {
    const lines = await allLines();
    const count = (text: string) => lines.filter((line) => line.includes(text)).length;
    return count('"status":500') === 4 && count('action internal') === 5 ? lines : undefined;
  };

  /** Every new or changed row violates a constraint, in words of Postgres' own. */
  const failOnPurpose = async (tables: readonly string[]) => {
    for (const table of tables) {
      await stage.owner.query(
        `alter table ${table} add constraint on_purpose check (tenant_id = '') not valid`,
      );
    }
  };

  const allLines = async () => {
    const lines = await logsOf(stage);
    expect(lines.filter((line) => line.includes('"msg":"ready"')).length).toBeGreaterThanOrEqual(7);
    return lines;
  };
});
