/** Labels and papers as a client fetches them, read by other programs. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bookedJob, labelSet } from '@svc/contracts';
import { readWithDmtx, readWithZbar, readWithZxing, renderPdf } from '@svc/devnet';
import { readParcelCode } from '@svc/text/codes/parcel-code';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { keepPicture } from '../pages/screenshot.ts';
import { deliver, deskOf, noProof } from './desk.ts';
import type { Stage } from './environment.ts';
import { resource } from './http.ts';
import { projected } from './projection.ts';
import { bookingOf, clientsOf, fetchToken, newTenant, type Tenant } from './tenants.ts';
import { shared } from './worker-stages.ts';

const sites = [
  {
    name: 'North clinic',
    type: 'clinic',
    address: '1 Main Road, Johannesburg',
    position: { lat: -26.2041, lng: 28.0473 },
  },
  {
    name: 'Central laboratory',
    type: 'lab',
    address: '14 Long Street, Midrand',
    position: { lat: -25.7479, lng: 28.2293 },
  },
] as const;

describe('labels and papers', () => {
  let dir: string;
  let stage: Stage;
  let tenant: Tenant;
  let token: string;
  shared.beforeAll(async ({ live }) => {
    dir = await mkdtemp(join(tmpdir(), 'papers-'));
    stage = live;
    tenant = await newTenant(stage, { name: 'Northside Clinics' });
    tenant = { ...tenant, ...(await newSites()) };
    token = await fetchToken(stage, tenant, ['jobs:read', 'pod:read']);
  });
  afterAll(() => rm(dir, { recursive: true }));

  const newSites = async () => {
    const { accounts } = clientsOf(stage, tenant.id);
    const [pickup, dropoff] = await Promise.all(sites.map((site) => accounts.createSite(site)));
    return { pickup: pickup?.id ?? '', dropoff: dropoff?.id ?? '' };
  };
  const book = async (parcels = 1) => {
    const body = { ...bookingOf(tenant), parcels, requirements: noProof, reference: 'PO-4711' };
    return resource(
      await tenant.send('POST /jobs', { key: crypto.randomUUID(), body }),
      201,
      bookedJob,
    );
  };
  /** The bytes of a document, over HTTP. */
  const fetched = async (path: string, accept: string): Promise<Buffer> => {
    const headers = { authorization: `Bearer ${token}`, accept };
    const answer = await fetch(`${stage.baseUrl}${path}`, { headers });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, accept]);
    return Buffer.from(await answer.arrayBuffer());
  };
  const textOf = async (path: string): Promise<string> => {
    const bytes = await fetched(path, 'application/pdf');
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), {
      mergePages: true,
    });
    return text.replaceAll(/\s+/g, ' ');
  };

  it.skipIf(!inject('hasBarcodeReaders'))(
    'has the number of each parcel on its picture, read by three programs',
    async () => {
      const { id } = await book(2);
      const { parcels } = resource(await tenant.send(`GET /jobs/${id}/labels`), 200, labelSet);
      expect(parcels).toHaveLength(2);
      for (const [nth, { code }] of parcels.entries()) {
        const file = join(dir, `label-${nth}.png`);
        await writeFile(file, await fetched(`/jobs/${id}/labels?parcel=${nth + 1}`, 'image/png'));
        for (const read of [readWithZbar, readWithZxing, readWithDmtx]) {
          const found = (await read(file)).map((text) => readParcelCode(text)?.value);
          expect(found, read.name).toEqual([code]);
        }
      }
      for (const paper of ['labels', 'waybill']) {
        const pdf = await fetched(`/jobs/${id}/${paper}`, 'application/pdf');
        const [page] = await renderPdf(pdf, join(dir, paper));
        await keepPicture(page, `paper-${paper}`);
      }
    },
  );

  it('prints waybill and proof of delivery, without telephone numbers and prices', async () => {
    const { id, ref } = await book();
    const { parcels } = resource(await tenant.send(`GET /jobs/${id}/labels`), 200, labelSet);
    const waybill = await textOf(`/jobs/${id}/waybill`);
    for (const text of [ref, 'PO-4711', 'UN3373', parcels[0]?.code ?? 'a code'])
      expect(waybill).toContain(text);
    await deliver(deskOf(stage), id);
    await projected(stage, id);
    const pod = await textOf(`/jobs/${id}/pod`);
    for (const text of [id, 'Received by Reception', 'not asked for']) expect(pod).toContain(text);
    for (const text of [waybill, pod]) expect(text).not.toMatch(/\+27|R \d|ZAR/);
  });
});
