import { sharedSettings } from '@svc/kit/settings';
import { z } from 'zod';

const shared = sharedSettings.pick({
  SVC_ENVIRONMENT: true,
  SVC_PUBLIC_URL: true,
  SVC_API_URL: true,
  SVC_FILES_URL: true,
});

export const config = shared.extend({
  SVC_SUPPLIER_NAME: z
    .string()
    .max(120)
    .default('Supplier not configured')
    .describe('Issuer of invoices.'),
  SVC_SUPPLIER_ADDRESS: z
    .string()
    .max(300)
    .default('Set SVC_SUPPLIER_NAME, _ADDRESS, _VAT_NUMBER')
    .describe('Address of the issuer, lines separated by `|`.'),
  SVC_SUPPLIER_VAT_NUMBER: z
    .string()
    .regex(/^4\d{9}$/)
    .optional()
    .describe('VAT number of the issuer: ten digits beginning with 4.'),
  SVC_SUPPLIER_BANK: z
    .string()
    .max(300)
    .default('')
    .describe('How to pay, printed below the total; lines separated by `|`.'),
  SVC_PAYOUT_CENTS: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000_000)
    .default(1500)
    .describe('Earning of a partner per delivered order.'),
});
export type Config = z.output<typeof config>;
