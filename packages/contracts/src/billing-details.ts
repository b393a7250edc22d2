/** What a tax invoice says of its recipient; accounts keeps it, billing prints it. */
import { z } from 'zod';
import { requiredText, text } from './primitives.ts';

/** Value-Added Tax Act 89 of 1991, section 20(4): name, address and number of the recipient. */
export const billingDetails = z.object({
  legal_name: requiredText(120),
  /** Lines of the address, parted by line breaks. */
  address: text(300),
  /** Ten digits beginning with 4; empty for who is not registered. */
  vat_number: z.string().regex(/^(4\d{9})?$/),
});
export type BillingDetails = z.infer<typeof billingDetails>;
