import { renderInvoiceTask, task } from '../define.ts';
import { findPdf, savePdf } from '../store/invoice-pdfs.ts';
import { getInvoice } from '../store/invoices.ts';
import { invoiceParties, renderInvoice as renderPdf } from '../workflows/render-invoice.ts';

/** Once: parties are frozen with the first PDF. */
export const renderInvoice = task(
  renderInvoiceTask,
  async ({ tenant_id: tenant, invoice_id: id }, { db, clients, config, transaction }) => {
    if (await findPdf(db, tenant, id)) return;
    const recipient = await clients.accounts.billingDetails({ tenant_id: tenant });
    const parties = invoiceParties(config, recipient);
    const invoice = await getInvoice(db, tenant, id);
    const pdf_key = await renderPdf(db, { invoice, parties }, config);
    await transaction((within) => savePdf(within.db, tenant, { id, parties, pdf_key }));
  },
);
