import { readFileSync } from 'node:fs';
import { type Party, phoneNumber } from '@svc/contracts';
import { z } from 'zod';
import { secretLengthMin } from '../security/encryption.ts';

/**
 * Environment variables, parsed once. `NAME_FILE` names a file that holds the value of `NAME`
 * (mounted secrets). Throws one error that lists every variable at fault, never its value.
 */
export function readConfig<S extends z.ZodObject>(
  schema: S,
  env: NodeJS.ProcessEnv = process.env,
): z.output<S> {
  const values = Object.fromEntries(
    Object.keys(schema.shape).map((name) => [name, readValue(env, name)]),
  );
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((i) => `  ${i.path.join('.')}: ${i.message}`);
  throw new Error(`Configuration is not valid:\n${faults.join('\n')}`);
}

function readValue(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const file = env[`${name}_FILE`];
  // An empty variable counts as absent: compose files and charts pass those.
  if (file) return readFileSync(file, 'utf8').trim();
  return env[name] || undefined;
}

export const port = z.coerce.number().int().min(0).max(65_535);
const flag = z.stringbool();

/**
 * The secret of one service, which no other has: what it encrypts and hashes is under keys derived
 * from it per purpose. Several, separated by commas, while it is replaced: the first is in use.
 */
export const serviceSecret = z.string().min(secretLengthMin);

/** How a process logs in to NATS: as an nkey user, or by name and password; none on an open server. */
const natsLogin = {
  /** Seed of the user's nkey (`SU…`); the server knows the public key only. */
  SVC_NATS_SEED: z.string().startsWith('SU').optional(),
  SVC_NATS_USER: z.string().optional(),
  SVC_NATS_PASSWORD: z.string().optional(),
  /** Certificates, in PEM, of the authority that signed the server's; demands TLS. */
  SVC_NATS_CA: z.string().startsWith('-----BEGIN CERTIFICATE-----').optional(),
};

/** What every service process reads. */
export const processConfig = z.object({
  SVC_ENVIRONMENT: z.enum(['live', 'sandbox']).default('live'),
  SVC_SECRET: serviceSecret,
  /** The owner of all schemas; migrates. Absent where SVC_DATABASE_URL is given. */
  SVC_POSTGRES_URL: z.url().optional(),
  /**
   * Where migrations ran elsewhere: the database, reached as the service's own role. Without a user
   * in it, the role that the migration made.
   */
  SVC_DATABASE_URL: z.url().optional(),
  /** Of the service's own role: the migration sets it, the service connects with it. */
  SVC_DATABASE_PASSWORD: z.string().min(16).optional(),
  SVC_NATS_URL: z.string().optional(),
  ...natsLogin,
  /** Keeps deployments apart that share one NATS; by default one per environment. */
  SVC_NAMESPACE: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .optional(),
  SVC_NATS_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
  /** How often the relay compares its stream with its outbox, also without a reason. */
  SVC_STREAM_INSPECTION_SECONDS: z.coerce.number().min(0.1).default(30),
  /** OTLP/HTTP receiver of traces, e.g. http://collector:4318/v1/traces; none: they stay off. */
  SVC_TRACES_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Share of the traces that are recorded. */
  SVC_TRACES_RATIO: z.coerce.number().min(0).max(1).default(0.1),
  SVC_POOL_MAX: z.coerce.number().int().min(2).max(100).default(10),
  SVC_ADMIN_PORT: port.default(0),
  SVC_ADMIN_HOST: z.string().default('127.0.0.1'),
  SVC_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Checks every output against its contract: on in tests and development. */
  SVC_CHECK_OUTPUTS: flag.default(false),
  /** How long a stopping process keeps answering so that balancers notice. */
  SVC_DRAIN_MS: z.coerce.number().int().min(0).default(0),
});
export type ProcessConfig = z.output<typeof processConfig>;

/** What a migration reads: it has the owner's URL, and no secret of the service. */
export const migrationConfig = processConfig
  .pick({
    SVC_ENVIRONMENT: true,
    SVC_POSTGRES_URL: true,
    SVC_DATABASE_PASSWORD: true,
    SVC_SECRET: true,
    SVC_LOG_LEVEL: true,
  })
  .partial({ SVC_SECRET: true });

/** The carrier as public pages and tracking records name it; the same for every process. */
export const carrierSettings = {
  SVC_CARRIER_NAME: z.string().max(80).default('The carrier'),
  /** Shown as links, where they are set. */
  SVC_CARRIER_PHONE: phoneNumber.optional(),
  SVC_CARRIER_EMAIL: z.email().max(254).optional(),
};

interface CarrierConfig {
  SVC_CARRIER_NAME: string;
  SVC_CARRIER_PHONE?: string | undefined;
  SVC_CARRIER_EMAIL?: string | undefined;
}

export const carrierOf = (config: CarrierConfig): Party => ({
  name: config.SVC_CARRIER_NAME,
  phone: config.SVC_CARRIER_PHONE ?? null,
  email: config.SVC_CARRIER_EMAIL ?? null,
});
