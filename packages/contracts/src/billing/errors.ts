/** Errors of invoices and statements. */
import { entry } from '../error-entry.ts';

export const billingErrors = {
  invoice_not_found: entry(404, 'Invoice not found', 'No invoice with this id.'),
  invoice_pending: entry(
    409,
    'No tax invoice yet',
    'The invoice is still a draft, or its PDF is being generated. Retry in a few seconds.',
  ),
  statement_not_found: entry(404, 'Statement not found', 'No statement with this id.'),
  statement_pending: entry(
    409,
    'Statement PDF not ready',
    'The PDF of the statement is being generated. Retry in a few seconds.',
  ),
};
