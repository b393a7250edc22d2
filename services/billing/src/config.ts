import { filesUrl } from '@svc/kit/storage';
import { z } from 'zod';

const baseUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

export const config = z.object({
  SVC_ENVIRONMENT: z.enum(['live', 'sandbox']).default('live'),
  SVC_PUBLIC_URL: baseUrl.default('http://127.0.0.1:8080'),
  /** Where the API is served; the public URL with the environment's prefix when absent. */
  SVC_API_URL: baseUrl.optional(),
  /** Where the PDFs lie; the gateway must name the same. */
  SVC_FILES_URL: filesUrl,
  /** The issuer, with the particulars that a tax invoice requires. */
  SVC_SUPPLIER_NAME: z.string().max(120).default('Supplier not configured'),
  /** Lines parted by `|`. */
  SVC_SUPPLIER_ADDRESS: z.string().max(300).default('Set SVC_SUPPLIER_NAME, _ADDRESS, _VAT_NUMBER'),
  /** Ten digits beginning with 4. */
  SVC_SUPPLIER_VAT_NUMBER: z
    .string()
    .regex(/^4\d{9}$/)
    .optional(),
  /** How to pay, printed below the total; lines parted by `|`. */
  SVC_SUPPLIER_BANK: z.string().max(300).default(''),
  /** Earning of a partner per delivered order, cents. */
  SVC_PAYOUT_CENTS: z.coerce.number().int().min(0).max(10_000_000).default(1500),
});
export type Config = z.output<typeof config>;

const prefixes = { live: '/v1', sandbox: '/api/v1' } as const;

export const apiUrl = ({ SVC_API_URL, SVC_PUBLIC_URL, SVC_ENVIRONMENT }: Config): string =>
  SVC_API_URL ?? SVC_PUBLIC_URL + prefixes[SVC_ENVIRONMENT];
