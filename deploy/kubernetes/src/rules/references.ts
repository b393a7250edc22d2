import { z } from 'zod';
import { natsUsers, secrets } from '../secrets.ts';
import {
  type Container,
  containersOf,
  type Installation,
  ofKind,
  type Workload,
} from './installation.ts';
import { ingressProblems, routeProblems, servicePortProblems } from './ports.ts';

/** References of pods and routes resolve: a pod that waits for a ConfigMap never starts. */
export const referenceProblems = (given: Installation): string[] => [
  ...given.workloads.flatMap((workload) => {
    const near = inNamespace(given, workload);
    return [
      ...accountProblems(near, workload),
      ...volumeProblems(near, workload),
      ...containersOf(workload).flatMap((container) => [
        ...variableProblems(near, container),
        ...mountProblems(workload, container),
        ...fileProblems(workload, container),
        ...probePortProblems(container),
      ]),
    ].map((problem) => `${workload.kind} ${workload.name}: ${problem}`);
  }),
  ...storeProblems(given),
  ...servicePortProblems(given),
  ...routeProblems(given),
  ...ingressProblems(given),
];

/** A pod refers to objects of its own namespace. */
const inNamespace = (given: Installation, { namespace }: Workload): Installation => ({
  ...given,
  manifests: given.manifests.filter(({ metadata }) => metadata.namespace === namespace),
});

const plugin = z.looseObject({ parameters: z.looseObject({ barmanObjectName: z.string() }) });
const archiving = z.looseObject({
  plugins: z.array(plugin).default([]),
  externalClusters: z.array(z.looseObject({ plugin })).default([]),
});

/** Stores that a cluster archives to or begins from. */
const storeProblems = (given: Installation): string[] =>
  ofKind(given, 'Cluster').flatMap(({ metadata, spec }) => {
    const { plugins, externalClusters } = archiving.parse(spec);
    return [...plugins, ...externalClusters.map((each) => each.plugin)]
      .map(({ parameters }) => parameters.barmanObjectName)
      .filter(
        (wanted) => !ofKind(given, 'ObjectStore').some((store) => store.metadata.name === wanted),
      )
      .map((wanted) => `Cluster ${metadata.name}: there is no ObjectStore ${wanted}`);
  });

function secretProblems(name: string, key?: string): string[] {
  const described = secrets[name];
  if (!described) return [`there is no Secret ${name} in secrets.ts`];
  const { keys } = described;
  return key === undefined || keys.includes(key) ? [] : [`Secret ${name} has no key ${key}`];
}

function configMapProblems(given: Installation, name: string, key?: string): string[] {
  if (name === natsUsers) return [];
  const found = ofKind(given, 'ConfigMap').find(({ metadata }) => metadata.name === name);
  if (!found) return [`there is no ConfigMap ${name}`];
  const present = key === undefined || Object.hasOwn(found.data ?? {}, key);
  return present ? [] : [`ConfigMap ${name} has no key ${key}`];
}

function accountProblems(given: Installation, { spec }: Workload): string[] {
  const { serviceAccountName: name } = spec.template.spec;
  const found = ofKind(given, 'ServiceAccount').some(({ metadata }) => metadata.name === name);
  return found ? [] : [`there is no ServiceAccount ${name}`];
}

const volumeProblems = (given: Installation, { spec }: Workload): string[] =>
  spec.template.spec.volumes.flatMap(({ configMap, secret, persistentVolumeClaim: claim }) => [
    ...(configMap && !configMap.optional ? configMapProblems(given, configMap.name) : []),
    ...(secret ? secretProblems(secret.secretName) : []),
    ...(claim && !hasClaim(given, claim.claimName) ? [`there is no claim ${claim.claimName}`] : []),
  ]);

const hasClaim = (given: Installation, wanted: string): boolean =>
  ofKind(given, 'PersistentVolumeClaim').some(({ metadata: { name } }) => name === wanted);

const variableProblems = (given: Installation, { env, envFrom }: Container): string[] => [
  ...env.flatMap(({ valueFrom }) => {
    const { secretKeyRef: secret, configMapKeyRef: entry } = valueFrom ?? {};
    if (secret) return secretProblems(secret.name, secret.key);
    return entry && !entry.optional ? configMapProblems(given, entry.name, entry.key) : [];
  }),
  ...envFrom.flatMap(({ configMapRef: map, secretRef: secret }) => [
    ...(map && !map.optional ? configMapProblems(given, map.name) : []),
    ...(secret ? secretProblems(secret.name) : []),
  ]),
];

const mountProblems = ({ spec }: Workload, { volumeMounts }: Container): string[] => {
  const volumes = new Set([
    ...spec.template.spec.volumes.map(({ name }) => name),
    ...spec.volumeClaimTemplates.map(({ metadata }) => metadata.name),
  ]);
  return volumeMounts.flatMap(({ name }) =>
    volumes.has(name) ? [] : [`there is no volume ${name}`],
  );
};

/** `NAME_FILE` is a key of a Secret that is mounted; `{role}` stands for each role of the pod. */
function fileProblems(workload: Workload, { env, volumeMounts }: Container): string[] {
  const running = env.find(({ name }) => name === 'SVC_SERVICE')?.value?.split(',') ?? [];
  const files = volumeMounts.flatMap(({ name, mountPath }) =>
    keysOf(workload, name).map((key) => `${mountPath}/${key}`),
  );
  return env
    .filter(({ name }) => name.endsWith('_FILE'))
    .flatMap(({ value = '' }) => running.map((role) => value.replaceAll('{role}', role)))
    .filter((path) => !files.includes(path))
    .map((path) => `no Secret is mounted as ${path}`);
}

function keysOf({ spec }: Workload, volume: string): readonly string[] {
  const secret = spec.template.spec.volumes.find(({ name }) => name === volume)?.secret;
  if (!secret) return [];
  return secret.items?.map(({ path }) => path) ?? secrets[secret.secretName]?.keys ?? [];
}

function probePortProblems({
  ports,
  startupProbe,
  livenessProbe,
  readinessProbe,
}: Container): string[] {
  return [startupProbe, livenessProbe, readinessProbe].flatMap((probe) => {
    const port = (probe?.httpGet ?? probe?.tcpSocket)?.port;
    const found = ports.some(({ name, containerPort }) => port === name || port === containerPort);
    return port === undefined || found ? [] : [`a probe asks port ${port}, which it has not`];
  });
}
