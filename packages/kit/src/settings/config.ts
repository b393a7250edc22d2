/** Configuration from environment variables: its reader, and the settings of every process. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { passwordLengthMin } from '../database/logins.ts';
import { port, sharedSettings } from './settings.ts';

/**
 * Environment variables, parsed once. `NAME_FILE` names a file that holds the value of `NAME`
 * (mounted secrets); both at once are a fault. Throws one error that lists every variable at fault,
 * never its value.
 */
export function readConfig<S extends z.ZodObject>(
  schema: S,
  env: NodeJS.ProcessEnv = process.env,
): z.output<S> {
  const { data, faults } = parse(schema, env);
  if (data) return data;
  throw notValid(faults);
}

/**
 * Variables of one of several roles in a process: `{role}` in `NAME_FILE` is its name, so that
 * `/run/roles/{role}/secret` is a file of each.
 */
export const roleEnvironment = (role: string, env = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      name.endsWith('_FILE') ? value?.replaceAll('{role}', role) : value,
    ]),
  );

interface ConfigCheck {
  /** Whether it needs a database. */
  hostsServices: boolean;
  env: NodeJS.ProcessEnv;
}

/** Throws one error with the faults of all settings of a process: the kit's, and these. */
export function checkConfig(
  own: readonly z.ZodObject[],
  { hostsServices, env }: ConfigCheck,
): void {
  const schemas = [processConfig, connectionConfig(hostsServices), ...own];
  const faults = schemas.flatMap((schema) => parse(schema, env).faults);
  if (faults.length > 0) throw notValid([...new Set(faults)]);
}

const notValid = (faults: readonly string[]): Error =>
  new Error(`Configuration is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);

interface Parsed<S extends z.ZodObject> {
  data?: z.output<S>;
  faults: string[];
}

function parse<S extends z.ZodObject>(schema: S, env: NodeJS.ProcessEnv): Parsed<S> {
  const read = Object.keys(schema.shape).map((name) => ({ name, ...readValue(env, name) }));
  const unread = read.flatMap(({ name, fault }) => (fault ? [`${name}_FILE: ${fault}`] : []));
  const unreadNames = read.flatMap(({ name, fault }) => (fault ? [name] : []));
  const values = Object.fromEntries(read.map(({ name, value }) => [name, value]));
  const { success, data, error } = schema.safeParse(values, { error: absentText });
  if (success && unread.length === 0) return { data, faults: [] };
  const issues = (error?.issues ?? []).filter(({ path }) => !unreadNames.includes(String(path[0])));
  return { faults: [...unread, ...issues.map((i) => `${i.path.join('.')}: ${i.message}`)] };
}

const absentText = ({ input }: { input?: unknown }): string | undefined =>
  input === undefined ? 'is not set' : undefined;

function readValue(env: NodeJS.ProcessEnv, name: string): { value?: string; fault?: string } {
  // An empty variable counts as absent: compose files and charts pass those.
  const [value, file] = [env[name] || undefined, env[`${name}_FILE`] || undefined];
  if (!file) return value === undefined ? {} : { value };
  if (value !== undefined) return { fault: `${name} is set, too: unset one of them` };
  try {
    return { value: readFileSync(file, 'utf8').trim() };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { fault: `the file ${file} cannot be read (${code})` };
  }
}

const flag = z.stringbool();

/** How a process logs in to NATS: as an nkey user, or by name and password; none on an open server. */
const natsLogin = {
  SVC_NATS_SEED: z.string().startsWith('SU').optional().meta({
    description: "Seed of the role's nkey on NATS; the server has the public key only.",
    secret: true,
  }),
  SVC_NATS_CALLS_SEED: z
    .string()
    .regex(/^SU\w+(,SU\w+)?$/)
    .optional()
    .meta({
      description:
        "Seed of the role's nkey in the account of calls. Two with a comma while calls move there: the second is SVC_NATS_SEED. Without it SVC_NATS_SEED is the login of calls, too.",
      secret: true,
    }),
  SVC_NATS_USER: z.string().optional().describe('User on a NATS without nkeys.'),
  SVC_NATS_PASSWORD: z
    .string()
    .optional()
    .meta({ description: 'Password on a NATS without nkeys.', secret: true }),
  SVC_NATS_CA: z
    .string()
    .startsWith('-----BEGIN CERTIFICATE-----')
    .optional()
    .describe("Certificates, in PEM, of the authority that signed the server's; demands TLS."),
};

/** Settings of every service process. */
export const processConfig = sharedSettings
  .pick({ SVC_ENVIRONMENT: true, SVC_SECRET: true })
  .extend({
    SVC_POSTGRES_URL: z.url().optional().meta({
      description:
        'Postgres as the owner of all schemas: the process migrates its own at start. Not set where SVC_DATABASE_URL is.',
      secret: true,
    }),
    SVC_DATABASE_URL: z.url().optional().meta({
      description:
        "Postgres where migrations ran already, reached as the service's own role: the user in it, else the role that the migration made.",
      secret: true,
    }),
    SVC_DATABASE_PASSWORD: z.string().min(passwordLengthMin).optional().meta({
      description:
        "Password of the service's own login, which the migration makes. Several, separated by commas, while it is replaced: the first is in use.",
      secret: true,
    }),
    SVC_NATS_URL: z
      .string()
      .optional()
      .describe('NATS with JetStream, e.g. nats://nats:4222; several servers with commas.'),
    ...natsLogin,
    SVC_NAMESPACE: z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/)
      .optional()
      .describe('Keeps deployments apart that share one NATS; by default one per environment.'),
    SVC_NATS_REPLICAS: z.coerce
      .number()
      .int()
      .min(1)
      .max(5)
      .default(1)
      .describe('Replicas of a stream that the process creates.'),
    SVC_STREAM_INSPECTION_SECONDS: z.coerce
      .number()
      .min(0.1)
      .default(30)
      .describe('How often the relay compares its stream with its outbox, also without a reason.'),
    SVC_TRACES_URL: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(
        'OTLP/HTTP receiver of traces, e.g. http://collector:4318/v1/traces; none: they stay off.',
      ),
    SVC_TRACES_RATIO: z.coerce
      .number()
      .min(0)
      .max(1)
      .default(0.1)
      .describe('Share of the traces that are recorded.'),
    SVC_POOL_MAX: z.coerce
      .number()
      .int()
      .min(2)
      .max(100)
      .default(10)
      .describe('Connections to Postgres, of each of the two pools of a process.'),
    SVC_ADMIN_PORT: port.default(0).describe('Port of probes and metrics; 0 is any free one.'),
    SVC_ADMIN_HOST: z
      .string()
      .default('127.0.0.1')
      .describe('Address that probes and metrics listen on.'),
    SVC_LOG_LEVEL: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
      .default('info')
      .describe('Least severity that is logged.'),
    SVC_CHECK_OUTPUTS: flag
      .default(false)
      .describe('Checks every output against its contract: on in tests and development.'),
    SVC_DRAIN_MS: z.coerce
      .number()
      .int()
      .min(0)
      .default(0)
      .describe('How long a stopping process keeps answering so that balancers notice.'),
  });
export type ProcessConfig = z.output<typeof processConfig>;

/**
 * Connections of a process: Postgres for services; NATS, or their Postgres as bus of one process.
 */
const connectionConfig = (hostsServices: boolean) =>
  processConfig
    .pick({ SVC_NATS_URL: true, SVC_POSTGRES_URL: true, SVC_DATABASE_URL: true })
    .refine((c) => !hostsServices || c.SVC_POSTGRES_URL || c.SVC_DATABASE_URL, {
      path: ['SVC_DATABASE_URL'],
      error: 'is not set, and neither is SVC_POSTGRES_URL',
    })
    .refine((c) => c.SVC_NATS_URL || (hostsServices && c.SVC_POSTGRES_URL), {
      path: ['SVC_NATS_URL'],
      error: 'is not set',
    });

/** Settings of a process that serves HTTP and hosts no service: it has no database. */
export const httpProcessConfig = processConfig
  .pick({
    SVC_ENVIRONMENT: true,
    SVC_SECRET: true,
    SVC_NATS_URL: true,
    SVC_NATS_SEED: true,
    SVC_NATS_CALLS_SEED: true,
    SVC_NATS_USER: true,
    SVC_NATS_PASSWORD: true,
    SVC_NATS_CA: true,
    SVC_ADMIN_PORT: true,
    SVC_ADMIN_HOST: true,
    SVC_LOG_LEVEL: true,
    SVC_TRACES_URL: true,
    SVC_TRACES_RATIO: true,
    SVC_DRAIN_MS: true,
  })
  .extend(
    sharedSettings.pick({
      SVC_CARRIER_NAME: true,
      SVC_CARRIER_PHONE: true,
      SVC_CARRIER_EMAIL: true,
      SVC_FILES_URL: true,
      SVC_SANDBOX_URL: true,
      SVC_SANDBOX_KEY: true,
      SVC_IN_FLIGHT_MAX: true,
      SVC_TRUSTED_PROXIES: true,
    }).shape,
  );

/** Settings of a migration: the owner's URL, and no secret of the service. */
export const migrationConfig = processConfig
  .pick({
    SVC_ENVIRONMENT: true,
    SVC_POSTGRES_URL: true,
    SVC_DATABASE_PASSWORD: true,
    SVC_SECRET: true,
    SVC_LOG_LEVEL: true,
  })
  .partial({ SVC_SECRET: true });
