/** Data minimisation: each personal value is readable only where its scope has a use for it. */
import { type Scope, tenantScopes } from '@svc/contracts';
import { expect } from 'vitest';
import { eventsOf } from './events.ts';
import type { Line } from './http.ts';
import { logsOf } from './logs.ts';
import type { Tenant } from './tenants.ts';
import type { World } from './world.ts';

/** Unlike anything else in an answer. */
export const personal = {
  recipient: 'Zanele Recipient-Mokoena',
  surname: 'Driver-Khumalo',
  position: { lat: -26.193_187, lng: 28.045_713 },
  /** In the sender's own reference, where a tenant may have written anything. */
  reference: 'Zz-Medicine 5 mg',
  /** Contact at the pickup: for the tenant that booked, the courier and the desk. */
  whom: { name: 'Zz-Night-Porter', phone: '+27 11 555 0143' },
  /** Between desk and courier: for no customer. */
  message: 'Zz-Toothache of the courier',
  /** Of the sender: for the public page, and for who sets it. */
  contact: { phone: '+27 11 555 0142', email: 'intake@zz-sender.example' },
} as const;

type What = Exclude<keyof typeof personal, 'reference'> | 'code' | 'own';
interface Known {
  id: string;
  /** Of the hand-over. */
  code: string;
  /** Once it is delivered. */
  certificate?: string;
}

/** Only here, and only for this scope. */
const allowed: readonly (readonly [path: RegExp, scope: Scope, what: readonly What[]])[] = [
  [/^GET \/jobs\/[^/]+\/pod$/, 'pod:read', ['recipient']],
  [/^GET \/jobs\/[^/]+\/custody(\/bundle)?$/, 'custody:read', ['position']],
  [/^GET \/jobs\/[^/]+\/handover-code$/, 'jobs:read', ['code']],
  [/^GET \/jobs\/[^/]+\/handover-code$/, 'jobs:write', ['code']],
  [/^GET \/tracking\//, 'tracking:read', ['position']],
  [/^GET \/jobs(\/[^/]+)?$/, 'jobs:read', ['own']],
  [/^GET \/jobs(\/[^/]+)?$/, 'jobs:write', ['own']],
  [/^GET \/jobs\/[^/]+$/, 'jobs:read', ['whom']],
  [/^GET \/jobs\/[^/]+$/, 'jobs:write', ['whom']],
  [/^GET \/policies$/, 'admin:sites', ['contact']],
  // As the API document has it: subscribers are told who took the parcels.
  [/^GET \/events/, 'webhooks:manage', ['recipient']],
];

const patterns = ({ code }: Pick<Known, 'code'>): Record<What, RegExp> => ({
  recipient: /Zanele|Recipient-Mokoena/i,
  surname: /Driver-Khumalo/i,
  // As degrees and as millionths of them.
  position: /26\.?193187|28\.?045713/,
  own: /Zz-Medicine/i,
  whom: /555 0143|Zz-Night-Porter/i,
  message: /Zz-Toothache/i,
  contact: /555 0142|zz-sender/i,
  code: new RegExp(`(?<![0-9a-zA-Z])${code}(?![0-9a-zA-Z])`),
});

const seenIn = (text: string, job: Pick<Known, 'code'>): string[] =>
  Object.entries(patterns(job)).flatMap(([what, form]) => (form.test(text) ? [what] : []));

/** Asks with every scope by itself for everything there is about a job that was collected. */
export async function expectMinimal({ stage }: World, tenant: Tenant, job: Known): Promise<void> {
  await setContact(tenant);
  const detail = JSON.parse((await tenant.send(`GET /jobs/${job.id}`)).text);
  const lines: Line[] = [
    'GET /jobs',
    `GET /jobs/${job.id}`,
    `GET /jobs/${job.id}/custody`,
    `GET /jobs/${job.id}/custody/bundle`,
    `GET /jobs/${job.id}/pod`,
    `GET /jobs/${job.id}/handover-code`,
    `GET /tracking/${detail.ref}`,
    `GET /certificates/${job.certificate ?? job.id}`,
    'GET /events?limit=100',
    'GET /sites',
    'GET /usage',
    'GET /audit-log',
    'GET /request-log',
    'GET /policies',
    'GET /quotes',
  ];
  for (const scope of tenantScopes) {
    const send = await tenant.sendWith([scope]);
    for (const line of lines) {
      const { text } = await send(line);
      const may = allowed.flatMap(([path, whose, what]) =>
        whose === scope && path.test(line) ? what : [],
      );
      const beyond = seenIn(text, job).filter((what) => !may.some((each) => each === what));
      expect(beyond, `${line} with ${scope}`).toEqual([]);
    }
  }
  // Positive control: the search finds values that may be there.
  const record = await tenant.send(`GET /jobs/${job.id}/custody`);
  expect(seenIn(record.text, job)).toEqual(['position']);
  const verify = `${stage.publicUrl}/verify/${job.certificate}`;
  const proof = job.certificate === undefined ? [] : [verify, `${verify}/bundle.json`];
  for (const url of [detail.tracking_url, ...proof]) {
    const page = await fetch(url, { headers: { accept: 'text/html' } });
    expect(page.status, url).toBe(200);
    // The job's page shows its contact, and no other of the personal values.
    const may = url === detail.tracking_url ? ['contact'] : [];
    expect(seenIn(await page.text(), job), url).toEqual(may);
  }
  await expectQuiet({ stage }, tenant, job);
}

/** Sets the contact; the tenant's other policies stay. */
async function setContact({ send }: Tenant): Promise<void> {
  const { text } = await send('GET /policies');
  const body = { ...JSON.parse(text), contact: personal.contact };
  expect((await send('PUT /policies', { body })).status).toBe(200);
}

/** Neither in what subscribers get, but for the recipient, nor in a log. */
async function expectQuiet(
  { stage }: Pick<World, 'stage'>,
  tenant: Tenant,
  job: Known,
): Promise<void> {
  for (const { type, data } of await eventsOf(stage, tenant.id)) {
    const may = type === 'delivery.completed' ? ['recipient'] : [];
    expect(seenIn(JSON.stringify(data), job), type).toEqual(may);
  }
  for (const line of await logsOf(stage)) expect(seenIn(line, job), line).toEqual([]);
}
