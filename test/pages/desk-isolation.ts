/** Isolation of tenants at the desk: what is another's, asked for by every page, file and form. */
import { accounts, billing, jobs, webhooks } from '@svc/contracts';
import { filled } from '@svc/desk/address/path';
import type { DeskRoute } from '@svc/desk/route/route';
import { until } from '@svc/devnet';
import { createClients } from '@svc/kit/client';
import type { Page } from 'playwright-core';
import { formExamples } from '../../desk/test/form-examples.ts';
import { hiddenFields } from '../../desk/test/markup.ts';
import { deliver, deskOf, noProof } from '../journeys/desk.ts';
import type { Stage } from '../journeys/environment.ts';
import { bookingOf, newTenant } from '../journeys/tenants.ts';
import type { DeskStage } from './desk-visitor.ts';
import { deadlineMs } from './page-view.ts';

/** In every text that the other organisation entered. */
const marker = `Rival ${crypto.randomUUID().slice(0, 8)}`;
const held_scopes = ['jobs:read' as const];

export interface Rival {
  /** By the first segment of the path: what its `{id}` names. */
  ids: Readonly<Record<string, string>>;
  eventId: string;
  /** No answer may have one of them. */
  texts: readonly string[];
  /** All that it has, to be compared. */
  snapshot(): Promise<string>;
}

export async function newRival(stage: Stage): Promise<Rival> {
  const tenant = await newTenant(stage);
  const meta = { tenant: tenant.id, actor: 'test', requestId: 'test' };
  const own = createClients({ accounts, billing, jobs, webhooks }, stage.transport, meta);
  const site = await own.accounts.createSite({
    ...{ name: marker, type: 'clinic', position: { lat: -26.2, lng: 28 } },
  });
  const user = await own.accounts.createUser({
    ...{ name: marker, email: `${crypto.randomUUID()}@rival.example`, role: 'viewer' },
  });
  const client = await own.accounts.addClient({ name: marker, scopes: held_scopes, held_scopes });
  const key = await own.accounts.addApiKey({ name: marker, held_scopes });
  const url = `https://${marker.toLowerCase().replace(' ', '-')}.example/hook`;
  const endpoint = await own.webhooks.create({ url, events: ['*'] });
  const booking = { ...bookingOf(tenant), requirements: noProof, reference: marker, note: marker };
  const job = await own.jobs.book(booking);
  await deliver(deskOf(stage), job.id);
  const first = async <T>(read: () => Promise<{ data: T[] }>, what: string): Promise<T> =>
    until(async () => (await read()).data[0], { timeoutMs: deadlineMs, what });
  const invoice = await first(() => own.billing.listInvoices({}), 'an invoice of the rival');
  const event = await first(() => own.webhooks.listEvents({}), 'an event of the rival');
  const snapshot = async () =>
    JSON.stringify([
      (await own.accounts.listSites({})).data,
      (await own.accounts.listUsers({})).data,
      // Uses are recorded seconds later, by batches.
      (await own.accounts.listClients({})).data.map(unused),
      (await own.accounts.listApiKeys({})).data.map(unused),
      (await own.webhooks.list({})).data.map(({ id, url: to, status, events }) => [
        id,
        to,
        status,
        events,
      ]),
      // Its certificate is issued meanwhile.
      (await own.jobs.list({})).data.map(({ id, status, reference }) => [id, status, reference]),
    ]);
  return {
    ids: {
      ...{ jobs: job.id, reception: job.id, sites: site.id, people: user.id, clients: client.id },
      ...{ keys: key.id, webhooks: endpoint.id, invoices: invoice.id, events: event.id },
      ...{ sessions: 'ses_01KAK7QW3ZC5V8M2N4P6R8T0XA', desk: job.id },
    },
    eventId: event.id,
    texts: [marker, url, job.ref, user.email],
    snapshot,
  };
}

/** The path with what it names taken from the other organisation. */
export const foreignPath = (path: string, { ids, eventId }: Rival): string =>
  filled(path, (name) => (name === 'event_id' ? eventId : (ids[path.split('/')[1] ?? ''] ?? 'x')));

const unused = (credential: object) => ({
  ...credential,
  ...{ last_used_at: null, secret_last_used_at: null },
});

/** Entries that pages fill in. */
const filledIn = { version: '1', time_zone: 'Africa/Johannesburg' };

interface Answered {
  status: number;
  text: string;
}

/** Asks as the person who is signed in to this browser, as the browser would. */
export function requestsOf(page: Page, { url }: Pick<DeskStage, 'url'>) {
  const headersOf = async () => {
    const cookies = await page.context().cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    return { cookie, origin: url, 'sec-fetch-site': 'same-origin' };
  };
  const answered = async (response: Response): Promise<Answered> => ({
    status: response.status,
    text: await response.text(),
  });
  return async ({ kind, path }: DeskRoute, target: string): Promise<Answered> => {
    const headers = await headersOf();
    const redirect = 'manual' as const;
    if (kind !== 'form') return answered(await fetch(url + target, { headers, redirect }));
    const start = await (await fetch(url, { headers })).text();
    const { fields } = formExamples.find((each) => each.path === path) ?? {};
    const hidden = { ...hiddenFields(start, '/sign-out'), _key: crypto.randomUUID() };
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...filledIn, ...hidden, ...fields })) {
      for (const each of [value].flat()) body.append(name, each);
    }
    return answered(await fetch(url + target, { method: 'POST', headers, redirect, body }));
  };
}
