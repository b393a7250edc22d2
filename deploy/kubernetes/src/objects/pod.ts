import type { Json } from '../manifest.ts';
import { hasDatabase, type Role, storesFiles } from '../roles.ts';
import { type RoleKey, roleSecret, storageSecret } from '../secrets.ts';
import { getSource, postgresTls, type Source } from '../settings.ts';

type Fields = { readonly [name: string]: Json };

/** As the policy "restricted" of Kubernetes' pod security standards demands. */
export const podSecurity: Fields = {
  runAsNonRoot: true,
  runAsUser: 1000,
  runAsGroup: 1000,
  fsGroup: 1000,
  seccompProfile: { type: 'RuntimeDefault' },
};
export const containerSecurity: Fields = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};

export const value = (name: string, text: string): Fields => ({ name, value: text });
const fromSecret = (name: string, secret: string, key: string): Fields => ({
  name,
  valueFrom: { secretKeyRef: { name: secret, key } },
});
/** The kit reads the value of a setting from the file that `NAME_FILE` names. */
export const fromFile = (name: string, path: string): Fields => value(`${name}_FILE`, path);

/** The entry of a pod's environment; none where the code's default holds. */
function variable(name: string, source: Source, role: Role): Fields[] {
  switch (source.from) {
    case 'pod':
      return [value(name, source.value)];
    case 'settings':
      return [{ name, valueFrom: { configMapKeyRef: { name: 'settings', key: name } } }];
    case 'secret':
      return [fromFile(name, keyFile(source.secret, source.key).path)];
    case 'optional': {
      // A variable, since a file that is named and absent stops the process.
      const { secret, key } = source;
      return [{ name, valueFrom: { secretKeyRef: { name: secret, key, optional: true } } }];
    }
    case 'role':
      return [fromFile(name, roleFile(role.members ? '{role}' : role.name, source.key))];
    case 'migration':
    case 'default':
      return [];
  }
}

const storageCredentials = ({ name }: Role) => [
  fromSecret('AWS_ACCESS_KEY_ID', storageSecret(name), 'access-key-id'),
  fromSecret('AWS_SECRET_ACCESS_KEY', storageSecret(name), 'secret-access-key'),
];
export const postgresVariables = Object.entries(postgresTls).map(([name, text]) =>
  value(name, text),
);

export const environmentOf = (role: Role): Fields[] => [
  value('SVC_SERVICE', role.members?.join() ?? role.name),
  ...role.settings.flatMap((name) => variable(name, getSource(name), role)),
  ...(hasDatabase(role) ? postgresVariables : []),
  ...(storesFiles(role) ? storageCredentials(role) : []),
];

const roleFolder = '/run/roles';
const roleFile = (role: string, key: RoleKey): string => `${roleFolder}/${role}/${key}`;

const roleMount = (role: string) => ({
  name: roleSecret(role),
  mountPath: `${roleFolder}/${role}`,
  readOnly: true,
});

/** Files that the settings of a role name: the Secret of each role of the pod, single keys of others. */
export const settingFiles = ({ name, members = [name], settings }: Role) => [
  ...members.map((member) => ({
    volume: { name: roleSecret(member), secret: { secretName: roleSecret(member) } },
    mount: roleMount(member),
  })),
  ...settings
    .map(getSource)
    .flatMap((source) => (source.from === 'secret' ? [keyFile(source.secret, source.key)] : [])),
];

/** One key of a Secret, at a path of its own. */
export const keyFile = (secret: string, key: string) => ({
  path: `/run/secrets/${secret}/${key}`,
  volume: { name: secret, secret: { secretName: secret, items: [{ key, path: key }] } },
  mount: { name: secret, mountPath: `/run/secrets/${secret}`, readOnly: true },
});

export const temporary = {
  volume: { name: 'tmp', emptyDir: { sizeLimit: '256Mi' } },
  mount: { name: 'tmp', mountPath: '/tmp' },
};
/** Of the Secret only the certificate: it also holds the authority's key. */
export const postgresAuthority = {
  volume: {
    name: 'postgres-ca',
    secret: { secretName: 'postgres-ca', items: [{ key: 'ca.crt', path: 'ca.crt' }] },
  },
  mount: { name: 'postgres-ca', mountPath: '/etc/postgres', readOnly: true },
};

/**
 * Spreads replicas over nodes and zones. A node that is lost or drained is tainted and does not count:
 * else every other one could have only one replica more than it. Only replicas of one version are
 * compared, since those of the version before leave.
 */
export const spread = (
  labels: Record<string, string>,
  version: 'pod-template-hash' | 'controller-revision-hash' = 'pod-template-hash',
): Fields[] =>
  ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'].map((topologyKey) => ({
    maxSkew: 1,
    topologyKey,
    whenUnsatisfiable: 'ScheduleAnyway',
    nodeTaintsPolicy: 'Honor',
    matchLabelKeys: [version],
    labelSelector: { matchLabels: labels },
  }));
