import { baseUrl, environment, publicUrl } from '@svc/kit/config';
import { filesUrl } from '@svc/kit/storage';
import { z } from 'zod';

export const config = z.object({
  SVC_ENVIRONMENT: environment,
  SVC_PUBLIC_URL: publicUrl,
  SVC_API_URL: baseUrl
    .optional()
    .describe("Where the API is served; the public URL with the environment's prefix when absent."),
  SVC_FILES_URL: filesUrl,
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

const prefixes = { live: '/v1', sandbox: '/api/v1' } as const;

export const apiUrl = ({ SVC_API_URL, SVC_PUBLIC_URL, SVC_ENVIRONMENT }: Config): string =>
  SVC_API_URL ?? SVC_PUBLIC_URL + prefixes[SVC_ENVIRONMENT];
