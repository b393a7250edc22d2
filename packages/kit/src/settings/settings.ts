/** Settings that several roles read: one meaning and one default each, in all of them. */
import {
  apiPrefixes,
  operatingArea,
  type Party,
  phoneNumber,
  publishedSandboxKey,
} from '@svc/contracts';
import { z } from 'zod';
import { secretLengthMin } from '../security/key-ring.ts';

export const port = z.coerce.number().int().min(0).max(65_535);

/** An address without a trailing slash. */
export const baseUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

/** For `pick`, in the configuration of a service. */
export const sharedSettings = z.object({
  SVC_ENVIRONMENT: z
    .enum(['live', 'sandbox'])
    .default('live')
    .describe('Which of the two APIs the installation serves.'),
  SVC_SECRET: z.string().min(secretLengthMin).meta({
    description:
      'Secret of the service: its encryption and hashes use keys derived from it. Several, separated by commas, while it is replaced: the first is in use.',
    secret: true,
  }),
  SVC_PUBLIC_URL: baseUrl
    .default('http://127.0.0.1:8080')
    .describe(
      'Where clients and browsers reach the gateway, without the version. Certificates contain it, so it must not change.',
    ),
  SVC_API_URL: baseUrl
    .optional()
    .describe("Where the API is served; the public URL with the environment's prefix when absent."),
  SVC_FILES_URL: z
    .string()
    .regex(/^(file:|s3:\/\/[a-z0-9])/, { error: 'file:///folder, file:./folder or s3://bucket' })
    .default('file:./.svc/files')
    .describe('Where files are stored: `file:///folder` or `s3://bucket?region=…&endpoint=…`.'),
  SVC_SANDBOX_URL: baseUrl
    .optional()
    .describe(
      'Public URL of the sandbox; documentation and desk of live lead there, if it is set.',
    ),
  SVC_SANDBOX_KEY: z
    .string()
    .startsWith('svc_test_')
    .default(publishedSandboxKey)
    .describe('The one API key of the sandbox; published, so no secret.'),
  /** The gateway counts, accounts shows it. */
  SVC_LIVE_LIMIT: z.coerce
    .number()
    .int()
    .min(1)
    .default(600)
    .describe('Requests a minute of one client on live; a sixth more passes as a burst.'),
  SVC_IN_FLIGHT_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(256)
    .describe('Requests in flight in one process; more are answered 503.'),
  SVC_TRUSTED_PROXIES: z.coerce
    .number()
    .int()
    .min(0)
    .max(5)
    .default(0)
    .describe(
      'How many proxies in front append to x-forwarded-for; 0 when clients connect directly.',
    ),
  SVC_LOG_ORIGIN: z
    .string()
    .regex(/^[^\s+]{1,200}$/)
    .optional()
    .describe(
      'Name of the transparency log: first line of its checkpoints. `<public URL without its scheme>/log` when absent. The same for custody and log.',
    ),
  SVC_OPERATING_AREA: z
    .string()
    .default('-36,10,6,60')
    .transform((edges) => edges.split(',').map(Number))
    .pipe(operatingArea)
    .describe(
      'South, west, north and east edge of the area served, in degrees. Sites outside are refused, positions of vehicles outside move nothing. Southern Africa with its islands by default.',
    ),
  SVC_PUBLIC_HOLIDAYS: z
    .string()
    .default('')
    .transform((days) => days.split(',').filter((day) => day !== ''))
    .pipe(z.array(z.iso.date()).max(100))
    .describe(
      'Public holidays that were proclaimed once, `YYYY-MM-DD` separated by commas: routes and `PH` in receiving hours keep them like those of every year.',
    ),
  SVC_CARRIER_NAME: z
    .string()
    .max(80)
    .default('The carrier')
    .describe('Name of the carrier on public pages and records.'),
  SVC_CARRIER_PHONE: phoneNumber
    .optional()
    .describe(
      "Phone of the carrier's control desk, shown as a link on public pages and in the courier's app.",
    ),
  SVC_CARRIER_EMAIL: z
    .email()
    .max(254)
    .optional()
    .describe('E-mail address of the carrier, shown as a link.'),
});
type Shared = z.output<typeof sharedSettings>;

type ApiSettings = Pick<Shared, 'SVC_API_URL' | 'SVC_PUBLIC_URL' | 'SVC_ENVIRONMENT'>;

export const apiUrl = ({ SVC_API_URL, SVC_PUBLIC_URL, SVC_ENVIRONMENT }: ApiSettings): string =>
  SVC_API_URL ?? SVC_PUBLIC_URL + apiPrefixes[SVC_ENVIRONMENT];

/** The URL that the log is served under, without its scheme, as tlog-tiles recommends. */
export const logOriginOf = (settings: Pick<Shared, 'SVC_LOG_ORIGIN' | 'SVC_PUBLIC_URL'>): string =>
  settings.SVC_LOG_ORIGIN ?? `${settings.SVC_PUBLIC_URL.replace(/^https?:\/\//, '')}/log`;

type CarrierSettings = Pick<Shared, 'SVC_CARRIER_NAME' | 'SVC_CARRIER_PHONE' | 'SVC_CARRIER_EMAIL'>;

/** The carrier as public pages and tracking records name it. */
export const carrierOf = (settings: CarrierSettings): Party => ({
  name: settings.SVC_CARRIER_NAME,
  phone: settings.SVC_CARRIER_PHONE ?? null,
  email: settings.SVC_CARRIER_EMAIL ?? null,
});
