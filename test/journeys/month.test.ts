/** A month of a tenant: a thousand jobs, some cancelled, to the invoice, its PDF and its payment. */
import {
  accounts,
  billing,
  bookedJob,
  cancellationFeePercent,
  cancelledJob,
  type Invoice,
  invoice,
  payment,
} from '@svc/contracts';
import { until } from '@svc/devnet';
import { createClients } from '@svc/kit/client';
import { heldClock } from '@svc/kit/clock';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Crew, type Desk, deskOf, newCrew, noProof, seal } from './desk.ts';
import { jsonOf, outcomeOf, resource, type Send } from './http.ts';
import { fetchToken, newTenant, type Tenant } from './tenants.ts';
import { startWorld, type World } from './world.ts';

const jobsCount = 1_000;
const lateCount = 37;
const freeCount = 13;
const lateFeePercent = BigInt(cancellationFeePercent);

/** The price list once more, as it is printed: base, included km, cents a km. */
const prices = {
  'LAB-STD': [18_500, 15, 900],
  'LAB-STAT': [39_500, 15, 1200],
  'HOS-REC': [11_500, 10, 700],
  'PHA-REPEAT': [8_500, 10, 600],
} as const;
const skus = ['LAB-STD', 'LAB-STAT', 'HOS-REC', 'PHA-REPEAT'] as const;
const timings = { standard: 10, after_hours: 15, saturday: 13, sunday: 20 } as const;
const timingNames = ['standard', 'after_hours', 'saturday', 'sunday'] as const;
const centres = ['CC-LAB', 'CC-WARD', ''] as const;

interface Raw {
  sku: (typeof skus)[number];
  km: number;
  parcels: number;
  timing: (typeof timingNames)[number];
  cost_centre: string;
  fate: 'delivered' | 'cancelled late' | 'cancelled in time';
}

const pick = <T>(from: readonly [T, ...T[]], n: number): T => from[n % from.length] ?? from[0];
const raws: readonly Raw[] = Array.from({ length: jobsCount }, (_, n) => ({
  sku: pick(skus, n),
  // Tenths and thousandths, so that cents have to be rounded.
  km: Math.round((5 + ((n * 7.337) % 60)) * 1000) / 1000,
  parcels: 1 + (n % 5 === 0 ? n % 4 : 0),
  timing: pick(timingNames, Math.floor(n / 3)),
  cost_centre: pick(centres, n),
  fate:
    n < lateCount
      ? 'cancelled late'
      : n < lateCount + freeCount
        ? 'cancelled in time'
        : 'delivered',
}));

/** Cents by pencil: halves up, in whole numbers. */
const rounded = (numerator: bigint, denominator: bigint): number =>
  Number((2n * numerator + denominator) / (2n * denominator));
function owedFor({ sku, km, parcels, timing, fate }: Raw): { value: number; vat: number } {
  const [price, included, perKm] = prices[sku];
  const base = rounded(BigInt(price) * BigInt(timings[timing]), 10n);
  const metres = Math.max(0, Math.round(km * 1000) - included * 1000);
  const whole = base + rounded(BigInt(metres) * BigInt(perKm), 1000n) + (parcels - 1) * 2500;
  const value = {
    delivered: whole,
    'cancelled late': rounded(BigInt(base) * lateFeePercent, 100n),
    'cancelled in time': 0,
  }[fate];
  return { value, vat: rounded(BigInt(value) * 15n, 100n) };
}

const { listInvoices, listStatements } = billing.actions;
const clock = heldClock('2026-11-10T08:00:00.000Z');
let world: World;
let tenant: Tenant;
let send: Send;
/** Job id by booking. */
const booked = new Map<string, Raw>();

beforeAll(async () => {
  world = await startWorld({
    clock,
    without: ['custody', 'webhooks'],
    env: {
      SVC_SUPPLIER_NAME: 'Example Couriers (Pty) Ltd',
      SVC_SUPPLIER_ADDRESS: '9 Depot Street|Johannesburg 2001',
      SVC_SUPPLIER_VAT_NUMBER: '4987654321',
    },
  });
  tenant = await world.tenant();
  send = tenant.send;
  const desk = deskOf(world.stage);
  const crew = await newCrew(desk);
  const waiting = raws.entries();
  const lane = async () => {
    for (const [n, raw] of waiting) booked.set(await live(desk, crew, { n, raw }), raw);
  };
  await Promise.all(Array.from({ length: 12 }, lane));
});
afterAll(() => world?.stop());

async function live(desk: Desk, crew: Crew, { n, raw }: { n: number; raw: Raw }): Promise<string> {
  const { fate, ...wanted } = raw;
  const ends = { pickup_site_id: tenant.pickup, dropoff_site_id: tenant.dropoff };
  const body = { ...wanted, ...ends, requirements: noProof };
  const { id } = resource(await send('POST /jobs', { key: `month-${n}`, body }), 201, bookedJob);
  if (fate !== 'cancelled in time') await desk.jobs.assign({ id, ...crew });
  if (fate === 'delivered') {
    const scanned = { parcels_scanned: raw.parcels, box_temperature_c: 4 };
    await desk.jobs.reachMilestone({ id, type: 'collect', seal, ...scanned });
    await desk.jobs.reachMilestone({ id, type: 'deliver', seal, recipient: 'Reception' });
    return id;
  }
  const answer = await send(`POST /jobs/${id}/cancel`, { body: { reason: 'Clinic closed early' } });
  const { cancellation } = resource(answer, 200, cancelledJob);
  expect(cancellation.fee_cents).toBe(owedFor(raw).value);
  return id;
}

const theInvoice = async (): Promise<Invoice> => {
  const { data } = resource(await send('GET /invoices'), 200, listInvoices.output);
  return resource(await send(`GET /invoices/${data[0]?.id}`), 200, invoice);
};

function expectToTheCent(found: Invoice): void {
  const owed = raws.map((raw) => owedFor(raw));
  const value = owed.reduce((sum, each) => sum + each.value, 0);
  const vat = owed.reduce((sum, each) => sum + each.vat, 0);
  expect(found).toMatchObject({
    line_count: jobsCount - freeCount,
    amount_cents: value,
    vat_cents: vat,
    total_cents: value + vat,
  });
  expect(found.lines).toHaveLength(jobsCount - freeCount);
  expect(new Set(found.lines.map(({ job_id }) => job_id)).size).toBe(jobsCount - freeCount);
  for (const line of found.lines) {
    const raw = booked.get(line.job_id);
    if (!raw) throw new Error(`nobody booked ${line.job_id}`);
    const { value: amount_cents, vat: vat_cents } = owedFor(raw);
    const kind = raw.fate === 'delivered' ? 'delivery' : 'cancellation';
    const { cost_centre } = raw;
    expect(line).toMatchObject({ amount_cents, vat_cents, kind, cost_centre });
  }
}

// In their order: they are one month.
describe('a month of a thousand jobs', () => {
  it('is a draft to the cent while it runs', async () => {
    await until(async () => (await theInvoice().catch(() => undefined))?.line_count === 987, {
      timeoutMs: 60_000,
      what: 'all jobs to be billed',
    });
    const draft = await theInvoice();
    expect(draft).toMatchObject({ status: 'draft', period: '2026-11', number: null });
    expectToTheCent(draft);
    const pdf = await send(`GET /invoices/${draft.id}`, { headers: { accept: 'application/pdf' } });
    expect(outcomeOf(pdf)).toBe('409 invoice_pending');
  });

  it('is invoiced on the 1st, and told', async () => {
    const { stage } = world;
    const as = createClients({ accounts }, stage.transport, {
      tenant: tenant.id,
      actor: 'operator',
      requestId: 'test',
    });
    await as.accounts.putBillingDetails({
      legal_name: 'Example Laboratories Ltd',
      address: '1 Main Road\nParktown',
      vat_number: '4123456789',
    });
    clock.set('2026-12-01T00:02:00.000Z');
    send = await tenant.sendWith(['invoices:read']);
    for (const run of ['issue-invoices', 'issue-statements', 'issue-invoices']) {
      await stage.runSchedule('billing', run);
    }
    const issued = await theInvoice();
    expect(issued).toMatchObject({
      status: 'issued',
      number: 'INV-2026-000001',
      issued_at: '2026-12-01T00:02:00.000Z',
    });
    expectToTheCent(issued);
    const { rows } = await stage.owner.query(
      `select type, tenant_id, job_id, data from billing.outbox where type = 'invoice.issued'`,
    );
    expect(rows).toMatchObject([
      {
        type: 'invoice.issued',
        tenant_id: tenant.id,
        job_id: '',
        data: {
          invoice_id: issued.id,
          period: '2026-11',
          amount_cents: issued.amount_cents,
          currency: 'ZAR',
          vat_inclusive: false,
        },
      },
    ]);
  });

  it('comes as a tax invoice that says the same', async () => {
    const issued = await theInvoice();
    const path = (issued.pdf_url ?? '').slice(world.stage.baseUrl.length);
    const bytes = await until(
      async () => {
        const response = await fetch(`${world.stage.baseUrl}${path}`, {
          headers: { ...(await credential()), accept: 'application/pdf' },
        });
        return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
      },
      { timeoutMs: 60_000, everyMs: 200, what: 'the PDF' },
    );
    const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true });
    const flat = text.replaceAll(/\s+/g, ' ');
    const total = (issued.total_cents / 100).toFixed(2).replaceAll(/\B(?=(\d{3})+\.)/g, ' ');
    for (const words of [
      'Tax Invoice',
      'Example Couriers (Pty) Ltd',
      'Example Laboratories Ltd',
      'VAT number: 4123456789',
      'INV-2026-000001',
      `Total due, including VAT (ZAR) ${total}`,
    ]) {
      expect(flat).toContain(words);
    }
    expect(issued.lines.filter(({ ref }) => !flat.includes(ref))).toEqual([]);
  });

  it('is stated, paid once, and then nothing is owed', async () => {
    const issued = await theInvoice();
    const statements = resource(await send('GET /statements'), 200, listStatements.output);
    expect(statements.data).toMatchObject([
      { period: '2026-11', balance_cents: issued.total_cents },
    ]);
    const options = { scopes: ['ops:dispatch'], observe: world.observe } as const;
    const { send: operator } = await newTenant(world.stage, options);
    const received = { amount_cents: issued.total_cents, received_on: '2026-12-01' };
    const body = { tenant_id: tenant.id, ...received, reference: issued.number };
    const first = await operator('POST /ops/payments', { key: 'paid', body });
    expect(resource(first, 201, payment)).toMatchObject({
      settled: [{ invoice_id: issued.id, amount_cents: issued.total_cents }],
      credit_cents: 0,
    });
    const again = await operator('POST /ops/payments', { key: 'paid', body });
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    expect(jsonOf(await send(`GET /invoices/${issued.id}`)).status).toBe('paid');
    const { rows } = await world.stage.owner.query(
      `select account, sum(amount_cents)::float8 as cents from billing.ledger_entry
        where tenant_id = $1 group by account order by account`,
      [tenant.id],
    );
    expect(rows).toEqual([
      { account: 'cash', cents: issued.total_cents },
      { account: 'receivable', cents: 0 },
      { account: 'revenue', cents: -issued.amount_cents },
      { account: 'vat', cents: -issued.vat_cents },
    ]);
  });
});

async function credential(): Promise<Record<string, string>> {
  const token = await fetchToken(world.stage, tenant, ['invoices:read']);
  return { authorization: `Bearer ${token}` };
}
