import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '@svc/devnet';
import { newTenant, refused } from '@svc/kit/testing/service-test';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { billingTest, firstOfDecember, newId, start } from './app.ts';

const app = billingTest();
const tenant = newTenant();
const count = 130;
let id: string;
let pdf: Uint8Array;

beforeAll(async () => {
  const jobs = Array.from({ length: count }, (_, n) => ({
    job_id: newId('job_'),
    at: start,
    amount_cents: 18_500 + n,
    cost_centre: `CC-${n}`,
  }));
  await app.end(jobs, tenant);
  app.clock.set(firstOfDecember);
  await app.run('issue-invoices');
  id = (await app.as(tenant).listInvoices({})).data[0]?.id ?? '';
  pdf = await app.files().get(await app.printed(id, tenant));
});

async function pagesIn(bytes: Uint8Array): Promise<string[]> {
  // The reader takes the bytes for itself.
  const { text } = await extractText(await getDocumentProxy(bytes.slice()));
  return text;
}

describe('a tax invoice', () => {
  it('has the fields of a South African tax invoice', async () => {
    const pages = await pagesIn(pdf);
    const invoice = await app.as(tenant).getInvoice({ id });
    for (const words of [
      'Tax Invoice',
      'Example Couriers (Pty) Ltd',
      '9 Depot Street',
      'VAT number: 4987654321',
      `Laboratory ${tenant} Ṱhohoyanḓou`,
      '1 Main Road',
      'VAT number: 4123456789',
      invoice.number,
      '2026-12-01',
      'Due',
      '2026-12-31',
    ]) {
      expect(pages[0]).toContain(words);
    }
    const spaced = (cents: number) => (cents / 100).toFixed(2).replaceAll(/\B(?=(\d{3})+\.)/g, ' ');
    for (const words of [
      `Total value, excluding VAT ${spaced(invoice.amount_cents)}`,
      `VAT ${spaced(invoice.vat_cents)}`,
      `Total due, including VAT (ZAR) ${spaced(invoice.total_cents)}`,
      'Example Bank, account 000 123',
    ]) {
      expect(pages.at(-1)).toContain(words);
    }
  });

  it('has every line once, with date, reference, description, quantity, value and VAT', async () => {
    const text = (await pagesIn(pdf)).join('\n').replaceAll(/\s+/g, ' ');
    const { lines } = await app.as(tenant).getInvoice({ id });
    expect(lines).toHaveLength(count);
    for (const line of lines) {
      const value = (line.amount_cents / 100).toFixed(2);
      const vat = (line.vat_cents / 100).toFixed(2);
      const row = `2026-11-15 ${line.ref} ${line.label} ${line.cost_centre} 1 ${value} ${vat}`;
      expect(text.split(`${row} `), row).toHaveLength(2);
    }
  });

  it('has its number and its page count on each page', async () => {
    const pages = await pagesIn(pdf);
    const { number } = await app.as(tenant).getInvoice({ id });
    expect(pages.length).toBeGreaterThan(3);
    for (const [nth, page] of pages.entries()) {
      expect(page).toContain(number);
      expect(page).toContain(`Page ${nth + 1} of ${pages.length}`);
    }
  });

  it('is rendered again, byte for byte, when its file was lost', async () => {
    const { storage_key } = await app.as(tenant).invoicePdf({ id });
    await app.files().remove(storage_key);
    await app.as(tenant).invoicePdf({ id });
    expect(Buffer.from(await app.files().get(storage_key))).toEqual(Buffer.from(pdf));
  });

  it('can be displayed: every page renders to an image with ink on it', async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'pages-'));
    try {
      const file = join(folder, 'invoice.pdf');
      await writeFile(file, pdf);
      const rendered = await run('pdftoppm', ['-gray', '-r', '40', file, join(folder, 'page')]);
      // The text was checked above; rendering the page needs poppler.
      if (!rendered) context.annotate('pdftoppm is not installed: not rendered');
      for (let page = 1; rendered && page <= 4; page += 1) {
        const image = await readFile(join(folder, `page-${page}.pgm`));
        const dark = image.filter((grey) => grey < 128).length;
        expect(dark / image.length).toBeGreaterThan(0.002);
        expect(dark / image.length).toBeLessThan(0.2);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

it('an invoice that cannot be printed stays pending, delays no other, and is retried', async () => {
  // Accounts knows no such tenant.
  const [stuck, other] = ['nobody', newTenant()];
  for (const each of [stuck, other]) {
    await app.end([{ job_id: newId('job_'), at: start }], each);
  }
  await app.run('issue-invoices');
  const idOf = async (each: string) => (await app.as(each).listInvoices({})).data[0]?.id ?? '';
  await app.printed(await idOf(other), other);
  const attempts = async () =>
    (await app.sql('select attempts, locked_at from billing_worker.jobs')).filter(
      ({ locked_at }) => locked_at === null,
    );
  const isTried = (times: number) =>
    until(async () => (await attempts())[0]?.attempts === times, {
      timeoutMs: 60_000,
      what: `try ${times}`,
    });
  await isTried(1);
  expect(await app.call('invoicePdf', { id: await idOf(stuck) }, { tenant: stuck })).toEqual(
    refused('invoice_pending'),
  );
  app.clock.advanceMs(60_000);
  await isTried(2);
});

it('invoicePdf refuses a draft with invoice_pending', async () => {
  const other = newTenant();
  await app.end([{ job_id: newId('job_'), at: firstOfDecember }], other);
  const [draft] = (await app.as(other).listInvoices({})).data;
  expect(await app.call('invoicePdf', { id: draft?.id }, { tenant: other })).toEqual(
    refused('invoice_pending'),
  );
});

/** False where there is no such program. */
async function run(program: string, args: string[]): Promise<boolean> {
  try {
    await promisify(execFile)(program, args);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
