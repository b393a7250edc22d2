/** Where an environment lives and under which addresses it is reached. */
import { apiPrefixes } from '@svc/contracts';

export type EnvironmentName = 'live' | 'sandbox';

export interface Settings {
  environment: EnvironmentName;
  /** The owner's URL of the environment's own database. */
  postgresUrl: string;
  /** Absent: calls and events stay inside one process. */
  natsUrl?: string;
  /** Where each role has a process: its own logins and secret, as environment variables. */
  ofRole?: (role: string) => NodeJS.ProcessEnv;
  secret: string;
  httpPort: number;
  /** Keeps stacks apart that share one NATS. */
  namespace?: string;
  logLevel?: string;
  /** Absent: no desk is started. */
  desk?: DeskSettings;
  /** Anything else, as environment variables. */
  env?: NodeJS.ProcessEnv;
}

export interface DeskSettings {
  httpPort: number;
  /** The OpenID provider, and the desk's client there. */
  issuer: string;
  clientId: string;
}

/** Another name than the provider's and the API's: browsers keep cookies by host, not by port. */
export const deskUrl = ({ httpPort }: Pick<DeskSettings, 'httpPort'>): string =>
  `http://localhost:${httpPort}`;

export const publicUrlOf = ({ httpPort }: Settings): string => `http://127.0.0.1:${httpPort}`;
export const apiUrlOf = (settings: Settings): string =>
  publicUrlOf(settings) + apiPrefixes[settings.environment];

/** Settings of every process of the environment. */
export function environmentVariables(settings: Settings): NodeJS.ProcessEnv {
  return {
    SVC_ENVIRONMENT: settings.environment,
    SVC_SECRET: settings.secret,
    SVC_POSTGRES_URL: settings.postgresUrl,
    SVC_NATS_URL: settings.natsUrl,
    SVC_NAMESPACE: settings.namespace,
    SVC_HTTP_PORT: String(settings.httpPort),
    SVC_PUBLIC_URL: publicUrlOf(settings),
    SVC_AUTH_URL: publicUrlOf(settings),
    SVC_API_URL: apiUrlOf(settings),
    SVC_DOCS_URL: `${publicUrlOf(settings)}/docs`,
    SVC_OPERATIONS_DOCS: 'true',
    // For demonstration; a deployment sets its own.
    SVC_CARRIER_NAME: 'Demo Couriers',
    SVC_CARRIER_PHONE: '+27 10 000 0000',
    SVC_LOG_LEVEL: settings.logLevel ?? 'warn',
    ...settings.env,
  };
}

/** Further settings of the desk. */
export const deskVariables = (desk: DeskSettings): NodeJS.ProcessEnv => ({
  SVC_HTTP_PORT: String(desk.httpPort),
  SVC_DESK_URL: deskUrl(desk),
  SVC_OIDC_ISSUER: desk.issuer,
  SVC_OIDC_CLIENT_ID: desk.clientId,
});
