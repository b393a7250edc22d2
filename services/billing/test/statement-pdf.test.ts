import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newTenant, refused } from '@svc/kit/testing/service-test';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { billingTest, firstOfDecember, newId, start } from './app.ts';

const app = billingTest();
const tenant = newTenant();
let id: string;
let pdf: Uint8Array;

const statementOf = async (of: string) => (await app.as(of).listStatements({})).data[0]?.id ?? '';
const pay = (tenant_id: string, amount_cents: number) =>
  app.as('ten_operator').recordPayment({
    tenant_id,
    amount_cents,
    received_on: '2026-11-15',
    reference: 'EFT',
  });

beforeAll(async () => {
  await app.end([{ job_id: newId('job_'), at: start, amount_cents: 1_000_000 }], tenant);
  await pay(tenant, 4000);
  app.clock.set(firstOfDecember);
  await app.run('issue-invoices');
  await app.run('issue-statements');
  id = await statementOf(tenant);
  pdf = await app.files().get(await app.statementPrinted(id, tenant));
});

/** Text as poppler extracts it, where it is installed. */
async function textOf(bytes: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'statement-'));
  try {
    const [file, out] = [join(folder, 'statement.pdf'), join(folder, 'statement.txt')];
    await writeFile(file, bytes);
    await promisify(execFile)('pdftotext', ['-layout', file, out]);
    return await readFile(out, 'utf8');
  } catch (error) {
    if (Object(error).code !== 'ENOENT') throw error;
    // The reader takes the bytes for itself.
    const { text } = await extractText(await getDocumentProxy(bytes.slice()), { mergePages: true });
    return text;
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('the PDF of a statement', () => {
  it('names the account, and shows how the balance came about', async () => {
    const text = (await textOf(pdf)).replaceAll(/\s+/g, ' ');
    for (const words of [
      'Account Statement',
      id,
      'Example Couriers (Pty) Ltd',
      `Laboratory ${tenant} Ṱhohoyanḓou`,
      'VAT number: 4123456789',
      'Date 2026-12-01',
      'Period 2026-11',
      'Balance brought forward 0.00',
      'Invoiced, including VAT 11 500.00',
      'Payments received -40.00',
      'Balance (ZAR) 11 460.00',
      'Example Bank, account 000 123',
      'Page 1 of 1',
    ]) {
      expect(text).toContain(words);
    }
  });

  it('lists invoices and payments with the balance after each', async () => {
    const text = (await textOf(pdf)).replaceAll(/\s+/g, ' ');
    expect(text).toContain('Date Movement Reference Amount Balance');
    expect(text).toContain('2026-11-15 Payment EFT -40.00 -40.00');
    expect(text).toMatch(/2026-12-01 Invoice INV-2026-\d{6} 11 500\.00 11 460\.00/);
  });

  it('continues over pages, and its rows sum to its balance', async () => {
    const paying = newTenant();
    for (let nth = 1; nth <= 75; nth += 1) await pay(paying, nth * 100);
    await app.run('issue-statements');
    const of = await statementOf(paying);
    const bytes = await app.files().get(await app.statementPrinted(of, paying));
    const text = (await textOf(bytes)).replaceAll(/[ \t]+/g, ' ');
    expect(text).toContain('Page 3 of 3');
    const rows = [...text.matchAll(/Payment EFT -([\d.]+) -([\d ]+\.\d\d)/g)];
    expect(rows).toHaveLength(75);
    const sum = rows.reduce((all, [, amount]) => all + Number(amount), 0);
    expect(sum).toBe(2850);
    expect(rows.at(-1)?.[2]).toBe('2 850.00');
    const stated = await app.as(paying).getStatement({ id: of });
    expect(stated).toMatchObject({ balance_cents: -285_000, movement_count: 75 });
    const cents = stated.movements.map(({ amount_cents }) => amount_cents);
    expect(cents.reduce((all, each) => all + each, 0)).toBe(-285_000);
  });

  it('is rendered again, byte for byte, when its file was lost', async () => {
    const { storage_key, file_name } = await app.as(tenant).statementPdf({ id });
    expect(file_name).toBe('statement-2026-11.pdf');
    await app.files().remove(storage_key);
    await app.as(tenant).statementPdf({ id });
    expect(Buffer.from(await app.files().get(storage_key))).toEqual(Buffer.from(pdf));
  });

  it('names the parties as they were when issued, and cannot be changed', async () => {
    const [row] = await app.sql(
      'select parties from billing.statement_pdf where statement_id = $1',
      [id],
    );
    expect(row.parties.supplier.name).toBe('Example Couriers (Pty) Ltd');
    expect(row.parties.recipient.legal_name).toContain(tenant);
  });

  it('asks for no payment of a credit', async () => {
    const paying = newTenant();
    await pay(paying, 700);
    await app.run('issue-statements');
    const paid = await statementOf(paying);
    const text = await textOf(await app.files().get(await app.statementPrinted(paid, paying)));
    expect(text).toContain('-7.00');
    expect(text).toContain('Nothing is owed.');
    expect(text).not.toContain('Example Bank');
  });
});

describe('a statement', () => {
  it('is retrieved by its id', async () => {
    expect(await app.as(tenant).getStatement({ id })).toMatchObject({
      ...{ object: 'statement', id, period: '2026-11', balance_cents: 1_146_000 },
      movement_count: 2,
      movements: [
        { kind: 'payment', date: '2026-11-15', reference: 'EFT', amount_cents: -4000 },
        { kind: 'invoice', date: '2026-12-01', amount_cents: 1_150_000 },
      ],
    });
  });

  it('is statement_pending while its PDF cannot be rendered', async () => {
    // Accounts knows no such tenant.
    await app.sql(
      `insert into billing.statement (tenant_id, id, period, issued_at, opening_cents,
         invoiced_cents, received_cents) values ('nobody', 'st_1', '2026-10', now(), 0, 0, 0)`,
    );
    expect(await app.call('statementPdf', { id: 'st_1' }, { tenant: 'nobody' })).toEqual(
      refused('statement_pending'),
    );
  });
});
