/**
 * Pod security standards, as Kubernetes' page of that name lists them (1.34): a namespace admits no
 * pod that its level, the label `pod-security.kubernetes.io/enforce`, forbids. Not read: SELinux,
 * AppArmor, sysctls and `procMount`, which no manifest here sets.
 */
import { z } from 'zod';
import { enforcedLevel } from '../manifest.ts';
import { type Installation, ofKind, type Workload } from './installation.ts';

const names = z.array(z.string()).default([]);
const context = z
  .looseObject({
    privileged: z.boolean().optional(),
    allowPrivilegeEscalation: z.boolean().optional(),
    runAsNonRoot: z.boolean().optional(),
    runAsUser: z.number().optional(),
    seccompProfile: z.looseObject({ type: z.string() }).optional(),
    capabilities: z.looseObject({ drop: names, add: names }).optional(),
  })
  .default({});
type Context = z.output<typeof context>;
const container = z.looseObject({
  name: z.string(),
  securityContext: context,
  ports: z.array(z.looseObject({ hostPort: z.number().optional() })).default([]),
});
const pod = z.looseObject({
  hostNetwork: z.boolean().optional(),
  hostPID: z.boolean().optional(),
  hostIPC: z.boolean().optional(),
  securityContext: context,
  containers: z.array(container),
  initContainers: z.array(container).default([]),
  volumes: z.array(z.looseObject({ name: z.string() })).default([]),
});
type Pod = z.output<typeof pod>;

export const admissionProblems = (given: Installation): string[] =>
  ofKind(given, 'Namespace').flatMap(({ metadata: { name, labels } }) => {
    const refusals = levels[labels?.[enforcedLevel] ?? ''];
    if (!refusals) return [`Namespace ${name}: enforces no pod security`];
    return given.workloads
      .filter(({ namespace }) => namespace === name)
      .flatMap((workload) => refusalsOf(workload, refusals));
  });

const refusalsOf = ({ kind, name, spec }: Workload, refusals: (given: Pod) => string[]) =>
  refusals(pod.parse(spec.template.spec)).map(
    (problem) => `${kind} ${name}: its namespace admits no pod that ${problem}`,
  );

const whole = (given: Pod) => [...given.containers, ...given.initContainers];
const volumeTypes = ({ volumes }: Pod): string[] =>
  volumes.flatMap((volume) => Object.keys(volume).filter((field) => field !== 'name'));
const added = ({ capabilities }: Context): string[] => capabilities?.add ?? [];

/** Capabilities that `baseline` lets a container add. */
const harmless = [
  ...['AUDIT_WRITE', 'CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'MKNOD'],
  ...['NET_BIND_SERVICE', 'SETFCAP', 'SETGID', 'SETPCAP', 'SETUID', 'SYS_CHROOT'],
];

function baseline(given: Pod): string[] {
  const contexts = whole(given).map(({ securityContext }) => securityContext);
  const shared = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((field) => given[field]);
  return [
    ...shared.map((field) => `sets ${field}`),
    ...(volumeTypes(given).includes('hostPath') ? ['mounts a hostPath'] : []),
    ...(whole(given).some(({ ports }) => ports.some(({ hostPort }) => hostPort))
      ? ['opens a hostPort']
      : []),
    ...contexts.flatMap((each) => [
      ...(each.privileged ? ['is privileged'] : []),
      ...added(each).flatMap((one) => (harmless.includes(one) ? [] : [`adds ${one}`])),
    ]),
  ];
}

const restrictedVolumes = [
  ...['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'persistentVolumeClaim'],
  ...['projected', 'secret'],
];

function restricted(given: Pod): string[] {
  const foreign = volumeTypes(given).filter((type) => !restrictedVolumes.includes(type));
  return [
    ...baseline(given),
    ...foreign.map((type) => `mounts a ${type}`),
    ...whole(given).flatMap(({ name, securityContext: own }) => {
      // The pod decides where its container does not.
      const { runAsNonRoot, runAsUser, seccompProfile } = { ...given.securityContext, ...own };
      const isFiltered = ['RuntimeDefault', 'Localhost'].includes(seccompProfile?.type ?? '');
      return [
        ...(own.allowPrivilegeEscalation === false ? [] : ['may gain privileges']),
        ...(runAsNonRoot && runAsUser !== 0 ? [] : ['may run as root']),
        ...(isFiltered ? [] : ['has no seccomp profile']),
        ...(own.capabilities?.drop.includes('ALL') ? [] : ['keeps capabilities']),
        ...added(own).flatMap((one) => (one === 'NET_BIND_SERVICE' ? [] : [`adds ${one}`])),
      ].map((problem) => `${problem} (${name})`);
    }),
  ];
}

const levels: Readonly<Record<string, (given: Pod) => string[]>> = { baseline, restricted };
