/**
 * The roles of the image. What a role reads, consumes and stores is derived from its service; what
 * the code cannot know (load, ways out of the cluster) is described here.
 */
import { deskConfig } from '@svc/desk/config';
import { gatewayConfig } from '@svc/gateway/config';
import { processConfig } from '@svc/kit/config';
import { allServices, services } from '@svc/local/services';
import { type Json, type KubernetesObject, labelsOf, type PodIdentity } from './manifest.ts';

/** Ways out of the installation, beside DNS, NATS and Postgres. */
export type Destination = 'receivers' | 'mail' | 'sftp' | 'witnesses' | 'provider';

interface Load {
  cpu: string;
  /** Request and limit. */
  memory: readonly [string, string];
  /** Least and most. */
  replicas: readonly [number, number];
  reaches?: readonly Destination[];
}

/**
 * Measured by `npm run test:more -- containers` with one process of each role (docs/operations/image.md).
 * Processor: three times what a role took at 50 requests a second, so that the autoscaler, at 65 % of
 * it, adds a replica near 100. Memory: a quarter above the greatest resident size at rest or under
 * load; the limit leaves room for what load does not show.
 */
const usual = { cpu: '100m', memory: ['256Mi', '512Mi'], replicas: [2, 4] } as const;

export const loads: Readonly<Record<string, Load>> = {
  accounts: { ...usual, cpu: '150m', memory: ['320Mi', '512Mi'] },
  pricing: { ...usual, cpu: '150m' },
  jobs: { ...usual, cpu: '250m', memory: ['288Mi', '512Mi'], replicas: [2, 6] },
  // And 10 000 vehicles that report each second, at some 4 ms for a batch of 500 (docs/performance.md).
  tracking: { ...usual, cpu: '500m', memory: ['288Mi', '768Mi'], replicas: [2, 6] },
  custody: { ...usual, cpu: '200m' },
  log: { ...usual, replicas: [2, 3], reaches: ['witnesses'] },
  partner: { ...usual, memory: ['256Mi', '768Mi'] },
  webhooks: {
    ...usual,
    ...{ cpu: '300m', memory: ['288Mi', '512Mi'], replicas: [2, 6], reaches: ['receivers'] },
  },
  // 460 MB while the invoices of a month are made (docs/architecture/partners.md).
  billing: { ...usual, memory: ['448Mi', '768Mi'], replicas: [2, 3] },
  files: { ...usual, replicas: [2, 3], reaches: ['sftp', 'mail'] },
  gateway: { ...usual, cpu: '250m', memory: ['320Mi', '512Mi'], replicas: [2, 10] },
  desk: { ...usual, memory: ['352Mi', '640Mi'], reaches: ['provider'] },
};

export interface Role extends PodIdentity, Load {
  component: 'service' | 'gateway' | 'desk';
  /** Names of the environment variables that its configuration schemas read. */
  settings: readonly string[];
  /** Services whose events it reacts to. */
  producers: readonly string[];
  /** Whether it runs durable tasks, for which it keeps connections of their own. */
  hasTasks: boolean;
  /** Roles of a pod that runs several; each keeps its own Secret. */
  members?: readonly string[];
}

export const roles: readonly Role[] = [
  ...services.map(({ contract: { name }, config, reactions, tasks = [] }) => ({
    ...loadOf(name),
    ...({ name, component: 'service' } as const),
    settings: namesIn({ ...processConfig.shape, ...config.shape }),
    producers: [...new Set(reactions.map(({ producer }) => producer))].toSorted(),
    hasTasks: tasks.length > 0,
  })),
  {
    ...loadOf('gateway'),
    ...({ name: 'gateway', component: 'gateway' } as const),
    // Its host reads the name space, too; it has no database.
    settings: namesIn({ ...gatewayConfig.shape, SVC_NAMESPACE: true }),
    producers: [],
    hasTasks: false,
  },
  {
    ...loadOf('desk'),
    ...({ name: 'desk', component: 'desk' } as const),
    settings: namesIn({ ...deskConfig.shape, SVC_NAMESPACE: true }),
    producers: [],
    hasTasks: false,
  },
];

/** Every service in one pod, for one small node. */
export const together: Role = {
  ...({
    name: allServices,
    component: 'service',
    cpu: '400m',
    memory: ['768Mi', '1536Mi'],
  } as const),
  ...({ replicas: [1, 1], producers: [], hasTasks: true } as const),
  members: services.map(({ contract }) => contract.name),
  settings: unionOf(({ settings }) => settings),
  reaches: unionOf(({ reaches = [] }) => reaches),
};

/** Values that any service has, each once. */
function unionOf<T extends string>(read: (role: Role) => readonly T[]): T[] {
  const ofServices = roles.filter(({ component }) => component === 'service');
  return [...new Set(ofServices.flatMap(read))].toSorted();
}

/** Live alone has a desk: its objects are a component, and those of the others the base. */
export const isOptional = ({ component }: Role): boolean => component === 'desk';

function loadOf(name: string): Load {
  const load = loads[name];
  if (!load) throw new Error(`${name} is a service and missing in roles.ts`);
  return load;
}

function namesIn(shape: object): string[] {
  return Object.keys(shape).toSorted();
}

export const storesFiles = ({ settings }: Role): boolean => settings.includes('SVC_FILES_URL');
/** Whether browsers and clients reach it from outside. */
export const isPublic = ({ component }: Role): boolean => component !== 'service';
export const hasDatabase = ({ component }: Role): boolean => component === 'service';

/** An object that belongs to one role and has its name. */
export const objectOf = (
  role: Role,
  type: Pick<KubernetesObject, 'apiVersion' | 'kind'>,
  spec: { readonly [name: string]: Json },
): KubernetesObject => ({ ...type, metadata: { name: role.name, labels: labelsOf(role) }, spec });
